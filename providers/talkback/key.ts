// The talk key of one talkback: who holds it, and when it is let go by itself.
import type { Desk, Holder, Log, Time, Warnings, Watching } from 'rowdesk/provider';

/** What nobody holds by watching is let go after this. */
export const unheldMs = 10_000;
/** How often it is let go again where that was refused. */
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
  #holder: Holder = { actor: '', address: '' };
  #pressedMs = 0;
  #letGo: (() => void)[] = [];
  /** While it is to be let go and can't be. */
  #stopRetrying: (() => void) | undefined;

  constructor(path: string, needs: KeyNeeds) {
    this.#path = path;
    this.#needs = needs;
  }

  /** After each commit that touched its row. */
  follow(by: Holder): void {
    const { on, mode, maxOnS } = this.#needs.desk.read(this.#path);
    if (on === true && !this.#isOn) {
      this.#holder = by;
      this.#pressedMs = this.#needs.time.monotonicMs();
    }
    this.#isOn = on === true;
    this.#disarm();
    if (!this.#isOn) this.#endRetrying();
    if (!this.#isOn || this.#stopRetrying !== undefined) return;
    if (mode !== 'latch') this.#hold();
    if ((maxOnS as number) > 0) this.#onceOnFor((maxOnS as number) * 1000, () => this.#release());
  }

  /** Gives up what would let it go. */
  stop(): void {
    this.#isOn = false;
    this.#disarm();
    this.#endRetrying();
  }

  #disarm(): void {
    for (const stop of this.#letGo.splice(0)) stop();
  }

  #hold(): void {
    if (!this.#isHeld()) this.#onceOnFor(unheldMs, () => this.#isHeld() || this.#release());
  }

  /** Who pressed it may begin to watch later. */
  #isHeld(): boolean {
    const giveUp = this.#needs.watching.hold(this.#path, this.#holder, () => this.#release());
    if (giveUp !== undefined) this.#letGo.push(giveUp);
    return giveUp !== undefined;
  }

  #onceOnFor(ms: number, run: () => void): void {
    const { time } = this.#needs;
    this.#letGo.push(time.after(Math.max(0, this.#pressedMs + ms - time.monotonicMs()), run));
  }

  #release(): void {
    const changes = [{ path: this.#path, field: 'on', value: false }];
    const commit = this.#needs.desk.commit({ actor, label: 'Talkback off', changes, despiteLock: true });
    commit.catch((error: unknown) => this.#retry(error));
  }

  /** What would let it go is spent: only this ends an open microphone. */
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
