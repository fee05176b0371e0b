// One canvas for the meters of several strips. It reads where the slots are after layouts only; a frame is drawn only
// while something moves, and in it only the strips that look otherwise than before.
import { Ballistics } from './ballistics.ts';
import type { StripLevel } from './levels.ts';
import { type MeterColours, meterColours, onTheme } from './meter-colours.ts';
import { meterHeight } from './meter-scale.ts';
import { type Painter, type Place, Value } from './painter.ts';
import type { Slots } from './slots.ts';

/** Bars of a strip: pre, and post of two legs. */
const barsOfStrip = 3;
/** Frames are at least so far apart: levels come 25 times a second, and the eye sees no more of a falling bar. */
const leastFrameMs = 28;
/** A frame that comes later counts as one of so long. */
const longestFrameS = 0.25;

export class MeterCanvas {
  readonly #canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D;
  readonly #painter: Painter;
  readonly #stops: readonly (() => void)[];
  #colours: MeterColours;
  #bars = new Ballistics(0);
  /** By strip. */
  #places: readonly (Place | undefined)[] = [];
  #reductions = new Float32Array(0);
  #legs = new Uint8Array(0);
  /** `Value.count` numbers of each strip as drawn. */
  #drawn = new Int16Array(0);
  /** By kind and index: which strip it is. */
  #strips = new Map<string, number[]>();
  readonly #next = new Int16Array(Value.count);
  #request = 0;
  #frameMs = 0;

  constructor(canvas: HTMLCanvasElement, painter: Painter) {
    this.#canvas = canvas;
    this.#context = canvas.getContext('2d') as CanvasRenderingContext2D;
    this.#painter = painter;
    this.#colours = meterColours();
    this.#stops = [
      onTheme(() => {
        this.#colours = meterColours();
        this.#paintAll();
      }),
    ];
  }

  /** Strips by their paths, `/channel/input/14`. Their meters begin empty. */
  setStrips(strips: readonly string[]): void {
    this.#bars = new Ballistics(strips.length * barsOfStrip);
    this.#reductions = new Float32Array(strips.length);
    this.#legs = new Uint8Array(strips.length);
    this.#drawn = new Int16Array(strips.length * Value.count);
    this.#places = [];
    this.#strips = new Map();
    for (const [strip, path] of strips.entries()) {
      const [, , kind = '', index] = path.split('/');
      const ofKind = this.#strips.get(kind) ?? [];
      ofKind[Number(index)] = strip;
      this.#strips.set(kind, ofKind);
    }
  }

  /**
   * Where the strips' slots are, by strip. A canvas that is large enough stays: a new one as wide as a 4K screen has the browser
   * clear tens of MB of memory.
   */
  setSlots({ box, ratio, places }: Slots): void {
    const canvas = this.#canvas;
    const { style } = canvas;
    const [width, height] = [Math.round(box.width * ratio), Math.round(box.height * ratio)];
    if (width > canvas.width || height > canvas.height) {
      canvas.width = width;
      canvas.height = height;
    }
    style.left = `${box.x}px`;
    style.top = `${box.y}px`;
    style.width = `${canvas.width / ratio}px`;
    style.height = `${canvas.height / ratio}px`;
    this.#places = places;
    this.#paintAll();
  }

  /** Levels as they come; none empties the meters. */
  take(levels: readonly StripLevel[]): void {
    this.#bars.release();
    if (levels.length === 0) {
      this.#bars.clear();
      this.#reductions.fill(0);
    }
    for (const { kind, index, preDb, postDb, grDb } of levels) {
      const strip = this.#strips.get(kind)?.[index];
      if (strip === undefined) continue;
      const bar = strip * barsOfStrip;
      this.#legs[strip] = postDb.length;
      this.#reductions[strip] = grDb;
      this.#bars.set(bar, Math.max(...preDb));
      for (let leg = 0; leg < 2; leg++) this.#bars.set(bar + 1 + leg, postDb[leg] ?? Number.NEGATIVE_INFINITY);
    }
    this.#request ||= requestAnimationFrame(this.#frame);
  }

  close(): void {
    cancelAnimationFrame(this.#request);
    for (const stop of this.#stops) stop();
  }

  readonly #frame = (nowMs: number): void => {
    if (nowMs - this.#frameMs < leastFrameMs) {
      this.#request = requestAnimationFrame(this.#frame);
      return;
    }
    const seconds = Math.min(longestFrameS, Math.max(0, nowMs - this.#frameMs) / 1000);
    this.#frameMs = nowMs;
    const isMoving = this.#bars.advance(seconds);
    for (let strip = 0; strip < this.#places.length; strip++) if (this.#isOther(strip)) this.#paint(strip);
    this.#request = isMoving ? requestAnimationFrame(this.#frame) : 0;
  };

  /** Computes what is to be drawn. */
  #isOther(strip: number): boolean {
    const place = this.#places[strip];
    if (place === undefined) return false;
    const next = this.#next;
    const height = place.height - Math.round(this.#painter.head * place.ratio);
    const first = strip * barsOfStrip;
    for (let bar = 0; bar < barsOfStrip; bar++) {
      next[Value.pre + bar] = Math.round(meterHeight(this.#bars.shown[first + bar] as number) * height);
      next[Value.prePeak + bar] = Math.round(meterHeight(this.#bars.peaks[first + bar] as number) * height);
    }
    next[Value.reduction] = Math.round((1 - meterHeight(this.#reductions[strip] as number)) * height);
    next[Value.legs] = this.#legs[strip] as number;
    const drawn = strip * Value.count;
    let isOther = false;
    for (let n = 0; n < this.#painter.drawn; n++) {
      if (this.#drawn[drawn + n] === next[n]) continue;
      this.#drawn[drawn + n] = next[n] as number;
      isOther = true;
    }
    return isOther;
  }

  #paint(strip: number): void {
    const place = this.#places[strip];
    if (place === undefined) return;
    this.#context.clearRect(place.x, place.y, place.width, place.height);
    const values = this.#drawn.subarray(strip * Value.count, (strip + 1) * Value.count);
    this.#painter.paint(this.#context, this.#colours, place, values);
  }

  #paintAll(): void {
    this.#context.clearRect(0, 0, this.#canvas.width, this.#canvas.height);
    for (let strip = 0; strip < this.#places.length; strip++) {
      this.#isOther(strip);
      this.#paint(strip);
    }
  }
}
