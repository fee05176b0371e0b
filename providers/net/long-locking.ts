// A clock that begins to follow its grandmaster and does not get there. Some seconds are usual; what stays so has no clock.
import { grantedOf, type Time } from 'rowdesk/provider';
import type { Ptp } from './net-state.ts';

const patienceMs = 30_000;

export class LongLocking {
  readonly #time: Time;
  readonly #changed: () => void;
  /** Granted time: a starved desk hears late that the clock has locked. Undefined while it is in another state. */
  #sinceMs: number | undefined;
  #stop: (() => void) | undefined;

  /** `changed`: a clock has been locking for too long. */
  constructor(time: Time, changed: () => void) {
    this.#time = time;
    this.#changed = changed;
  }

  /** Whether a clock in this state has been locking for too long. */
  take({ state }: Pick<Ptp, 'state'>): boolean {
    this.end();
    if (state !== 'locking') {
      this.#sinceMs = undefined;
      return false;
    }
    const nowMs = grantedOf(this.#time).monotonicMs();
    this.#sinceMs ??= nowMs;
    const leftMs = this.#sinceMs + patienceMs - nowMs;
    if (leftMs > 0) this.#stop = this.#time.after(leftMs, this.#changed);
    return leftMs <= 0;
  }

  end(): void {
    this.#stop?.();
    this.#stop = undefined;
  }
}
