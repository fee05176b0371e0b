// An oscillator that is on `whileWatched` is switched off when the client that switched it on watches it no more.
import type { Desk, LeaseHolder, Log, Time, Watching } from 'rowdesk/provider';
import { oscillatorPath } from './rows/oscillator.ts';

/** An oscillator whose client does not watch it by then is switched off. */
export const noLeaseMs = 10_000;
/** The interval of switching off again after a refusal. */
export const retryMs = 1000;

export interface LeaseNeeds {
  readonly desk: Desk;
  readonly log: Log;
  readonly time: Time;
  readonly watching: Watching;
}

export class OscillatorLease {
  readonly #needs: LeaseNeeds;
  #isOn = false;
  #holder: LeaseHolder = { actor: '', address: '' };
  #stops: (() => void)[] = [];

  constructor(needs: LeaseNeeds) {
    this.#needs = needs;
  }

  /** After each commit that touched its row. */
  follow(by: LeaseHolder): void {
    const { enabled, whileWatched } = this.#needs.desk.read(oscillatorPath);
    if (enabled === true && !this.#isOn) this.#holder = by;
    this.#isOn = enabled === true;
    this.stop();
    if (this.#isOn && whileWatched === true && !this.#takesLease()) {
      this.#stops.push(this.#needs.time.after(noLeaseMs, () => this.#takesLease() || this.#switchOff()));
    }
  }

  /** Stops all that would switch it off. */
  stop(): void {
    for (const stop of this.#stops.splice(0)) stop();
  }

  #takesLease(): boolean {
    const lease = this.#needs.watching.lease(oscillatorPath, this.#holder, () => this.#switchOff());
    if (lease !== undefined) this.#stops.push(() => lease.release());
    return lease !== undefined;
  }

  #switchOff(): void {
    const { desk, log, time } = this.#needs;
    const changes = [{ path: oscillatorPath, field: 'enabled', value: false }];
    desk
      .commit({ actor: 'oscillator', label: 'Oscillator off', changes, despiteLock: true })
      .catch((error: unknown) => {
        log.error({ err: error }, 'The oscillator could not be switched off; it is tried again');
        if (!this.#isOn) return;
        // In the place of the timer or the lease that brought it here.
        this.stop();
        this.#stops.push(time.after(retryMs, () => this.#switchOff()));
      });
  }
}
