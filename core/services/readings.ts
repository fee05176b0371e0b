// What is measured of the sound, and of the thread that makes it.
import type { BandsPerOctave } from '../driver.ts';

/** Figures of the audio thread. Durations in microseconds. */
export interface RealTimeFigures {
  /** Of the audio process; 0 for none. */
  readonly processId: number;
  readonly xruns: number;
  /** ISO 8601, '' for never. */
  readonly lastXrunAt: string;
  readonly dspLoadPercent: number;
  readonly dspLoadMaxPercent: number;
  readonly blockUs: number;
  readonly wakeupJitterUs: number;
  readonly quantum: number;
  readonly rate: number;
  readonly policy: string;
  readonly priority: number;
}
/** Meters of one strip; levels in dB, -144 for silence, one entry per leg; the maximum since this reader's last sample. */
export interface StripMeter {
  readonly preDb: readonly number[];
  readonly postDb: readonly number[];
  readonly rmsDb: readonly number[];
  readonly peakHoldDb: readonly number[];
  readonly gateReductionDb: number;
  readonly compReductionDb: number;
  readonly clipped: boolean;
  /** Blocks at or over 0 dBFS since start. */
  readonly clipCount: number;
}
/** The spectrum of a strip at Pre-Fader; of two legs the louder one in each band. */
export interface Spectrum {
  readonly bandsPerOctave: BandsPerOctave;
  /** Exact mid-band frequencies (IEC 61260-1), ascending. */
  readonly frequenciesHz: readonly number[];
  /** One per frequency: a full-scale sine reads 0 in its band, silence -144. */
  readonly levelsDb: readonly number[];
}
/** When the sound of a strip comes, against another strip's, both at Top-Of-Ch. */
export interface Alignment {
  /** The strip it was compared with, `/channel/input/1`. */
  readonly reference: string;
  /** How much later than its reference the strip is, less than 0 where it is earlier; the nearest whole frame. */
  readonly frames: number;
  /** The same, to fractions of a frame. */
  readonly offsetMs: number;
  /** 0 to 100; low where the two have little in common, or one is silent: the offset then means nothing. */
  readonly confidencePercent: number;
}
