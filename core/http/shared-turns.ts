// Event streams share the turns of the event loop with requests: a large row for many watchers takes milliseconds of
// writing, and no request waits for all of it.

/** Some 0.3 ms of writing to sockets. */
const bytesPerTurn = 262_144;

export interface Waiting {
  /** Writes what waits, as far as `admits`. */
  flush(): void;
}

export class SharedTurns {
  #left = bytesPerTurn;
  #isNextAsked = false;
  /** In the order of their turns. */
  readonly #waiting = new Set<Waiting>();

  /** True if the stream may write now; otherwise `flush` of it is called in a later turn. */
  admits(stream: Waiting): boolean {
    if (this.#left > 0) return true;
    this.#waiting.add(stream);
    return false;
  }

  /** Called for each write of an admitted stream. */
  spend(bytes: number): void {
    this.#left -= bytes;
    if (this.#isNextAsked) return;
    this.#isNextAsked = true;
    setImmediate(() => this.#next());
  }

  leave(stream: Waiting): void {
    this.#waiting.delete(stream);
  }

  #next(): void {
    this.#isNextAsked = false;
    this.#left = bytesPerTurn;
    for (const stream of this.#waiting) {
      if (this.#left <= 0) return;
      this.#waiting.delete(stream);
      stream.flush();
    }
  }
}
