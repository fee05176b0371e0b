// Who is told of something. One that throws is a fault in the log: the others are told all the same, and so is whoever tells.
import type { Faults } from './log.ts';

export class Listeners<Told extends readonly unknown[] = []> {
  readonly #faults: Faults;
  readonly #name: string;
  /** Another list whenever one comes or goes: whoever goes through one is not disturbed. */
  #listeners: readonly { readonly listener: (...told: Told) => void }[] = [];

  /** `name` says in the log who threw: `a listener of the desk`. */
  constructor(faults: Faults, name: string) {
    this.#faults = faults;
    this.#name = name;
  }

  /** Each stands for itself, also when the same function comes twice. */
  add(listener: (...told: Told) => void): () => void {
    const each = { listener };
    this.#listeners = [...this.#listeners, each];
    return () => {
      this.#listeners = this.#listeners.filter((other) => other !== each);
    };
  }

  get any(): boolean {
    return this.#listeners.length > 0;
  }

  /** In the order in which they came; who comes meanwhile is told next time. */
  tell(...told: Told): void {
    for (const { listener } of this.#listeners) {
      try {
        listener(...told);
      } catch (error) {
        this.#faults.note(error, this.#name);
      }
    }
  }
}
