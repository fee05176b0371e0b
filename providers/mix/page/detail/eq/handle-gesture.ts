// A handle of the curve under a finger: along the curve frequency and gain, with Alt, a pinch or the wheel its width; a
// double tap is 0 dB. What it can't reach stays where it is.
import { nudged, taken, travelOf, valueAt } from '../../control/scale.ts';
import { field } from '../../desk/field.ts';
import { type Handle, hasGain, scaleOf, switchOnFlat } from './bands.ts';
import { highestHz, lowestHz } from './response.ts';

/** Height of the plot in dB, from the middle to an end. */
export const plotRangeDb = 18;

const deadPx = 4;
const fineSpeed = 0.2;
const doubleTapMs = 300;
const widthPx = 160;

interface Pointer {
  readonly id: number;
  x: number;
  y: number;
}

type Name = 'frequencyHz' | 'gainDb' | 'q';

export class HandleGesture {
  handle: Handle;
  #held: Pointer | undefined;
  #second: Pointer | undefined;
  #moved = 0;
  #at: Record<Name, number> = { frequencyHz: 1000, gainDb: 0, q: 1 };
  #tapMs = Number.NEGATIVE_INFINITY;

  constructor(handle: Handle) {
    this.handle = handle;
  }

  get isHeld(): boolean {
    return this.#held !== undefined;
  }

  down(event: PointerEvent): void {
    const { pointerId: id, clientX: x, clientY: y } = event;
    if (this.#held === undefined) this.#held = { id, x, y };
    else this.#second ??= { id, x, y };
    this.#moved = 0;
    for (const name of this.#names()) {
      const held = field<number>(this.handle.path, name);
      this.#at[name] = held.shown.peek() ?? this.#at[name];
      held.hold();
    }
  }

  /** `plot`: width and height in px. */
  move(event: PointerEvent, plot: { readonly width: number; readonly height: number }): void {
    const pointer = [this.#held, this.#second].find((each) => each?.id === event.pointerId);
    if (pointer === undefined) return;
    const [x, y] = [event.clientX - pointer.x, event.clientY - pointer.y];
    this.#moved += Math.hypot(x, y);
    if (this.#moved < deadPx) return;
    const before = this.#distance();
    Object.assign(pointer, { x: event.clientX, y: event.clientY });
    const speed = event.shiftKey ? fineSpeed : 1;
    if (this.#second !== undefined) this.#set('q', (this.#at.q * before) / Math.max(1, this.#distance()));
    else if (event.altKey) this.#set('q', this.#at.q * 2 ** ((-y / widthPx) * 2 * speed));
    else {
      this.#set('frequencyHz', this.#at.frequencyHz * (highestHz / lowestHz) ** ((x / plot.width) * speed));
      this.#set('gainDb', this.#at.gainDb - (y / plot.height) * 2 * plotRangeDb * speed);
    }
  }

  up(event: PointerEvent): void {
    if (this.#second?.id === event.pointerId) this.#second = undefined;
    if (this.#held?.id !== event.pointerId) return;
    this.#held = undefined;
    this.#second = undefined;
    if (this.#moved < deadPx && event.type === 'pointerup') this.#tapped(event.timeStamp);
    for (const name of this.#names()) field(this.handle.path, name).release();
  }

  wheel(event: WheelEvent): void {
    this.#nudge('q', event.deltaY < 0 ? 1 : -1, event.shiftKey);
  }

  /** True where the key is one of the handle's. */
  key({ key, shiftKey }: KeyboardEvent): boolean {
    const keys: Record<string, readonly [Name, number]> = {
      ...{ ArrowRight: ['frequencyHz', 1], ArrowLeft: ['frequencyHz', -1] },
      ...{ ArrowUp: ['gainDb', 1], ArrowDown: ['gainDb', -1], PageUp: ['q', 1], PageDown: ['q', -1] },
    };
    const found = keys[key];
    if (found !== undefined) this.#nudge(...found, shiftKey);
    else if (key === '0' || key === 'Delete') this.#flatten();
    else return false;
    return true;
  }

  #names(): readonly Name[] {
    const { handle } = this;
    if (!handle.isBand) return ['frequencyHz'];
    return hasGain(handle) ? ['frequencyHz', 'gainDb', 'q'] : ['frequencyHz', 'q'];
  }

  #distance(): number {
    const [a, b] = [this.#held, this.#second];
    return a === undefined || b === undefined ? 0 : Math.hypot(a.x - b.x, a.y - b.y);
  }

  /** The finger's exact place is kept within the ends, so that turning back moves at once. */
  #set(name: Name, value: number): void {
    const scale = scaleOf(this.handle, name);
    if (scale === undefined || !this.#names().includes(name)) return;
    this.#at[name] = Math.min(scale.maximum, Math.max(scale.minimum, value));
    const next = scale.law === 'log' ? valueAt(scale, travelOf(scale, value)) : taken(scale, value);
    this.#move(name, next);
  }

  #nudge(name: Name, count: number, isFine: boolean): void {
    const scale = scaleOf(this.handle, name);
    const now = field<number>(this.handle.path, name).shown.peek();
    if (scale === undefined || now === undefined || !this.#names().includes(name)) return;
    this.#move(name, nudged(scale, now, count, isFine));
  }

  #move(name: Name, next: number): void {
    const moved = field<number>(this.handle.path, name);
    if (next === moved.shown.peek()) return;
    if (name === 'gainDb') switchOnFlat(this.handle);
    moved.move(next);
  }

  #tapped(atMs: number): void {
    if (atMs - this.#tapMs <= doubleTapMs) this.#flatten();
    this.#tapMs = atMs;
  }

  #flatten(): void {
    if (hasGain(this.handle)) field(this.handle.path, 'gainDb').move(0);
  }
}
