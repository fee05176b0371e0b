// The talk key of one talkback: who holds it, and when it is let go by itself.
import type { Desk, Log, Time, Watching } from 'rowdesk/provider';

/** A push that nobody holds by watching is let go after this. */
export const unheldMs = 10_000;

const actor = 'talkback';

export interface KeyNeeds {
  readonly desk: Desk;
  readonly log: Log;
  readonly time: Time;
  readonly watching: Watching;
}

export class Key {
  readonly #path: string;
  readonly #needs: KeyNeeds;
  #isOn = false;
  #holder = '';
  #pressedMs = 0;
  #letGo: (() => void)[] = [];

  constructor(path: string, needs: KeyNeeds) {
    this.#path = path;
    this.#needs = needs;
  }

  /** After each commit that touched its row. */
  follow(by: string): void {
    const { on, mode, maxOnS } = this.#needs.desk.read(this.#path);
    if (on === true && !this.#isOn) {
      this.#holder = by;
      this.#pressedMs = this.#needs.time.monotonicMs();
    }
    this.#isOn = on === true;
    this.stop();
    if (!this.#isOn) return;
    if (mode !== 'latch') this.#hold(mode === 'push');
    if ((maxOnS as number) > 0) this.#onceOnFor((maxOnS as number) * 1000, () => this.#release());
  }

  /** Gives up what would let it go. */
  stop(): void {
    for (const stop of this.#letGo.splice(0)) stop();
  }

  #hold(isPush: boolean): void {
    const giveUp = this.#needs.watching.hold(this.#path, this.#holder, () => this.#release());
    if (giveUp !== undefined) this.#letGo.push(giveUp);
    else if (isPush) this.#onceOnFor(unheldMs, () => this.#holdOrRelease());
  }

  /** Who pressed it may have begun to watch only then. */
  #holdOrRelease(): void {
    const giveUp = this.#needs.watching.hold(this.#path, this.#holder, () => this.#release());
    if (giveUp === undefined) this.#release();
    else this.#letGo.push(giveUp);
  }

  #onceOnFor(ms: number, run: () => void): void {
    const { time } = this.#needs;
    this.#letGo.push(time.after(Math.max(0, this.#pressedMs + ms - time.monotonicMs()), run));
  }

  #release(): void {
    const changes = [{ path: this.#path, field: 'on', value: false }];
    const commit = this.#needs.desk.commit({ actor, label: 'Talkback off', changes, despiteLock: true });
    commit.catch((err: unknown) => this.#needs.log.error({ err, path: this.#path }, 'A talkback could not be let go'));
  }
}
