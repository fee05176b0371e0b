// Which outputs are being recorded, to which file. One recorder at a time; those before it finish by themselves.
import type { Native, NativeRecorder } from './native.ts';

export class OutputRecording {
  readonly #native: Native;
  readonly #folder: string;
  readonly #changed: () => void;
  #recorder: NativeRecorder | undefined;
  #fault = '';
  #ordered = '';

  /** `changed` is called when a recording has ended, failed or lost frames. */
  constructor(native: Native, folder: string, changed: () => void) {
    this.#native = native;
    this.#folder = folder;
    this.#changed = changed;
  }

  /** Why the recording that is asked for isn't made, '' while it is. */
  get fault(): string {
    return this.#recorder?.state().fault || this.#fault;
  }

  get lostFrames(): number {
    return this.#recorder?.state().lost ?? 0;
  }

  /**
   * The recorder for the next setup. Another file or other outputs begin a new recording; the setup that no longer has
   * the old recorder ends it. What has failed is only tried `again` on request.
   */
  follow(file: string, outputs: readonly number[], rateHz: number | undefined, again: boolean): NativeRecorder | null {
    const ordered = file === '' || rateHz === undefined ? '' : JSON.stringify([file, outputs, rateHz]);
    if (ordered === this.#ordered && !(again && this.fault !== '')) return this.#recorder ?? null;
    this.#ordered = ordered;
    this.#recorder = undefined;
    this.#fault = '';
    if (ordered === '' || rateHz === undefined) return null;
    try {
      this.#recorder = new this.#native.Recorder({ folder: this.#folder, file, outputs, rateHz }, this.#changed);
    } catch (error) {
      this.#fault = (error as Error).message;
    }
    return this.#recorder ?? null;
  }

  /** The clock has stopped: the recording is complete, and the next start begins another. */
  end(): void {
    this.#recorder?.end();
    this.#recorder = undefined;
    this.#ordered = '';
  }
}
