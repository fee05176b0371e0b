// What others give to one service (names, routes, searches), each for as long as its giver likes.

interface Changing {
  /** Calls `changed` whenever it changed, until the returned function is called. */
  onChange(changed: () => void): () => void;
}

export class Contributions<T extends Changing> {
  readonly #changed: () => void;
  #all: readonly T[] = [];

  /** `changed` is called when one comes, changes or goes. */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** In the order in which they came. */
  get all(): readonly T[] {
    return this.#all;
  }

  /** Takes one, until the returned function is called. */
  use(given: T): () => void {
    this.#all = [...this.#all, given];
    const stop = given.onChange(() => this.#changed());
    this.#changed();
    return () => {
      stop();
      this.#all = this.#all.filter((each) => each !== given);
      this.#changed();
    };
  }
}
