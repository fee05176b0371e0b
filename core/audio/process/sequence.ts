// Runs asynchronous steps one after the other: two changes of the driving device never overlap.

export class Sequence {
  #last: Promise<unknown> = Promise.resolve();

  /** Runs `step` after all earlier ones, whether those failed or not. */
  run<T>(step: () => Promise<T>): Promise<T> {
    const result = this.#last.then(step);
    this.#last = result.catch(() => {});
    return result;
  }
}
