import type { Faults } from '../base/fault-log.ts';
import { Listeners } from '../base/listeners.ts';
import type { Row } from '../rows/definitions.ts';
import type { Watching } from '../services.ts';

/** The numbers of watchers and of watched addresses, by the counters that rows name (`counts`, `countsAddresses`). */
export class Counters implements Pick<Watching, 'counts' | 'onCounts'> {
  readonly #counts = new Map<string, number>();
  readonly #listeners: Listeners;

  constructor(faults: Faults) {
    this.#listeners = new Listeners(faults, 'a listener of how many watch');
  }

  /** Adds (1) or removes (-1) a watcher of this row. `isOnly`: its address has no other watcher. */
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
