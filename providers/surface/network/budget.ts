// How much there may be in a time: fills up by so many a second, to so many at most.

export class Budget {
  readonly #perS: number;
  readonly #most: number;
  #left: number;
  #atMs: number;

  constructor(perS: number, most: number, nowMs: number) {
    this.#perS = perS;
    this.#most = most;
    this.#left = most;
    this.#atMs = nowMs;
  }

  /** False, and nothing is taken, when there is not so much. */
  take(count: number, nowMs: number): boolean {
    this.#left = Math.min(this.#most, this.#left + ((nowMs - this.#atMs) / 1000) * this.#perS);
    this.#atMs = nowMs;
    if (this.#left < count) return false;
    this.#left -= count;
    return true;
  }
}
