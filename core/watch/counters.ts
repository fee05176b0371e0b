import type { Faults } from '../base/fault-log.ts';
import { Listeners } from '../base/listeners.ts';
import type { Row } from '../rows/definitions.ts';
import type { Watching } from '../services.ts';

/** How many watch, and how many addresses are watched, by the counters that rows name (`counts`, `countsAddresses`). */
export class Counters implements Pick<Watching, 'counts' | 'onCounts'> {
  readonly #counts = new Map<string, number>();
  readonly #listeners: Listeners;

  constructor(faults: Faults) {
    this.#listeners = new Listeners(faults, 'a listener of how many watch');
  }

  /** Counts a watcher of this row in (1) or out (-1). `isOnly`: its address had, or has now, no other one. */
  add(row: Row, watchers: 1 | -1, isOnly: boolean): void {
    if (row.type !== 'view' || (row.counts ?? row.countsAddresses) === undefined) return;
    this.#add(row.counts, watchers);
    if (isOnly) this.#add(row.countsAddresses, watchers);
    this.#listeners.notify();
  }

  /** A counter without watchers is 0; one that never had any is absent. */
  counts(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#counts);
  }

  onCounts(changed: () => void): () => void {
    return this.#listeners.add(changed);
  }

  #add(counter: string | undefined, more: 1 | -1): void {
    if (counter !== undefined) this.#counts.set(counter, (this.#counts.get(counter) ?? 0) + more);
  }
}
