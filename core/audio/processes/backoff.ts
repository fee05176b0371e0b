// The backoff before a process restarts: 0, 1, 1, 2, 4 ... 60 s.

const first = [0, 1, 1, 2];
const longestS = 60;
/** After a run of this length the backoff begins anew. */
const forgetMs = 60_000;

export class Backoff {
  #ends = 0;
  #startedAtMs = 0;

  started(monotonicMs: number): void {
    this.#startedAtMs = monotonicMs;
  }

  /** Milliseconds until the next start, after an end at this time. */
  ended(monotonicMs: number): number {
    if (monotonicMs - this.#startedAtMs >= forgetMs) this.#ends = 0;
    const seconds = first[this.#ends] ?? Math.min(longestS, 2 ** (this.#ends - 2));
    this.#ends += 1;
    return seconds * 1000;
  }
}
