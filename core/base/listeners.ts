// A set of listeners. A listener that throws is logged; the others still run, and the caller does not see the error.
import type { Faults } from './log.ts';

export class Listeners<News extends readonly unknown[] = []> {
  readonly #faults: Faults;
  readonly #name: string;
  /** Copied on every change, so that a running iteration keeps its list. */
  #listeners: readonly { readonly listener: (...news: News) => void }[] = [];

  /** `name` identifies the throwing listener in the log: `a listener of the desk`. */
  constructor(faults: Faults, name: string) {
    this.#faults = faults;
    this.#name = name;
  }

  /** Adding the same function twice calls it twice. */
  add(listener: (...news: News) => void): () => void {
    const each = { listener };
    this.#listeners = [...this.#listeners, each];
    return () => {
      this.#listeners = this.#listeners.filter((other) => other !== each);
    };
  }

  get any(): boolean {
    return this.#listeners.length > 0;
  }

  /** Calls the listeners in the order of their addition; a listener added meanwhile runs the next time. */
  notify(...news: News): void {
    for (const { listener } of this.#listeners) {
      try {
        listener(...news);
      } catch (error) {
        this.#faults.note(error, this.#name);
      }
    }
  }
}
