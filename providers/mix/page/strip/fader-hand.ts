// The hand on one fader: pointers, wheel and keys become moves of its field.
import { signal } from '@preact/signals';
import { DoubleTap, Drag, type Point } from '../control/drag.ts';
import type { Field } from '../desk/field.ts';
import { levelAt, travelOf } from '../scale/fader-law.ts';
import { stepOfKey, stepped } from '../scale/steps.ts';

/** Of a wheel that turns by one notch. */
const notchPx = 100;
const lineHeightPx = 33;

export class FaderHand {
  field: Field<number> | undefined;
  readonly isFine = signal(false);
  readonly #taps = new DoubleTap();
  #drag: Drag | undefined;
  #pointer: number | undefined;
  #written: number | undefined;
  #wheelPx = 0;

  readonly handlers = {
    onPointerDown: (event: PointerEvent) => this.#take(event),
    onPointerMove: (event: PointerEvent) => this.#move(event),
    onPointerUp: (event: PointerEvent) => this.#leave(event, true),
    onPointerCancel: (event: PointerEvent) => this.#leave(event, false),
    onLostPointerCapture: (event: PointerEvent) => this.#leave(event, false),
    onWheel: (event: WheelEvent) => this.#turn(event),
    onKeyDown: (event: KeyboardEvent) => this.#press(event),
  };

  #take(event: PointerEvent): void {
    const area = event.currentTarget as HTMLElement;
    if (event.button !== 0 || this.#pointer !== undefined || !isElement(event.target, area)) return;
    event.preventDefault();
    area.focus({ preventScroll: true });
    const { field } = this;
    if (field === undefined || field.shown.peek() === undefined || field.state.peek() === 'stale') return;
    area.setPointerCapture(event.pointerId);
    this.#pointer = event.pointerId;
    field.hold();
    this.#written = field.shown.peek();
    this.#drag = new Drag({
      travel: travelOf(this.#written as number),
      travelPx: area.clientHeight - 2 * insetPx(area),
      at: pointOf(event),
    });
  }

  #move(event: PointerEvent): void {
    const { field } = this;
    const drag = this.#drag;
    if (event.pointerId !== this.#pointer || drag === undefined || field === undefined) return;
    const shown = field.shown.peek();
    // A gap of the connection or a refusal has put it elsewhere: the finger goes on from there.
    if (shown !== this.#written && shown !== undefined) {
      drag.standAt(travelOf(shown));
      this.#written = shown;
    }
    const travel = drag.move(pointOf(event), event.shiftKey);
    this.isFine.value = drag.hasMoved && drag.isFine;
    if (travel === undefined) return;
    if (field.state.peek() === 'stale') {
      // What the finger does meanwhile is forgotten.
      if (shown !== undefined) drag.standAt(travelOf(shown));
      return;
    }
    const levelDb = levelAt(travel);
    if (levelDb === this.#written) return;
    if (!field.isHeld.peek()) field.hold();
    field.move(levelDb);
    this.#written = levelDb;
  }

  #leave(event: PointerEvent, isUp: boolean): void {
    if (event.pointerId !== this.#pointer) return;
    const isTap = isUp && this.#drag?.hasMoved === false;
    this.#pointer = undefined;
    this.#drag = undefined;
    this.isFine.value = false;
    if (!isTap) this.#taps.forget();
    else if (this.#taps.tap(pointOf(event), event.timeStamp)) this.field?.move(0);
    this.field?.release();
  }

  #turn(event: WheelEvent): void {
    if (event.ctrlKey) return;
    event.preventDefault();
    // With Shift a wheel turns sideways in some browsers.
    const turned = event.deltaY === 0 ? event.deltaX : event.deltaY;
    this.#wheelPx += turned * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? lineHeightPx : 1);
    const notches = Math.trunc(this.#wheelPx / notchPx);
    this.#wheelPx -= notches * notchPx;
    const shown = this.field?.shown.peek();
    if (notches !== 0 && shown !== undefined) this.field?.move(stepped(shown, -notches * (event.shiftKey ? 0.1 : 1)));
  }

  #press(event: KeyboardEvent): void {
    const shown = this.field?.shown.peek();
    if (shown === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    const levelDb = stepOfKey(event.key, event.shiftKey, shown);
    if (levelDb === undefined) return;
    event.preventDefault();
    if (levelDb !== shown) this.field?.move(levelDb);
  }
}

const pointOf = ({ clientX, clientY }: PointerEvent): Point => ({ x: clientX, y: clientY });

/** A button that lies over the area, a clip's, is not the area. */
const isElement = (target: EventTarget | null, area: HTMLElement) =>
  (target as HTMLElement).closest('button, [role="slider"]') === area;

/** Between an end of the area and an end of the travel. */
const insetPx = (area: HTMLElement) => Number.parseFloat(getComputedStyle(area).getPropertyValue('--fader-inset'));
