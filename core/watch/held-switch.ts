// A switch that must not stay on without its client: the client that switches it on holds it by watching its row.
import type { Fields } from '../rows/definitions.ts';
import type { Desk, LeaseHolder, Log, Time, Warnings, Watching } from '../services.ts';

export interface HeldSwitchNeeds {
  readonly desk: Desk;
  readonly log: Log;
  readonly time: Time;
  readonly warnings: Warnings;
  readonly watching: Watching;
}

export interface HeldSwitchOptions {
  /** The row, and its field that is true while the switch is on. */
  readonly path: string;
  readonly field: string;
  /** Of the commit that switches it off. */
  readonly actor: string;
  readonly label: string;
  /** True for a row that a client has to hold. */
  readonly isHeld: (row: Readonly<Fields>) => boolean;
  /** The longest time on, in milliseconds; 0 for any. */
  readonly mostMs?: (row: Readonly<Fields>) => number;
  /** The alarm while it can't be switched off. */
  readonly stuck: { readonly title: string; readonly code: string };
}

export class HeldSwitch {
  /** A switch whose client does not watch the row by then is switched off. */
  static readonly noLeaseMs = 10_000;
  /** The interval of switching off again after a refusal. */
  static readonly retryMs = 1000;
  readonly #options: HeldSwitchOptions;
  readonly #needs: HeldSwitchNeeds;
  #holder: LeaseHolder = { actor: '', address: '' };
  /** Monotonic; undefined while it is off, or not held. */
  #onSinceMs: number | undefined;
  #heldSinceMs: number | undefined;
  #stops: (() => void)[] = [];
  /** Set while it can't be switched off. */
  #stopRetrying: (() => void) | undefined;

  constructor(options: HeldSwitchOptions, needs: HeldSwitchNeeds) {
    this.#options = options;
    this.#needs = needs;
  }

  /** After each commit that touched the row. */
  follow(by: LeaseHolder): void {
    const { path, field, isHeld, mostMs } = this.#options;
    const row = this.#needs.desk.read(path);
    const nowMs = this.#needs.time.monotonicMs();
    const isOn = row[field] === true;
    if (isOn && this.#onSinceMs === undefined) this.#holder = by;
    this.#onSinceMs = isOn ? (this.#onSinceMs ?? nowMs) : undefined;
    this.#heldSinceMs = isOn && isHeld(row) ? (this.#heldSinceMs ?? nowMs) : undefined;
    this.#disarm();
    if (!isOn) this.#endRetrying();
    if (this.#onSinceMs === undefined || this.#stopRetrying !== undefined) return;
    if (this.#heldSinceMs !== undefined && !this.#takesLease()) {
      // The client may begin to watch later.
      this.#at(this.#heldSinceMs + HeldSwitch.noLeaseMs, () => this.#takesLease() || this.#switchOff());
    }
    const longestMs = mostMs?.(row) ?? 0;
    if (longestMs > 0) this.#at(this.#onSinceMs + longestMs, () => this.#switchOff());
  }

  /** Stops everything that would switch it off. */
  stop(): void {
    this.#onSinceMs = undefined;
    this.#disarm();
    this.#endRetrying();
  }

  #disarm(): void {
    for (const stop of this.#stops.splice(0)) stop();
  }

  #takesLease(): boolean {
    const lease = this.#needs.watching.lease(this.#options.path, this.#holder, () => this.#switchOff());
    if (lease !== undefined) this.#stops.push(() => lease.release());
    return lease !== undefined;
  }

  #at(monotonicMs: number, run: () => void): void {
    const { time } = this.#needs;
    this.#stops.push(time.after(Math.max(0, monotonicMs - time.monotonicMs()), run));
  }

  #switchOff(): void {
    const { path, field, actor, label } = this.#options;
    const changes = [{ path, field, value: false }];
    this.#needs.desk.commit({ actor, label, changes, despiteLock: true }).catch((error: unknown) => this.#retry(error));
  }

  /** No lease and no timer is left: only this switches it off. */
  #retry(error: unknown): void {
    if (this.#onSinceMs === undefined || this.#stopRetrying !== undefined) return;
    const { log, time, warnings } = this.#needs;
    const { path, stuck } = this.#options;
    this.#stopRetrying = time.every(HeldSwitch.retryMs, () => this.#switchOff());
    log.error({ err: error, path }, stuck.title);
    warnings.raise({
      id: this.#warningId,
      title: stuck.title,
      titleCode: { code: stuck.code, params: { path } },
      detail: `It is tried again every second: ${error instanceof Error ? error.message : error}`,
      severity: 'alarm',
      path,
    });
  }

  #endRetrying(): void {
    if (this.#stopRetrying === undefined) return;
    this.#stopRetrying();
    this.#stopRetrying = undefined;
    this.#needs.warnings.clear(this.#warningId);
  }

  get #warningId(): string {
    return `stuck${this.#options.path.replaceAll('/', '-')}`;
  }
}
