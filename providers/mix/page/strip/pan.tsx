// The pan of a strip: a bar that is dragged sideways, or moved by keys; two taps are the centre.
import { useState } from 'preact/hooks';
import { DoubleTap, Drag } from '../control/drag.ts';
import { type Field, field } from '../desk/field.ts';
import { t } from '../text/text.ts';

/** A finger's way from left to right. */
const travelPx = 200;

class PanHand {
  field: Field<number> | undefined;
  readonly #taps = new DoubleTap();
  #drag: Drag | undefined;
  #written: number | undefined;

  readonly handlers = {
    onPointerDown: (event: PointerEvent) => {
      const pan = this.field?.shown.peek();
      if (event.button !== 0 || this.#drag !== undefined || pan === undefined) return;
      const bar = event.currentTarget as HTMLElement;
      bar.setPointerCapture(event.pointerId);
      this.field?.hold();
      this.#written = pan;
      const at = { x: event.clientX, y: event.clientY };
      this.#drag = new Drag({ travel: travelOf(pan), travelPx, at, towards: 'right' });
    },
    onPointerMove: (event: PointerEvent) => {
      const { field } = this;
      const shown = field?.shown.peek();
      if (field === undefined || shown === undefined || this.#drag === undefined) return;
      if (shown !== this.#written) this.#drag.standAt(travelOf(shown));
      this.#written = shown;
      const travel = this.#drag.move({ x: event.clientX, y: event.clientY }, event.shiftKey);
      const pan = travel === undefined ? shown : Math.round(travel * 200 - 100);
      if (field.state.peek() === 'stale') this.#drag.standAt(travelOf(shown));
      if (pan === Math.round(shown) || field.state.peek() === 'stale') return;
      if (!field.isHeld.peek()) field.hold();
      field.move(pan);
      this.#written = pan;
    },
    onPointerUp: (event: PointerEvent) => {
      const isTap = this.#drag?.hasMoved === false;
      if (!isTap) this.#taps.forget();
      else if (this.#taps.tap({ x: event.clientX, y: event.clientY }, event.timeStamp)) this.field?.move(0);
      this.#leave();
    },
    onPointerCancel: () => this.#leave(),
    onLostPointerCapture: () => this.#leave(),
    onKeyDown: (event: KeyboardEvent) => {
      const shown = this.field?.shown.peek();
      const pan = shown === undefined ? undefined : panAfterKey(event.key, event.shiftKey ? 1 : 5, shown);
      if (pan === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      event.stopPropagation();
      if (pan !== shown) this.field?.move(pan);
    },
  };

  #leave(): void {
    this.#drag = undefined;
    this.field?.release();
  }
}

const travelOf = (pan: number) => (pan + 100) / 200;

/** The pan after a key; undefined for a key that moves none. */
function panAfterKey(key: string, step: number, pan: number): number | undefined {
  if (key === 'Home' || key === '0') return 0;
  const sign = { ArrowLeft: -1, ArrowRight: 1 }[key];
  return sign === undefined ? undefined : Math.min(100, Math.max(-100, pan + sign * step));
}

/** `L80`, `C`, `R20`. */
export const panText = (pan: number | undefined): string => {
  if (pan === undefined) return '?';
  const rounded = Math.round(pan);
  return rounded === 0 ? t('strip.centre') : t(rounded < 0 ? 'strip.left' : 'strip.right', { pan: Math.abs(rounded) });
};

export function Pan({
  path,
  label,
  tabIndex,
}: {
  readonly path: string;
  readonly label: string;
  readonly tabIndex: number;
}) {
  const [hand] = useState(() => new PanHand());
  const pan = field<number>(path, 'pan');
  hand.field = pan;
  const shown = pan.shown.value ?? 0;
  const from = Math.min(travelOf(shown), 0.5);
  return (
    <div
      class={`pan ${pan.state.value}`}
      role="slider"
      tabIndex={tabIndex}
      aria-label={label}
      aria-valuemin={-100}
      aria-valuemax={100}
      aria-valuenow={shown}
      aria-valuetext={panText(shown)}
      aria-disabled={pan.state.value === 'stale'}
      {...hand.handlers}
    >
      <div class="pan-bar">
        <i style={{ left: `${100 * from}%`, width: `${Math.abs(shown) / 2}%` }} />
        <b style={{ left: `${100 * travelOf(shown)}%` }} />
      </div>
      <span aria-hidden="true">{panText(pan.shown.value)}</span>
    </div>
  );
}
