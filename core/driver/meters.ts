// What a mixer measures on every strip.

export const mostMeterColumns = 64;

/** How several reads of a meter become one: the largest, the smallest or the newest value. */
export const meterFolds = ['max', 'min', 'last'] as const;

/**
 * A quantity that a mixer measures on every strip. In-tree: `topPeak`, `prePeak` and `postPeak` (sample peaks at
 * Top-Of-Ch, Post-Trim and Post-Fader) and `rms` (at Post-Fader, AES17: a full-scale sine is 1), linear;
 * `gate.reductionDb`, dB, 0 or less.
 */
export interface MeterColumn {
  /** Unique. A processor's is `processorId.meter`. */
  readonly name: string;
  /** Floats in a strip's row, 1 or 2. The second of two is the right leg, 0 in a strip of one leg. */
  readonly legs: number;
  readonly fold: (typeof meterFolds)[number];
}
