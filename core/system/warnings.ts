// Warnings for the operator, by id. The end of its cause clears a warning.
import { isDeepStrictEqual } from 'node:util';
import { Faults } from '../base/fault-log.ts';
import { Listeners } from '../base/listeners.ts';
import type { Log, Time, Warning, Warnings } from '../services.ts';

export class WarningBoard implements Warnings {
  readonly #time: Pick<Time, 'now'>;
  readonly #raised = new Map<string, Warning>();
  readonly #listeners: Listeners;
  readonly #acknowledged: Listeners<[id: string]>;

  constructor(time: Pick<Time, 'now'>, log: Log) {
    this.#time = time;
    this.#listeners = new Listeners(new Faults(log), 'a listener of the warnings');
    this.#acknowledged = new Listeners(new Faults(log), 'a listener of acknowledgements');
  }

  /** The same id again updates it; `since` stays that of the first. */
  raise(warning: Omit<Warning, 'since'>): void {
    const before = this.#raised.get(warning.id);
    const since = before?.since ?? new Date(this.#time.now()).toISOString();
    const after = { ...warning, since };
    if (isDeepStrictEqual(before, after)) return;
    this.#raised.set(warning.id, after);
    this.#listeners.notify();
  }

  clear(id: string): void {
    if (this.#raised.delete(id)) this.#listeners.notify();
  }

  acknowledge(id: string): void {
    this.#acknowledged.notify(id);
  }

  onAcknowledged(listener: (id: string) => void): () => void {
    return this.#acknowledged.add(listener);
  }

  list(): readonly Warning[] {
    return [...this.#raised.values()];
  }

  watch(changed: () => void): () => void {
    return this.#listeners.add(changed);
  }
}
