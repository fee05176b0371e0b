// Values that were written again, newest first.
import type { Correction } from '../services.ts';

const kept = 200;

export class Corrections {
  readonly #entries: Correction[] = [];
  #count = 0;

  /** Writes that changed the value of the target. */
  get count(): number {
    return this.#count;
  }

  get entries(): readonly Correction[] {
    return [...this.#entries];
  }

  add(correction: Correction): void {
    if (correction.outcome === 'corrected') this.#count++;
    this.#entries.unshift(correction);
    if (this.#entries.length > kept) this.#entries.length = kept;
  }
}
