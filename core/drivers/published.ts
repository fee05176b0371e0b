// What others read of changing facts: computed once per change, and told only when it differs.
import { isDeepStrictEqual } from 'node:util';

export class Published<T> {
  readonly #compute: () => T;
  readonly #listeners = new Set<{ readonly listener: () => void }>();
  /** As of the last look. */
  value: T;

  constructor(compute: () => T) {
    this.#compute = compute;
    this.value = compute();
  }

  listen(listener: () => void): () => void {
    const each = { listener };
    this.#listeners.add(each);
    return () => this.#listeners.delete(each);
  }

  /** The facts changed. */
  look(): void {
    const now = this.#compute();
    if (isDeepStrictEqual(now, this.value)) return;
    this.value = now;
    for (const { listener } of [...this.#listeners]) listener();
  }
}
