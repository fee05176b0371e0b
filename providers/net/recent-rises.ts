// How much counters rose lately. A cable may have damaged a packet or two long ago; one that does so now is what an operator
// has to know, and a counter alone does not say when.

const spanMs = 60_000;

interface Rise {
  readonly atMs: number;
  readonly count: number;
}

export class RecentRises {
  readonly #last = new Map<string, number>();
  readonly #rises = new Map<string, readonly Rise[]>();

  /**
   * Takes all counters by name, at `nowMs` (monotonic). What a counter had at its first look counts for nothing, and one that
   * falls has begun anew. A counter that is not among them is forgotten.
   */
  take(counters: ReadonlyMap<string, number>, nowMs: number): void {
    for (const name of this.#last.keys()) if (!counters.has(name)) this.#forget(name);
    for (const [name, total] of counters) {
      const count = total - (this.#last.get(name) ?? total);
      this.#last.set(name, total);
      const before = (this.#rises.get(name) ?? []).filter(({ atMs }) => nowMs - atMs < spanMs);
      this.#rises.set(name, count > 0 ? [...before, { atMs: nowMs, count }] : before);
    }
  }

  /** What the last minute before the last look brought; 0 for a counter that is not known. */
  of(name: string): number {
    return (this.#rises.get(name) ?? []).reduce((sum, { count }) => sum + count, 0);
  }

  #forget(name: string): void {
    this.#last.delete(name);
    this.#rises.delete(name);
  }
}
