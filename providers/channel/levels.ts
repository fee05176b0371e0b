// The levels of strips, by the columns of a mixer's meters.
import type { MeterSample, StripMeter } from 'rowdesk/provider';

const silenceDb = -144;
const quietest = 10 ** (silenceDb / 20);
const peakHoldMs = 1500;

/** Levels in dB, -144 for silence, one entry per leg; reductions 0 or less. */
export interface StripLevels {
  readonly preDb: readonly number[];
  readonly postDb: readonly number[];
  readonly rmsDb: readonly number[];
  /** The highest Post-Fader peak of the last 1.5 s. */
  readonly peakHoldDb: readonly number[];
  readonly gateReductionDb: number;
  readonly compReductionDb: number;
  readonly clipped: boolean;
}

/** All strips at one time. */
export interface Levels {
  /** By strip path; undefined while no mixer measures the strip. */
  readonly of: (strip: string) => StripLevels | undefined;
  /** ISO 8601; empty while no mixer measures. */
  readonly at: string;
}

export const noLevels: Levels = { of: () => undefined, at: '' };

/** In a strip's row of values. */
interface Place {
  readonly first: number;
  readonly legs: number;
}

/** The held peak of each leg, linear, and since when. */
interface Held {
  readonly peaks: Float32Array;
  readonly sinceMs: Float64Array;
}

/** Turns samples into levels, and holds peaks from one to the next. */
export class LevelMeter {
  #columns: MeterSample['columns'] | undefined;
  #places: ReadonlyMap<string, Place> = new Map();
  #held = new Map<string, Held>();

  take(sample: MeterSample): Levels {
    if (sample.columns !== this.#columns) this.#begin(sample.columns);
    this.#hold(sample);
    const places = this.#places;
    return {
      of: (strip) => {
        const meter = sample.strips.get(strip);
        return meter && levelsOf(meter, places, this.#held.get(strip)?.peaks);
      },
      at: new Date(sample.atMs).toISOString(),
    };
  }

  #begin(columns: MeterSample['columns']): void {
    let first = 0;
    const places = new Map<string, Place>();
    for (const { name, legs } of columns) {
      places.set(name, { first, legs });
      first += legs;
    }
    this.#columns = columns;
    this.#places = places;
    this.#held = new Map();
  }

  #hold({ strips, atMs }: MeterSample): void {
    const post = this.#places.get('postPeak');
    if (!post) return;
    for (const [path, { legs, values }] of strips) {
      let held = this.#held.get(path);
      if (!held) {
        const count = Math.min(post.legs, legs);
        held = { peaks: new Float32Array(count), sinceMs: new Float64Array(count) };
        this.#held.set(path, held);
      }
      const { peaks, sinceMs } = held;
      for (let leg = 0; leg < peaks.length; leg += 1) {
        const level = values[post.first + leg] as number;
        const isOver = atMs - (sinceMs[leg] as number) > peakHoldMs;
        if (level < (peaks[leg] as number) && !isOver) continue;
        peaks[leg] = level;
        sinceMs[leg] = atMs;
      }
    }
  }
}

function levelsOf(
  { legs, values, clipped }: StripMeter,
  places: ReadonlyMap<string, Place>,
  held: Float32Array | undefined,
): StripLevels {
  const levelsDb = (column: string) => {
    const place = places.get(column);
    return place ? dbOf(values.subarray(place.first, place.first + Math.min(place.legs, legs))) : [];
  };
  const reductionDb = (column: string) => values[places.get(column)?.first ?? values.length] ?? 0;
  return {
    preDb: levelsDb('prePeak'),
    postDb: levelsDb('postPeak'),
    rmsDb: levelsDb('rms'),
    peakHoldDb: held ? dbOf(held) : [],
    gateReductionDb: reductionDb('gate.reductionDb'),
    compReductionDb: reductionDb('comp.reductionDb'),
    clipped,
  };
}

function dbOf(levels: Float32Array): number[] {
  return Array.from(levels, (level) => (level <= quietest ? silenceDb : 20 * Math.log10(level)));
}
