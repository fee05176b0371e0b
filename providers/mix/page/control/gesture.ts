// The gestures of a knob or a slider: a drag is relative and never jumps, sideways or with Shift it is fine, a double tap
// asks for the default, wheel and keys move in steps.
import type { HTMLAttributes } from 'preact';
import { useMemo } from 'preact/hooks';
import type { Field } from '../desk/field.ts';
import { DoubleTap, Drag, type Point } from './drag.ts';
import { nudged, type Scale, travelOf, valueAt } from './scale.ts';

export interface Moved {
  readonly field: Field<number>;
  readonly scale: Scale;
  /** Of a double tap; undefined: it does nothing. */
  readonly defaultValue: number | undefined;
  readonly axis: 'horizontal' | 'vertical';
  /** What Enter and `=` open. */
  readonly type: () => void;
}

const knobTravelPx = 180;
const pageOfSteps = 10;
const exactDb = 0.1;
/** Where a law is flat, a pixel is no less of the travel. */
const leastTravel = 1 / 2000;

interface Held {
  readonly pointer: number;
  readonly drag: Drag;
  /** What the finger put it to, or found. */
  written: number | undefined;
}

type Handlers = Pick<
  HTMLAttributes<HTMLElement>,
  'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel' | 'onWheel' | 'onKeyDown'
>;

/** Handlers of the element with `role="slider"`. */
export function useGesture(moved: Moved): Handlers {
  const gesture = useMemo(() => new Gesture(moved), [moved.field]);
  gesture.moved = moved;
  return gesture.handlers;
}

class Gesture {
  moved: Moved;
  #held: Held | undefined;
  readonly #taps = new DoubleTap();

  constructor(moved: Moved) {
    this.moved = moved;
  }

  readonly handlers: Handlers = {
    onPointerDown: (event) => {
      const { field, scale, axis } = this.moved;
      if (event.button !== 0 || this.#held !== undefined || field.state.peek() === 'stale') return;
      const element = event.currentTarget;
      element.setPointerCapture(event.pointerId);
      const isVertical = axis === 'vertical';
      const travelPx = isVertical ? knobTravelPx : Math.max(1, element.getBoundingClientRect().width);
      field.hold();
      const written = field.shown.peek();
      const travel = travelOf(scale, written ?? scale.minimum);
      const drag = isVertical
        ? new Drag({ travel, travelPx, at: pointOf(event) })
        : new Drag({ travel, travelPx, at: pointOf(event), towards: 'right', startTravelPx: exactPx(scale, written) });
      this.#held = { pointer: event.pointerId, drag, written };
    },
    onPointerMove: (event) => {
      const held = this.#held;
      if (held?.pointer !== event.pointerId) return;
      const { field, scale } = this.moved;
      const { drag } = held;
      const shown = field.shown.peek();
      const isStale = field.state.peek() === 'stale';
      const travel = drag.move(pointOf(event), event.shiftKey);
      // A gap of the connection or a refusal has put it elsewhere: the finger goes on from there.
      if (shown !== undefined && (isStale || shown !== held.written)) {
        drag.standAt(travelOf(scale, shown));
        held.written = shown;
        return;
      }
      if (travel === undefined) return;
      const value = valueAt(scale, travel);
      if (value === held.written) return;
      if (!field.isHeld.peek()) field.hold();
      field.move(value);
      held.written = value;
    },
    onPointerUp: (event) => {
      const held = this.#held;
      if (held?.pointer !== event.pointerId) return;
      const { field, defaultValue } = this.moved;
      this.#held = undefined;
      if (held.drag.hasMoved) this.#taps.forget();
      else if (this.#taps.tap(pointOf(event), event.timeStamp) && defaultValue !== undefined) field.move(defaultValue);
      field.release();
    },
    onPointerCancel: (event) => {
      if (this.#held?.pointer !== event.pointerId) return;
      this.#held = undefined;
      this.moved.field.release();
    },
    onWheel: (event) => {
      event.preventDefault();
      this.#nudge(event.deltaY + event.deltaX < 0 ? 1 : -1, event.shiftKey);
    },
    onKeyDown: (event) => {
      const { scale, defaultValue, type, field } = this.moved;
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      const steps = {
        ArrowUp: 1,
        ArrowRight: 1,
        ArrowDown: -1,
        ArrowLeft: -1,
        PageUp: pageOfSteps,
        PageDown: -pageOfSteps,
      };
      const count = steps[event.key as keyof typeof steps];
      if (count !== undefined) this.#nudge(count, event.shiftKey);
      else if (event.key === 'Home') field.move(scale.minimum);
      else if (event.key === 'End' && scale.law !== 'fader') field.move(scale.maximum);
      else if ((event.key === 'Delete' || event.key === 'Backspace') && defaultValue !== undefined)
        field.move(defaultValue);
      else if (event.key === 'Enter' || event.key === '=') type();
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
  };

  #nudge(count: number, isFine: boolean): void {
    const { field, scale } = this.moved;
    const now = field.shown.peek();
    if (field.state.peek() === 'stale' || now === undefined) return;
    const next = nudged(scale, now, count, isFine);
    if (next !== now) field.move(next);
  }
}

/** The length of a travel on which a pixel is 0.1 dB at this level. */
function exactPx(scale: Scale, levelDb = scale.minimum): number {
  const low = Math.max(scale.minimum, levelDb - exactDb);
  const high = Math.min(scale.maximum, levelDb + exactDb);
  const travel = travelOf(scale, high) - travelOf(scale, low);
  return 1 / Math.max(leastTravel, (travel * exactDb) / (high - low));
}

const pointOf = ({ clientX, clientY }: PointerEvent): Point => ({ x: clientX, y: clientY });
