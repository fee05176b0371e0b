// Durations of named operations: counts all of them, keeps the last ones for the percentile.
import type { Perf } from '../services.ts';

const kept = 1_000;

class Durations {
  readonly #last = new Float64Array(kept);
  count = 0;
  #sumMs = 0;
  #maxMs = 0;

  add(ms: number): void {
    this.#last[this.count % kept] = ms;
    this.count++;
    this.#sumMs += ms;
    if (ms > this.#maxMs) this.#maxMs = ms;
  }

  figures() {
    const sorted = this.#last.slice(0, Math.min(this.count, kept)).sort();
    // The smallest duration that at least 99 % of the kept ones don't exceed (nearest rank).
    const p99Ms = sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0;
    return { count: this.count, meanMs: this.#sumMs / this.count, p99Ms, maxMs: this.#maxMs };
  }
}

export class PerfBook implements Perf {
  readonly #ops = new Map<string, Durations>();

  /** Sorted by name. `p99Ms` is of the last 1000, the rest of all since the start. */
  get ops(): Perf['ops'] {
    const names = [...this.#ops.keys()].sort();
    return names.map((op) => ({ op, ...(this.#ops.get(op) as Durations).figures() }));
  }

  record(op: string, ms: number): void {
    let durations = this.#ops.get(op);
    if (durations === undefined) {
      durations = new Durations();
      this.#ops.set(op, durations);
    }
    durations.add(ms);
  }
}
