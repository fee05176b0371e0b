// A clock that is followed and stays far off: ptp4l says SLAVE of it, whether it comes nearer or not.

/** A clock that is moved slowly, by 500 millionths, comes 15 ms nearer in this time. */
const patienceMs = 30_000;
/** Less may be the jitter of time stamps. */
const leastNearerNs = 1_000_000;

export class Approach {
  #grandmasterId = '';
  #nearestNs = 0;
  #sinceMs = 0;

  /** It has come, or is followed no more. */
  end(): void {
    this.#grandmasterId = '';
  }

  /** Whether it has not come nearer for so long. */
  isStuck(grandmasterId: string, offsetNs: number, nowMs: number): boolean {
    const awayNs = Math.abs(offsetNs);
    if (grandmasterId !== this.#grandmasterId || awayNs <= this.#nearestNs - leastNearerNs) {
      this.#grandmasterId = grandmasterId;
      this.#nearestNs = awayNs;
      this.#sinceMs = nowMs;
    }
    return nowMs - this.#sinceMs >= patienceMs;
  }
}
