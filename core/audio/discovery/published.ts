// A value computed from changing facts, with listeners that are called only when it differs.
import { isDeepStrictEqual } from 'node:util';
import type { Listeners } from '../../base/listeners.ts';

export class Published<T> {
  readonly #compute: () => T;
  readonly #listeners: Listeners;
  /** Computed by the last `look`. */
  value: T;

  constructor(compute: () => T, listeners: Listeners) {
    this.#compute = compute;
    this.#listeners = listeners;
    this.value = compute();
  }

  listen(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Computes the value, after a change of the facts. */
  look(): void {
    const now = this.#compute();
    if (isDeepStrictEqual(now, this.value)) return;
    this.value = now;
    this.#listeners.notify();
  }
}
