// Changes by hand that the desk is about to adopt. Until it has, its heartbeat may find the device another than wanted, and write
// the value from before: the control would jump back and forth. Such a write is passed over; where the desk still wants the
// value later, its next heartbeat writes it.
import type { Key } from './hardware.ts';
import type { Timers } from './timers.ts';

/** A heartbeat of the desk. */
const adoptsWithinMs = 1000;

export class Adoptions {
  readonly #timers: Pick<Timers, 'nowMs'>;
  readonly #announced = new Map<Key, { readonly before: unknown; readonly untilMs: number }>();

  constructor(timers: Pick<Timers, 'nowMs'>) {
    this.#timers = timers;
  }

  /** A change by hand goes to the desk, which wanted `before`. */
  announced(key: Key, before: unknown): void {
    this.#announced.set(key, { before, untilMs: this.#timers.nowMs() + adoptsWithinMs });
  }

  /** This value of the desk is older than the change by hand. */
  isOvertaken(key: Key, value: unknown): boolean {
    const adoption = this.#announced.get(key);
    if (adoption === undefined) return false;
    this.#announced.delete(key);
    return adoption.before === value && this.#timers.nowMs() < adoption.untilMs;
  }
}
