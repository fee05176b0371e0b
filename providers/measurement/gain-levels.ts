// The levels of a source while it plays: peaks of short windows at Top-Of-Ch, and their percentiles.

/** What is quieter counts as a pause. */
export const pauseDb = -60;
/** The highest positive value of a 16-bit converter; a source that reaches it has clipped. */
export const fullScale = 32_767 / 32_768;
const silenceDb = -144;

export interface PlayedLevels {
  /** Of the windows that were louder than a pause, dBFS: so many percent of them are not above it. */
  readonly p50Db: number;
  readonly p90Db: number;
  readonly p999Db: number;
  /** The highest sample, dBFS. */
  readonly peakDb: number;
  /** How long it was louder than a pause, of the time that was listened to. */
  readonly playingPercent: number;
  readonly windows: number;
  readonly isClipped: boolean;
}

/** Collects the peaks of one source. Memory: a number for each window. */
export class PlayedPeaks {
  readonly #peaks: number[] = [];
  #windows = 0;
  #highest = 0;

  /** The highest absolute sample of the next window, linear; full scale is 1. */
  add(peak: number): void {
    this.#windows++;
    this.#highest = Math.max(this.#highest, peak);
    if (dbOf(peak) > pauseDb) this.#peaks.push(peak);
  }

  levels(): PlayedLevels {
    const sorted = Float64Array.from(this.#peaks).sort();
    return {
      p50Db: dbOf(percentile(sorted, 50)),
      p90Db: dbOf(percentile(sorted, 90)),
      p999Db: dbOf(percentile(sorted, 99.9)),
      peakDb: dbOf(this.#highest),
      playingPercent: this.#windows === 0 ? 0 : (100 * sorted.length) / this.#windows,
      windows: this.#windows,
      isClipped: this.#highest >= fullScale,
    };
  }
}

/** Nearest rank: the smallest of the ascending numbers that so many percent are not above; 0 of none. */
export function percentile(ascending: ArrayLike<number>, percent: number): number {
  const rank = Math.ceil((percent / 100) * ascending.length);
  return ascending[Math.max(0, rank - 1)] ?? 0;
}

/** -144 for silence. */
export const dbOf = (linear: number): number => (linear > 0 ? Math.max(silenceDb, 20 * Math.log10(linear)) : silenceDb);
