// The functions that run before a field that settles (phantom, a pad) changes: providers mute its sound there. A function
// that fails or hangs delays neither the change nor the other functions.

import { withTimeout } from '../../base/timeout.ts';
import { longestMs } from '../../rows/answer-bounds.ts';
import type { Faults, Time } from '../../services.ts';
import type { BeforeSwitch, Settle } from './link-target.ts';

export class SwitchPreparations {
  readonly #time: Pick<Time, 'after'>;
  readonly #faults: Faults;
  readonly #preparations = new Set<BeforeSwitch>();

  constructor(time: Pick<Time, 'after'>, faults: Faults) {
    this.#time = time;
    this.#faults = faults;
  }

  add(prepare: BeforeSwitch): () => void {
    const each: BeforeSwitch = (paths) => prepare(paths);
    this.#preparations.add(each);
    return () => this.#preparations.delete(each);
  }

  /** Resolves when all functions have resolved, rejected or timed out; see BeforeSwitch. Never rejects. */
  async prepare(paths: readonly string[]): Promise<Settle> {
    const settles = await Promise.all([...this.#preparations].map((prepare) => this.#inTime(prepare, paths)));
    return (settlingMs) => {
      for (const settle of settles) settle?.(settlingMs);
    };
  }

  async #inTime(prepare: BeforeSwitch, paths: readonly string[]): Promise<Settle | undefined> {
    let isLate = false;
    const prepared = begin(() => prepare(paths));
    // Too late for the switch: the sound that it mutes is released at once.
    prepared.then((settle) => isLate && settle(0)).catch(() => {});
    try {
      return await withTimeout(prepared, longestMs, this.#time);
    } catch (error) {
      isLate = true;
      this.#faults.note(error, `what prepares the switch of ${paths.join(', ').slice(0, 200)}`);
      return undefined;
    }
  }
}

async function begin<T>(run: () => Promise<T>): Promise<T> {
  return run();
}
