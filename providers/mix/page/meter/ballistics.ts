// How the bars of a bank move: up at once, down at a speed; a peak stands for a while before it falls.
import { floorDb } from './meter-scale.ts';

const fallDbPerS = 26;
const peakHoldS = 1.5;
const peakFallDbPerS = 20;

export class Ballistics {
  /** dB of each bar, as it is to be drawn. */
  readonly shown: Float32Array;
  readonly peaks: Float32Array;
  readonly #levels: Float32Array;
  /** Seconds that each peak has stood. */
  readonly #heldS: Float32Array;

  constructor(bars: number) {
    this.shown = new Float32Array(bars).fill(floorDb);
    this.peaks = new Float32Array(bars).fill(floorDb);
    this.#levels = new Float32Array(bars).fill(floorDb);
    this.#heldS = new Float32Array(bars);
  }

  /** The level of a bar from now on, in dB. */
  set(bar: number, db: number): void {
    const level = Math.max(floorDb, db);
    this.#levels[bar] = level;
    if (level > (this.shown[bar] as number)) this.shown[bar] = level;
    if (level < (this.peaks[bar] as number)) return;
    this.peaks[bar] = level;
    this.#heldS[bar] = 0;
  }

  /** So many seconds pass. True while a bar falls, or a peak: not while a peak stands. */
  advance(seconds: number): boolean {
    let isMoving = false;
    for (let bar = 0; bar < this.shown.length; bar++) {
      const level = this.#levels[bar] as number;
      const shown = this.shown[bar] as number;
      const peak = this.peaks[bar] as number;
      if (shown > level) this.shown[bar] = Math.max(level, shown - fallDbPerS * seconds);
      if (peak > level) {
        const held = (this.#heldS[bar] as number) + seconds;
        this.#heldS[bar] = held;
        const falling = Math.min(seconds, held - peakHoldS);
        if (falling > 0) this.peaks[bar] = Math.max(level, peak - peakFallDbPerS * falling);
      }
      isMoving ||= shown > level || (peak > level && (this.#heldS[bar] as number) >= peakHoldS);
    }
    return isMoving;
  }

  /** No bar has a level any more: they fall. */
  release(): void {
    this.#levels.fill(floorDb);
  }

  /** All are empty at once. */
  clear(): void {
    for (const bars of [this.shown, this.peaks, this.#levels]) bars.fill(floorDb);
  }
}
