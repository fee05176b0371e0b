// What the ring to the audio thread had no room for goes there as soon as it has.
import type { NativeMixer } from './native.ts';

/** How soon a block that found the ring full is tried again. */
const retryMs = 5;

export class Flushing {
  readonly #native: Pick<NativeMixer, 'flush'>;
  #retry: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(native: Pick<NativeMixer, 'flush'>) {
    this.#native = native;
  }

  now(): void {
    if (!this.#native.flush()) this.later();
  }

  later(): void {
    if (this.#retry || this.#isClosed) return;
    this.#retry = setTimeout(() => {
      this.#retry = undefined;
      this.now();
    }, retryMs);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#retry);
  }
}
