// The gestures of a knob or a slider: a drag is relative and never jumps, sideways or with Shift it is fine, a double tap
// asks for the default, wheel and keys move in steps.
import type { HTMLAttributes } from 'preact';
import { useMemo } from 'preact/hooks';
import type { Field } from '../desk/field.ts';
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

const deadPx = 4;
const finePx = 60;
const fineSpeed = 0.2;
const knobTravelPx = 180;
const doubleTapMs = 300;
const doubleTapPx = 12;
const pageOfSteps = 10;

interface Drag {
  readonly pointer: number;
  readonly startX: number;
  readonly startY: number;
  readonly travelPx: number;
  x: number;
  y: number;
  travel: number;
  hasMoved: boolean;
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
  #drag: Drag | undefined;
  #tap = { atMs: Number.NEGATIVE_INFINITY, x: 0, y: 0 };

  constructor(moved: Moved) {
    this.moved = moved;
  }

  readonly handlers: Handlers = {
    onPointerDown: (event) => {
      const { field, scale, axis } = this.moved;
      if (event.button !== 0 || this.#drag !== undefined || field.state.peek() === 'stale') return;
      const element = event.currentTarget;
      element.setPointerCapture(event.pointerId);
      const { clientX: x, clientY: y, pointerId: pointer } = event;
      const travelPx = axis === 'vertical' ? knobTravelPx : Math.max(1, element.getBoundingClientRect().width);
      const travel = travelOf(scale, field.shown.peek() ?? scale.minimum);
      this.#drag = { pointer, startX: x, startY: y, x, y, travelPx, travel, hasMoved: false };
      field.hold();
    },
    onPointerMove: (event) => {
      const drag = this.#drag;
      if (drag?.pointer !== event.pointerId) return;
      const { clientX: x, clientY: y } = event;
      if (!drag.hasMoved && Math.hypot(x - drag.startX, y - drag.startY) < deadPx) return;
      const { axis, field, scale } = this.moved;
      const aside = axis === 'vertical' ? x - drag.startX : y - drag.startY;
      const px = axis === 'vertical' ? drag.y - y : x - drag.x;
      const speed = event.shiftKey || Math.abs(aside) > finePx ? fineSpeed : 1;
      Object.assign(drag, { x, y, hasMoved: true });
      drag.travel = Math.min(1, Math.max(0, drag.travel + (px / drag.travelPx) * speed));
      const value = valueAt(scale, drag.travel);
      if (value !== field.shown.peek()) field.move(value);
    },
    onPointerUp: (event) => {
      const drag = this.#drag;
      if (drag?.pointer !== event.pointerId) return;
      this.#drag = undefined;
      if (!drag.hasMoved) this.#tapped(event);
      this.moved.field.release();
    },
    onPointerCancel: (event) => {
      if (this.#drag?.pointer !== event.pointerId) return;
      this.#drag = undefined;
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

  #tapped({ timeStamp, clientX: x, clientY: y }: { timeStamp: number; clientX: number; clientY: number }): void {
    const { atMs, x: beforeX, y: beforeY } = this.#tap;
    const isSecond = timeStamp - atMs <= doubleTapMs && Math.hypot(x - beforeX, y - beforeY) <= doubleTapPx;
    this.#tap = { atMs: isSecond ? Number.NEGATIVE_INFINITY : timeStamp, x, y };
    const { field, defaultValue } = this.moved;
    if (isSecond && defaultValue !== undefined) field.move(defaultValue);
  }

  #nudge(count: number, isFine: boolean): void {
    const { field, scale } = this.moved;
    const now = field.shown.peek();
    if (field.state.peek() === 'stale' || now === undefined) return;
    const next = nudged(scale, now, count, isFine);
    if (next !== now) field.move(next);
  }
}
