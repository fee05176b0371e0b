// Bundles that wait for their time: a bounded number, a bounded time ahead.
import { OscRefusal } from '../network/refusal.ts';

const mostWaiting = 64;
const farthestMs = 60_000;

export class Bundles {
  readonly #timers = new Set<NodeJS.Timeout>();

  /** Runs at once what is due, or was. Throws OscRefusal. */
  at(atMs: number | undefined, run: () => void): void {
    const waitMs = atMs === undefined ? 0 : atMs - Date.now();
    if (waitMs <= 0) {
      run();
      return;
    }
    if (waitMs > farthestMs) throw new OscRefusal('too-far-ahead', 400);
    if (this.#timers.size >= mostWaiting) throw new OscRefusal('too-many-bundles', 429);
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      run();
    }, waitMs);
    this.#timers.add(timer);
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }
}
