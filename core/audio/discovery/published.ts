// What others read of changing facts: computed once per change, and told only when it differs.
import { isDeepStrictEqual } from 'node:util';
import type { Listeners } from '../../base/listeners.ts';

export class Published<T> {
  readonly #compute: () => T;
  readonly #listeners: Listeners;
  /** As of the last look. */
  value: T;

  constructor(compute: () => T, listeners: Listeners) {
    this.#compute = compute;
    this.#listeners = listeners;
    this.value = compute();
  }

  listen(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  /** The facts changed. */
  look(): void {
    const now = this.#compute();
    if (isDeepStrictEqual(now, this.value)) return;
    this.value = now;
    this.#listeners.notify();
  }
}
