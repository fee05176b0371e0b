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
  /** The reductions of all processors together. */
  readonly reductionDb: number;
  /** The meters of processors, by column: `gate.reductionDb`. */
  readonly processors: Readonly<Record<string, number>>;
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

/** The floats of a column in a strip's row; none of a column that the mixer lacks. */
interface Place {
  readonly first: number;
  readonly legs: number;
}
const nowhere: Place = { first: 0, legs: 0 };

interface Places {
  readonly pre: Place;
  readonly post: Place;
  readonly rms: Place;
  readonly processors: readonly ProcessorPlace[];
}

/** The meter of a processor, `processorId.meter`. */
interface ProcessorPlace {
  readonly name: string;
  readonly at: number;
  readonly isReduction: boolean;
}

/** The held peak of each leg, linear, and since when. */
interface Held {
  readonly peaks: Float32Array;
  readonly sinceMs: Float64Array;
}

/** Turns samples into levels, and holds peaks from one to the next. */
export class LevelMeter {
  #columns: MeterSample['columns'] | undefined;
  #places: Places = placesOf([]);
  #held = new Map<string, Held>();

  take(sample: MeterSample): Levels {
    if (sample.columns !== this.#columns) this.#begin(sample.columns);
    this.#hold(sample);
    const places = this.#places;
    return {
      of: (strip) => {
        const meter = sample.strips.get(strip);
        const held = this.#held.get(strip);
        return meter && held && levelsOf(meter, places, held.peaks);
      },
      at: new Date(sample.atMs).toISOString(),
    };
  }

  #begin(columns: MeterSample['columns']): void {
    this.#columns = columns;
    this.#places = placesOf(columns);
    this.#held = new Map();
  }

  #hold({ strips, atMs }: MeterSample): void {
    const { post } = this.#places;
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
        // The clock of samples may be set back: a peak is not held until it is there again.
        const isOver = Math.abs(atMs - (sinceMs[leg] as number)) > peakHoldMs;
        if (level < (peaks[leg] as number) && !isOver) continue;
        peaks[leg] = level;
        sinceMs[leg] = atMs;
      }
    }
  }
}

function placesOf(columns: MeterSample['columns']): Places {
  const places = new Map<string, Place>();
  let first = 0;
  for (const { name, legs } of columns) {
    places.set(name, { first, legs });
    first += legs;
  }
  const placeOf = (name: string) => places.get(name) ?? nowhere;
  return {
    pre: placeOf('prePeak'),
    post: placeOf('postPeak'),
    rms: placeOf('rms'),
    processors: [...places].flatMap(([name, { first }]) =>
      name.includes('.') ? [{ name, at: first, isReduction: name.endsWith('.reductionDb') }] : [],
    ),
  };
}

function levelsOf(
  { legs, values, clipped }: StripMeter,
  { pre, post, rms, processors }: Places,
  held: Float32Array,
): StripLevels {
  const meters: Record<string, number> = {};
  let reductionDb = 0;
  for (const { name, at, isReduction } of processors) {
    const value = values[at] as number;
    meters[name] = value;
    if (isReduction) reductionDb += value;
  }
  return {
    preDb: dbOf(values, pre.first, Math.min(pre.legs, legs)),
    postDb: dbOf(values, post.first, Math.min(post.legs, legs)),
    rmsDb: dbOf(values, rms.first, Math.min(rms.legs, legs)),
    peakHoldDb: dbOf(held, 0, held.length),
    reductionDb,
    processors: meters,
    clipped,
  };
}

function dbOf(levels: Float32Array, first: number, count: number): number[] {
  const db: number[] = [];
  for (let at = first; at < first + count; at += 1) {
    const level = levels[at] as number;
    db.push(level <= quietest ? silenceDb : 20 * Math.log10(level));
  }
  return db;
}
