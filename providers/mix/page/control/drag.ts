// A finger on a control that moves along a travel: relative, so that a touch moves nothing.

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface DragStart {
  /** Where the control stands, 0..1. */
  readonly travel: number;
  /** CSS px from 0 to 1. */
  readonly travelPx: number;
  readonly at: Point;
  /** Default up. */
  readonly towards?: 'up' | 'right';
  /** Where a finger begins, this many px are as long as the whole travel; farther away `travelPx` are. Default `travelPx`. */
  readonly startTravelPx?: number;
}

/** A finger that trembles moves nothing. */
const deadZonePx = 4;
/** So far sideways, a finger moves finely. */
const sidewaysPx = 60;
const fineSpeed = 1 / 5;
/** To either side of the start: a short control is set there as exactly as a long one. */
const slowZonePx = 34;

export class Drag {
  #travel: number;
  readonly #travelPx: number;
  readonly #start: Point;
  readonly #isAlongX: boolean;
  readonly #slowSpeed: number;
  /** CSS px along the travel, from the start. */
  #last = 0;
  #hasMoved = false;
  #isFine = false;

  constructor({ travel, travelPx, at, towards = 'up', startTravelPx = travelPx }: DragStart) {
    this.#travel = travel;
    this.#travelPx = travelPx;
    this.#slowSpeed = Math.min(1, travelPx / startTravelPx);
    this.#start = at;
    this.#isAlongX = towards === 'right';
  }

  /** False while the finger has not left the dead zone. */
  get hasMoved(): boolean {
    return this.#hasMoved;
  }

  get isFine(): boolean {
    return this.#isFine;
  }

  /** The control has gone to another place meanwhile: the drag goes on from there. */
  standAt(travel: number): void {
    this.#travel = travel;
  }

  /** The travel where the finger now has the control; undefined in the dead zone. What overruns an end is forgotten. */
  move(to: Point, isShift = false): number | undefined {
    const along = this.#along(to);
    if (!this.#hasMoved) {
      if (Math.abs(along) < deadZonePx) return undefined;
      this.#hasMoved = true;
      this.#last = Math.sign(along) * deadZonePx;
    }
    this.#isFine = isShift || Math.abs(this.#across(to)) > sidewaysPx;
    const movedPx = (this.#geared(along) - this.#geared(this.#last)) * (this.#isFine ? fineSpeed : 1);
    this.#last = along;
    this.#travel = Math.min(1, Math.max(0, this.#travel + movedPx / this.#travelPx));
    return this.#travel;
  }

  /** The way of a finger, slow near its start: the same way back ends where it began. */
  #geared(along: number): number {
    const slowPx = Math.min(slowZonePx, Math.max(-slowZonePx, along));
    return slowPx * this.#slowSpeed + along - slowPx;
  }

  /** CSS px from the start, positive towards the upper end. */
  #along({ x, y }: Point): number {
    return this.#isAlongX ? x - this.#start.x : this.#start.y - y;
  }

  #across({ x, y }: Point): number {
    return this.#isAlongX ? y - this.#start.y : x - this.#start.x;
  }
}

/** Two taps that are one gesture: within 300 ms and 12 px. */
export class DoubleTap {
  #last: { readonly at: Point; readonly ms: number } | undefined;

  /** A finger left without a drag. True for the second of two taps. */
  tap(at: Point, ms: number): boolean {
    const before = this.#last;
    const isSecond =
      before !== undefined && ms - before.ms <= 300 && Math.hypot(at.x - before.at.x, at.y - before.at.y) <= 12;
    this.#last = isSecond ? undefined : { at, ms };
    return isSecond;
  }

  /** A drag lay between. */
  forget(): void {
    this.#last = undefined;
  }
}
