// Spreads work over turns of the event loop, so that requests and timers run in between.

/** Counts work by `spend`: a call that uses up the share of a turn returns a promise to await, any other undefined. */
export class Turns {
  readonly #share: number;
  #spent = 0;

  /** `share`: the work of one turn, in units of the caller. */
  constructor(share: number) {
    this.#share = share;
  }

  spend(units = 1): Promise<void> | undefined {
    this.#spent += units;
    if (this.#spent < this.#share) return undefined;
    this.#spent = 0;
    return new Promise((resolve) => setImmediate(resolve));
  }
}
