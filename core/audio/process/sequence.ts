// Runs asynchronous steps one after the other: two changes of the driving device never overlap.

export class Sequence {
  #last: Promise<unknown> = Promise.resolve();
  #steps = 0;

  /** True while a step runs or waits. */
  get isBusy(): boolean {
    return this.#steps > 0;
  }

  /** Runs `step` after all earlier ones, whether those failed or not. */
  run<T>(step: () => Promise<T>): Promise<T> {
    this.#steps += 1;
    const result = this.#last.then(step).finally(() => {
      this.#steps -= 1;
    });
    this.#last = result.catch(() => {});
    return result;
  }
}
