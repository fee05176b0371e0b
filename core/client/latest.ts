// Values for a slow consumer: of each key the newest only.

export class Latest<T> implements AsyncIterable<T> {
  readonly #waiting = new Map<string, T>();
  readonly #stop: () => void;
  #wake = () => {};
  #hasEnded = false;

  /** `begin` puts values from now on; the function that it returns is called at the end. */
  constructor(begin: (put: (key: string, value: T) => void) => () => void) {
    this.#stop = begin((key, value) => {
      this.#waiting.set(key, value);
      this.#wake();
    });
  }

  end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#stop();
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncIterator<T> {
    try {
      while (!this.#hasEnded) {
        for (const [key, value] of this.#waiting) {
          this.#waiting.delete(key);
          yield value;
          if (this.#hasEnded) return;
        }
        if (this.#waiting.size > 0 || this.#hasEnded) continue;
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    } finally {
      this.end();
    }
  }
}
