// Work that is spread over turns of the event loop, so that whatever waits gets its turn in between.

/** Each `spend` that has used up a turn's share answers a promise to await; others answer undefined. */
export class Turns {
  readonly #share: number;
  #spent = 0;

  /** `share`: how much may be done in one turn, in units of the caller. */
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
