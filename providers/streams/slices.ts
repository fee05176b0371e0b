// Work that would keep the loop from others, cut into slices: expanding patterns, beginning to watch thousands of rows.
import type { Time } from 'rowdesk/provider';

/** How long all such work together may take before everybody else has a turn. */
const sliceMs = 5;

interface Job {
  readonly steps: Iterator<unknown>;
  readonly isOver: () => boolean;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

export class Slices {
  readonly #time: Time;
  readonly #jobs: Job[] = [];
  /** What this turn of the loop has taken already. */
  #spentMs = 0;
  #isWaiting = false;

  constructor(time: Time) {
    this.#time = time;
  }

  /**
   * Runs the steps, in this turn as far as a slice reaches. Resolves at their end, or when `isOver` says so between
   * slices; rejects with what a step throws. Several run by turns, a slice each.
   */
  run(steps: Iterable<unknown>, isOver = () => false): Promise<void> {
    return new Promise((done, failed) => {
      this.#jobs.push({ steps: steps[Symbol.iterator](), isOver, done, failed });
      if (!this.#isWaiting) this.#slice();
    });
  }

  #slice(): void {
    const begunMs = this.#time.monotonicMs() - this.#spentMs;
    // Each job gets somewhere in each of its slices.
    for (let job = this.#jobs.shift(); job !== undefined; ) {
      const isUnderWay = step(job);
      this.#spentMs = this.#time.monotonicMs() - begunMs;
      const isSpent = this.#spentMs >= sliceMs;
      if (isUnderWay && isSpent) this.#jobs.push(job);
      if (isSpent) break;
      if (!isUnderWay) job = this.#jobs.shift();
    }
    if (this.#spentMs === 0) return;
    this.#isWaiting = true;
    this.#time.after(0, () => {
      this.#isWaiting = false;
      this.#spentMs = 0;
      if (this.#jobs.length > 0) this.#slice();
    });
  }
}

/** Takes one step; false at the end. */
function step({ steps, isOver, done, failed }: Job): boolean {
  try {
    if (!isOver() && !steps.next().done) return true;
    done();
  } catch (error) {
    failed(error);
  }
  return false;
}
