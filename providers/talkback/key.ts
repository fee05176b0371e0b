// The talk key of one talkback: which client holds it, and when it is released without a request.
import type { Desk, LeaseHolder, Log, Time, Warnings, Watching } from 'rowdesk/provider';

/** A key without a lease is released after this. */
export const noLeaseMs = 10_000;
/** The interval of releasing again after a refusal. */
export const retryMs = 1000;

const actor = 'talkback';

export interface KeyNeeds {
  readonly desk: Desk;
  readonly log: Log;
  readonly time: Time;
  readonly warnings: Warnings;
  readonly watching: Watching;
}

export class Key {
  readonly #path: string;
  readonly #needs: KeyNeeds;
  #isOn = false;
  #holder: LeaseHolder = { actor: '', address: '' };
  #pressedMs = 0;
  #stops: (() => void)[] = [];
  /** Set while the key can't be released. */
  #stopRetrying: (() => void) | undefined;

  constructor(path: string, needs: KeyNeeds) {
    this.#path = path;
    this.#needs = needs;
  }

  /** After each commit that touched its row. */
  follow(by: LeaseHolder): void {
    const { on, mode, maxOnS } = this.#needs.desk.read(this.#path);
    if (on === true && !this.#isOn) {
      this.#holder = by;
      this.#pressedMs = this.#needs.time.monotonicMs();
    }
    this.#isOn = on === true;
    this.#disarm();
    if (!this.#isOn) this.#endRetrying();
    if (!this.#isOn || this.#stopRetrying !== undefined) return;
    if (mode !== 'latch') this.#lease();
    if ((maxOnS as number) > 0) this.#onceOnFor((maxOnS as number) * 1000, () => this.#release());
  }

  /** Stops all that would release the key. */
  stop(): void {
    this.#isOn = false;
    this.#disarm();
    this.#endRetrying();
  }

  #disarm(): void {
    for (const stop of this.#stops.splice(0)) stop();
  }

  #lease(): void {
    if (!this.#takesLease()) this.#onceOnFor(noLeaseMs, () => this.#takesLease() || this.#release());
  }

  /** The client that pressed the key may begin to watch later. */
  #takesLease(): boolean {
    const lease = this.#needs.watching.lease(this.#path, this.#holder, () => this.#release());
    if (lease !== undefined) this.#stops.push(() => lease.release());
    return lease !== undefined;
  }

  #onceOnFor(ms: number, run: () => void): void {
    const { time } = this.#needs;
    this.#stops.push(time.after(Math.max(0, this.#pressedMs + ms - time.monotonicMs()), run));
  }

  #release(): void {
    const changes = [{ path: this.#path, field: 'on', value: false }];
    const commit = this.#needs.desk.commit({ actor, label: 'Talkback off', changes, despiteLock: true });
    commit.catch((error: unknown) => this.#retry(error));
  }

  /** No lease and no timer is left: only this closes an open microphone. */
  #retry(error: unknown): void {
    if (!this.#isOn || this.#stopRetrying !== undefined) return;
    const { log, time, warnings } = this.#needs;
    this.#stopRetrying = time.every(retryMs, () => this.#release());
    log.error({ err: error, path: this.#path }, 'A talkback could not be let go');
    warnings.raise({
      id: this.#warningId,
      title: 'A talkback can not be let go',
      titleCode: { code: 'talkback-stuck', params: { path: this.#path } },
      detail: `It is tried again every second: ${error instanceof Error ? error.message : error}`,
      severity: 'alarm',
      path: this.#path,
    });
  }

  #endRetrying(): void {
    if (this.#stopRetrying === undefined) return;
    this.#stopRetrying();
    this.#stopRetrying = undefined;
    this.#needs.warnings.clear(this.#warningId);
  }

  get #warningId(): string {
    return `stuck${this.#path.replaceAll('/', '-')}`;
  }
}
