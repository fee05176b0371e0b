// A clock that a test moves.
import type { Timers } from './ptp/timers.ts';

interface Waiting {
  atMs: number;
  readonly everyMs: number;
  readonly action: () => void;
}

export class FakeTimers implements Timers {
  #nowMs = 0;
  readonly #waiting = new Set<Waiting>();

  nowMs(): number {
    return this.#nowMs;
  }

  wallMs(): number {
    return 1_700_000_000_000 + this.#nowMs;
  }

  every(ms: number, action: () => void): () => void {
    return this.#add({ atMs: this.#nowMs + ms, everyMs: ms, action });
  }

  after(ms: number, action: () => void): () => void {
    return this.#add({ atMs: this.#nowMs + ms, everyMs: 0, action });
  }

  get count(): number {
    return this.#waiting.size;
  }

  pass(ms: number): void {
    const untilMs = this.#nowMs + ms;
    for (let next = this.#next(untilMs); next; next = this.#next(untilMs)) {
      this.#nowMs = next.atMs;
      if (next.everyMs === 0) this.#waiting.delete(next);
      else next.atMs += next.everyMs;
      next.action();
    }
    this.#nowMs = untilMs;
  }

  #next(untilMs: number): Waiting | undefined {
    return [...this.#waiting].filter(({ atMs }) => atMs <= untilMs).sort((a, b) => a.atMs - b.atMs)[0];
  }

  #add(waiting: Waiting): () => void {
    this.#waiting.add(waiting);
    return () => this.#waiting.delete(waiting);
  }
}
