// Meters of one reader: all frames since its last sample, folded into one column by column.
import type { MeterColumn } from '../../driver.ts';
import type { MeterSample, StripMeter } from '../../services.ts';
import type { MeterFormat, MeterFrame } from '../link/meter-frame.ts';
import type { Accumulator } from './intervals.ts';

type Fold = MeterColumn['fold'];

export class MeterAccumulator implements Accumulator<MeterFrame, MeterSample> {
  #newest: MeterFrame | undefined;
  /** Undefined after a sample. */
  #values: Float32Array | undefined;
  /** Of the last sample, or of the first frame: earlier clips are none of this reader's. */
  #clips: Uint32Array = new Uint32Array(0);
  #format: MeterFormat | undefined;
  /** One for each float of a strip's row. */
  #folds: readonly Fold[] = [];

  add(frame: MeterFrame): void {
    if (frame.format !== this.#format) this.#begin(frame);
    this.#values = this.#values ? folded(this.#values, frame.values, this.#folds) : frame.values;
    this.#newest = frame;
  }

  take(): MeterSample {
    const { format, atMs, clips } = this.#newest as MeterFrame;
    const values = this.#values as Float32Array;
    const before = this.#clips;
    const floats = this.#folds.length;
    const strips = new Map<string, StripMeter>();
    for (const [strip, path] of format.paths.entries()) {
      const clipCount = clips[strip] as number;
      strips.set(path, {
        legs: format.legs[strip] as number,
        values: values.subarray(strip * floats, (strip + 1) * floats),
        clipped: clipCount > (before[strip] as number),
        clipCount,
      });
    }
    this.#values = undefined;
    this.#clips = clips;
    return { atMs, columns: format.columns, strips };
  }

  #begin({ format, clips }: MeterFrame): void {
    this.#format = format;
    this.#folds = format.columns.flatMap(({ legs, fold }) => Array<Fold>(legs).fill(fold));
    this.#values = undefined;
    this.#clips = clips;
  }
}

function folded(before: Float32Array, now: Float32Array, folds: readonly Fold[]): Float32Array {
  const values = new Float32Array(now.length);
  for (let row = 0; row < now.length; row += folds.length) {
    for (let column = 0; column < folds.length; column += 1) {
      const at = row + column;
      const fold = folds[column];
      const value = now[at] as number;
      if (fold === 'last') values[at] = value;
      else values[at] = fold === 'max' ? Math.max(before[at] as number, value) : Math.min(before[at] as number, value);
    }
  }
  return values;
}
