// Who says whom the console is locked for: the provider of the lock's row. Nobody until it did.
import type { Lock, Locked } from '../services.ts';

export class ConsoleLock implements Lock {
  #locked: (() => Locked) | undefined;

  use(locked: () => Locked): () => void {
    this.#locked = locked;
    return () => {
      if (this.#locked === locked) this.#locked = undefined;
    };
  }

  /** For the desk, before each commit. */
  get now(): Locked {
    return this.#locked?.() ?? 'none';
  }
}
