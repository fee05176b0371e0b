import type { Row } from '../rows/definitions.ts';
import type { Watching } from '../services.ts';

/** How many watch, by the counter that rows name (`counts`). */
export class Counters implements Watching {
  readonly #counts = new Map<string, number>();
  readonly #listeners = new Set<() => void>();

  /** Counts a watcher of this row in (1) or out (-1). */
  add(row: Row, watchers: 1 | -1): void {
    if (row.type !== 'view' || row.counts === undefined) return;
    this.#counts.set(row.counts, (this.#counts.get(row.counts) ?? 0) + watchers);
    for (const listener of [...this.#listeners]) listener();
  }

  /** A counter that nobody watches any more is 0; one that nobody ever watched is not there. */
  counts(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#counts);
  }

  onCounts(changed: () => void): () => void {
    this.#listeners.add(changed);
    return () => this.#listeners.delete(changed);
  }
}
