// The sentences of all providers about the running desk.
import type { Faults } from '../base/fault-log.ts';
import type { Summary } from '../services.ts';

export class SummaryBoard implements Summary {
  readonly #sources = new Set<() => readonly string[]>();
  readonly #faults: Faults;

  constructor(faults: Faults) {
    this.#faults = faults;
  }

  use(lines: () => readonly string[]): () => void {
    const own = () => lines();
    this.#sources.add(own);
    return () => this.#sources.delete(own);
  }

  /** In the order of the providers. One that throws is a fault in the log, and says nothing. */
  get lines(): readonly string[] {
    return [...this.#sources].flatMap((lines) => {
      try {
        return lines();
      } catch (error) {
        this.#faults.note(error, 'a summary of the desk');
        return [];
      }
    });
  }
}
