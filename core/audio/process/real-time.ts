// Prepares this process for an audio thread. A step that the system refuses is a reason for the status, never a failure.
import { AudioThread } from './audio-thread.ts';
import type { Native } from './native.ts';

/** The system ends the process when a real-time thread runs longer than this without a pause: it would hang the machine. */
const longestRealTimeMs = 200;

export class RealTime {
  readonly #native: Native | undefined;
  readonly #limit: string;
  /** Undefined in a process that has none. */
  readonly thread: AudioThread | undefined;
  #memory = '';

  /** Does nothing without `native`, in a process that has no audio thread. */
  constructor(native: Native | undefined) {
    this.#native = native;
    this.thread = native && new AudioThread(native);
    this.#limit = native?.limitRealTime(longestRealTimeMs * 1000) ?? '';
  }

  /** Called again after more code was loaded. */
  lockMemory(): void {
    this.#memory = this.#native?.lockMemory() ?? '';
  }

  get reasons(): string[] {
    return [this.#memory, this.#limit, this.thread?.reason ?? ''].filter((reason) => reason !== '');
  }
}
