// Answers to questions in their order, of which some are asked ahead, so that the next one is there when it is needed.

export class Ahead<Item, Answer> {
  readonly #items: Iterator<Item>;
  readonly #ask: (item: Item) => Promise<Answer>;
  readonly #most: number;
  readonly #asked: Promise<Answer>[] = [];

  /** `most`: questions that are under way. */
  constructor(items: Iterable<Item>, ask: (item: Item) => Promise<Answer>, most: number) {
    this.#items = items[Symbol.iterator]();
    this.#ask = ask;
    this.#most = most;
  }

  /** The answer for the next item. Rejects as its question does. */
  next(): Promise<Answer> {
    while (this.#asked.length < this.#most) {
      const { done, value } = this.#items.next();
      if (done) break;
      const answer = this.#ask(value);
      // One that is never taken rejects unheard.
      answer.catch(() => {});
      this.#asked.push(answer);
    }
    return this.#asked.shift() ?? Promise.reject(new Error('no item is left'));
  }
}
