// Whether the JavaScript of a driver process answers. A driver that loops, or waits in a call, holds it: then no value is
// taken and none reported. Where sound goes on all the same the process is left alone; where none does, it is to be ended.
import type { Time } from '../../services.ts';
import type { ControlLink } from './control-link.ts';
import { readCrashPage } from './crash-page.ts';

/** A silence of this length is told of, and ends a process without sound. */
export const silenceMs = 5000;
/** Within this time an audio thread that plays has counted blocks. */
const blocksMs = 500;
/** A process that names no package may be one that gets no processor: it is waited for once more. */
const mostUnnamed = 2;

export interface PulseEvents {
  /** It does not answer, and nothing is heard of it. `driver` holds it, '' when that is not known. */
  dead(driver: string): void;
  /** It does not answer, in words; '' once it does again. */
  held(words: string): void;
}

export class Pulse {
  readonly #time: Time;
  readonly #crashPage: string;
  readonly #events: PulseEvents;
  #link: ControlLink | undefined;
  #silences = 0;
  /** It is greeted, and no question waits for its answer. */
  #isIdle = false;
  #stopWaiting = () => {};

  constructor(time: Time, crashPage: string, events: PulseEvents) {
    this.#time = time;
    this.#crashPage = crashPage;
    this.#events = events;
  }

  /** A connection was made, on which the process says who it is. */
  connected(): void {
    this.stop();
    this.#after(silenceMs, () => this.#silent());
  }

  /** It said so: it is asked at every heartbeat. */
  greeted(link: ControlLink): void {
    this.#stopWaiting();
    this.#silences = 0;
    this.#link = link;
    this.#isIdle = true;
  }

  beat(): void {
    if (this.#isIdle && this.#link) void this.#ask(this.#link);
  }

  stop(): void {
    this.#stopWaiting();
    this.#isIdle = false;
    this.#link = undefined;
    this.#silences = 0;
  }

  async #ask(link: ControlLink): Promise<void> {
    this.#isIdle = false;
    const isThere = await link.answers(silenceMs);
    if (this.#link !== link) return;
    if (isThere) {
      if (this.#silences > 0) this.#events.held('');
      this.#silences = 0;
      this.#isIdle = true;
    } else this.#silent();
  }

  #silent(): void {
    this.#silences += 1;
    const before = readCrashPage(this.#crashPage);
    this.#after(blocksMs, () => {
      const page = readCrashPage(this.#crashPage);
      const driver = page?.javascript ?? '';
      const isHeard = page?.heardBlocks !== before?.heardBlocks;
      if (page && !isHeard && (driver !== '' || this.#silences >= mostUnnamed)) {
        this.#events.dead(driver);
        return;
      }
      const who = driver === '' ? 'its JavaScript does not answer' : `${driver} holds its JavaScript`;
      this.#events.held(`${who}: no value is taken or reported.${isHeard ? ' The sound goes on.' : ''}`);
      const link = this.#link;
      if (link) void this.#ask(link);
      else this.#after(silenceMs, () => this.#silent());
    });
  }

  #after(ms: number, run: () => void): void {
    this.#stopWaiting();
    this.#stopWaiting = this.#time.after(ms, run);
  }
}
