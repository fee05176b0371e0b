// Measurements: meters, spectra, delay estimates, and figures of the audio thread.
import type { BandsPerOctave, MeterColumn } from '../driver.ts';

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
/** Meters of one strip since this reader's last sample. */
export interface StripMeter {
  /** 1 or 2. */
  readonly legs: number;
  /** By the columns of the sample: of each column as many floats as it has legs. */
  readonly values: Float32Array;
  readonly clipped: boolean;
  /** Blocks at or over 0 dBFS since start. */
  readonly clipCount: number;
}
/** Meters of all strips. */
export interface MeterSample {
  /** Epoch milliseconds. */
  readonly atMs: number;
  /** The same object until another mixer measures. */
  readonly columns: readonly MeterColumn[];
  /** By strip path, `/channel/input/1`. */
  readonly strips: ReadonlyMap<string, StripMeter>;
}
/** The spectrum of a strip at Pre-Fader; of two legs the louder one in each band. */
export interface Spectrum {
  readonly bandsPerOctave: BandsPerOctave;
  /** Exact mid-band frequencies (IEC 61260-1), ascending. */
  readonly frequenciesHz: readonly number[];
  /** One per frequency: a full-scale sine reads 0 in its band, silence -144. */
  readonly levelsDb: readonly number[];
}
/** The delay of a strip against another strip, both at Top-Of-Ch; and behind the delays of both. */
export interface Alignment {
  /** The reference strip, `/channel/input/1`. */
  readonly reference: string;
  /** The delay, negative for an earlier strip, rounded to frames. */
  readonly frames: number;
  /** The same, to fractions of a frame. */
  readonly offsetMs: number;
  /** 0 to 100; low when the signals are unlike or one is silent: the offset is then meaningless. */
  readonly confidencePercent: number;
  /** In milliseconds, where both leave the mixer or are sent on; null while it isn't measured. */
  readonly offsetAfterDelayMs: number | null;
  readonly confidenceAfterDelayPercent: number;
}
