// Readers of meters: one stream over the link, as fast as the fastest reader asks, and the maxima of each interval.
import type { StripMeter, Time } from '../../services.ts';
import { floatsPerStrip, type MeterFrame } from '../link/meter-frame.ts';

type Sample = (meters: ReadonlyMap<string, StripMeter>, atMs: number) => void;

const silenceDb = -144;
const quietest = 10 ** (silenceDb / 20);
const peakHoldMs = 1500;

/** The order of a strip's eight floats (core/driver/mixer.ts, `readMeters`). */
const pre = 0;
const post = 2;
const rms = 4;
const gate = 6;
const comp = 7;

/** Those who read at the same interval: they share the maxima and the map. */
interface Group {
  readonly intervalMs: number;
  readonly samples: Set<{ readonly sample: Sample }>;
  /** Peaks and reductions since the last sample. */
  most: Float32Array;
  /** As they were at the last sample, undefined before the first frame: what clipped earlier is not this group's. */
  clips: Uint32Array | undefined;
  dueMs: number;
}

export class Meters {
  readonly #time: Time;
  readonly #ask: (intervalMs: number | null) => void;
  readonly #groups = new Map<number, Group>();
  #asked: number | null = null;
  #paths: readonly string[] = [];
  #legs: readonly number[] = [];
  #held = new Float32Array(0);
  #heldSinceMs = new Float64Array(0);

  /** `ask` tells the process how often to send, null for not at all. */
  constructor(time: Time, ask: (intervalMs: number | null) => void) {
    this.#time = time;
    this.#ask = ask;
  }

  read(intervalMs: number, sample: Sample): () => void {
    const group = this.#groups.get(intervalMs) ?? this.#newGroup(intervalMs);
    // each read is its own, also when the same function reads twice
    const reader = { sample };
    group.samples.add(reader);
    this.#tell();
    return () => {
      group.samples.delete(reader);
      if (group.samples.size === 0) this.#groups.delete(intervalMs);
      this.#tell();
    };
  }

  /** The process is there again and knows of no reader. */
  askAgain(): void {
    this.#asked = null;
    this.#tell();
  }

  setPaths(paths: readonly string[], legs: readonly number[]): void {
    this.#paths = paths;
    this.#legs = legs;
    this.#held = new Float32Array(paths.length * 2);
    this.#heldSinceMs = new Float64Array(paths.length * 2);
    for (const group of this.#groups.values()) {
      group.most = new Float32Array(paths.length * floatsPerStrip);
      group.clips = undefined;
    }
  }

  take({ atMs, levels, clips }: MeterFrame): void {
    if (clips.length !== this.#paths.length) return;
    this.#hold(levels, atMs);
    const now = this.#time.monotonicMs();
    const streamMs = this.#asked ?? 0;
    for (const group of this.#groups.values()) {
      accumulate(group.most, levels);
      group.clips ??= clips;
      // the frame that is nearest to its time is its own
      if (now < group.dueMs - streamMs / 2) continue;
      group.dueMs = Math.max(group.dueMs + group.intervalMs, now);
      const meters = this.#metersOf(group.most, group.clips, clips);
      group.most.fill(0);
      group.clips = clips;
      for (const { sample } of [...group.samples]) sample(meters, atMs);
    }
  }

  #newGroup(intervalMs: number): Group {
    const group: Group = {
      intervalMs,
      samples: new Set(),
      most: new Float32Array(this.#paths.length * floatsPerStrip),
      clips: undefined,
      dueMs: this.#time.monotonicMs() + intervalMs,
    };
    this.#groups.set(intervalMs, group);
    return group;
  }

  /** How often the process is to send, null for not at all. */
  get askedMs(): number | null {
    return this.#asked;
  }

  #tell(): void {
    const fastest = this.#groups.size === 0 ? null : Math.min(...this.#groups.keys());
    if (fastest === this.#asked) return;
    this.#asked = fastest;
    this.#ask(fastest);
  }

  /** The highest Post-Fader peak of the last 1.5 s, per leg (rows.md, Meters). */
  #hold(levels: Float32Array, atMs: number): void {
    for (let at = 0; at < this.#held.length; at += 1) {
      const level = levels[(at >> 1) * floatsPerStrip + post + (at & 1)] as number;
      const isOver = atMs - (this.#heldSinceMs[at] as number) > peakHoldMs;
      if (level < (this.#held[at] as number) && !isOver) continue;
      this.#held[at] = level;
      this.#heldSinceMs[at] = atMs;
    }
  }

  #metersOf(most: Float32Array, before: Uint32Array, clips: Uint32Array): ReadonlyMap<string, StripMeter> {
    return new Map(
      this.#paths.map((path, strip) => {
        const at = strip * floatsPerStrip;
        const legs = Math.min(2, this.#legs[strip] ?? 2);
        const levelsDb = (from: number) => Array.from({ length: legs }, (_, leg) => toDb(most[at + from + leg]));
        const held = Array.from({ length: legs }, (_, leg) => toDb(this.#held[strip * 2 + leg]));
        const clipCount = clips[strip] as number;
        return [
          path,
          {
            preDb: levelsDb(pre),
            postDb: levelsDb(post),
            rmsDb: levelsDb(rms),
            peakHoldDb: held,
            gateReductionDb: most[at + gate] as number,
            compReductionDb: most[at + comp] as number,
            clipped: clipCount > (before[strip] as number),
            clipCount,
          },
        ];
      }),
    );
  }
}

/** Peaks keep the highest, reductions (0 or less) the lowest; the mean power is that of the newest frame. */
function accumulate(most: Float32Array, levels: Float32Array): void {
  for (let at = 0; at < levels.length; at += 1) {
    const kind = at % floatsPerStrip;
    const level = levels[at] as number;
    const before = most[at] as number;
    if (kind < rms) most[at] = Math.max(before, level);
    else if (kind < gate) most[at] = level;
    else most[at] = Math.min(before, level);
  }
}

function toDb(level = 0): number {
  return level <= quietest ? silenceDb : 20 * Math.log10(level);
}
