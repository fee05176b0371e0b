// Makes this process fit for an audio thread. What can't be had is a reason in words, never a failure.
import type { Native } from './native.ts';

/** A real-time thread that runs longer than this without a pause is ended with the process: it would hang the machine. */
const longestRealTimeMs = 200;

export class RealTime {
  readonly #native: Native | undefined;
  readonly #limit: string;
  #memory = '';

  /** Without `native`, for a process that has no audio thread, nothing is done. */
  constructor(native: Native | undefined) {
    this.#native = native;
    this.#limit = native?.limitRealTime(longestRealTimeMs * 1000) ?? '';
  }

  /** More code was loaded, or more memory taken. */
  lockMemory(): void {
    this.#memory = this.#native?.lockMemory() ?? '';
  }

  get reasons(): string[] {
    return [this.#memory, this.#limit].filter((reason) => reason !== '');
  }
}
