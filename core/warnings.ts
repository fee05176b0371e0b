// The states worth a person's eye, by id; they go when their cause goes.
import { isDeepStrictEqual } from 'node:util';
import type { Time, Warning, Warnings } from './services.ts';

export class WarningBoard implements Warnings {
  readonly #time: Pick<Time, 'now'>;
  readonly #raised = new Map<string, Warning>();
  readonly #listeners = new Set<() => void>();

  constructor(time: Pick<Time, 'now'>) {
    this.#time = time;
  }

  /** The same id again updates it; `since` stays that of the first. */
  raise(warning: Omit<Warning, 'since'>): void {
    const before = this.#raised.get(warning.id);
    const since = before?.since ?? new Date(this.#time.now()).toISOString();
    const after = { ...warning, since };
    if (isDeepStrictEqual(before, after)) return;
    this.#raised.set(warning.id, after);
    this.#tell();
  }

  clear(id: string): void {
    if (this.#raised.delete(id)) this.#tell();
  }

  list(): readonly Warning[] {
    return [...this.#raised.values()];
  }

  watch(changed: () => void): () => void {
    // Each watch is its own, also when the same function watches twice.
    const listener = () => changed();
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}
