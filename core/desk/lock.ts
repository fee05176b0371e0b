// The console's lock. The provider of the lock's row sets its state; without one the console is unlocked.
import type { Lock, Locked } from '../services.ts';

export class ConsoleLock implements Lock {
  #locked: (() => Locked) | undefined;

  use(locked: () => Locked): () => void {
    this.#locked = locked;
    return () => {
      if (this.#locked === locked) this.#locked = undefined;
    };
  }

  /** Read before each commit. */
  get now(): Locked {
    return this.#locked?.() ?? 'none';
  }
}
