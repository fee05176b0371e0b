// Time that a test moves.
import type { Timing } from './timing.ts';

export class FakeTiming implements Timing {
  #nowMs = 0;
  readonly #waiting = new Set<{ readonly atMs: number; readonly call: () => void }>();
  readonly #wakers = new Set<() => void>();

  nowMs(): number {
    return this.#nowMs;
  }

  after(ms: number, call: () => void): () => void {
    const waiting = { atMs: this.#nowMs + ms, call };
    this.#waiting.add(waiting);
    return () => this.#waiting.delete(waiting);
  }

  onWake(call: () => void): () => void {
    this.#wakers.add(call);
    return () => this.#wakers.delete(call);
  }

  wake(): void {
    for (const call of [...this.#wakers]) call();
  }

  /** Calls what is due by then in its order, and lets promises settle after each. */
  async pass(ms: number): Promise<void> {
    const untilMs = this.#nowMs + ms;
    for (;;) {
      await settled();
      const [next] = [...this.#waiting].filter(({ atMs }) => atMs <= untilMs).sort((a, b) => a.atMs - b.atMs);
      if (next === undefined) break;
      this.#waiting.delete(next);
      this.#nowMs = Math.max(this.#nowMs, next.atMs);
      next.call();
    }
    this.#nowMs = untilMs;
  }
}

/** Promises that are resolved already have called what waits for them. */
export const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
