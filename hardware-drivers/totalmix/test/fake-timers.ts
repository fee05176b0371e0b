// A clock that tests move.
import type { Timers } from '../js/timers.ts';

export class FakeTimers implements Timers {
  #nowMs = 0;
  readonly #actions = new Set<{ readonly everyMs: number; nextMs: number; readonly action: () => void }>();

  nowMs(): number {
    return this.#nowMs;
  }

  every(everyMs: number, action: () => void): () => void {
    const entry = { everyMs, nextMs: this.#nowMs + everyMs, action };
    this.#actions.add(entry);
    return () => this.#actions.delete(entry);
  }

  get running(): number {
    return this.#actions.size;
  }

  /** Lets this time pass, in steps of a millisecond. */
  pass(ms: number): void {
    for (const endMs = this.#nowMs + ms; this.#nowMs < endMs; ) {
      this.#nowMs++;
      for (const entry of [...this.#actions]) {
        if (entry.nextMs > this.#nowMs || !this.#actions.has(entry)) continue;
        entry.nextMs = this.#nowMs + entry.everyMs;
        entry.action();
      }
    }
  }
}
