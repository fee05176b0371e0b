// Opens the outputs of a new mixer once every target has the complete state and its switched fields have settled.
import type { Time } from '../../services.ts';
import type { LinkTarget } from './link-target.ts';

/** A device that doesn't take its state delays the show no longer than this. */
const timeoutMs = 3000;

export class StartupUnmute {
  readonly #time: Pick<Time, 'monotonicMs' | 'after'>;
  readonly #open: () => void;
  #readySinceMs: number | undefined;
  #isOpened = false;
  #stopWaiting = () => {};

  /** `time`: granted time, so that a busy machine opens nothing early. */
  constructor(time: Pick<Time, 'monotonicMs' | 'after'>, open: () => void) {
    this.#time = time;
    this.#open = open;
  }

  /** The mixer is another, or gone. */
  reset(): void {
    this.#readySinceMs = undefined;
    this.#isOpened = false;
    this.#stopWaiting();
  }

  /**
   * `mixer` is the mixer's target, `others` the targets that sound passes on its way to or from it; `isComing`: some of them
   * are not there yet.
   */
  check(mixer: LinkTarget, others: readonly LinkTarget[], isComing = false): void {
    if (this.#isOpened || !mixer.isSettled) return;
    const now = this.#time.monotonicMs();
    this.#readySinceMs ??= now;
    const present = others.filter((target) => target.isPresent);
    const isWaiting = isComing || present.some((target) => !target.isSettled);
    const settlingMs = Math.max(0, ...present.map((target) => target.settlingMs));
    const openAtMs = this.#readySinceMs + (isWaiting ? timeoutMs : settlingMs);
    this.#stopWaiting();
    if (now < openAtMs) {
      this.#stopWaiting = this.#time.after(openAtMs - now, () => this.check(mixer, others, isComing));
      return;
    }
    this.#isOpened = true;
    this.#open();
  }
}
