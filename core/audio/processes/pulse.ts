// Whether the JavaScript of a driver process answers. A driver that loops, or waits in a call, holds it: then no value is
// taken and none reported. Where sound goes on all the same the process is left alone; where none does, it is to be ended.
// It is judged at the heartbeats of this process, and never by one alone: where this process was held up itself, what the
// other one said waits to be read.
import type { Time } from '../../services.ts';
import type { ControlLink } from './control-link.ts';
import { readCrashPage } from './crash-page.ts';

/** So many heartbeats in a row without a word: it is silent. */
const mostSilentBeats = 2;
/** A silence of this length is told of, and ends a process without sound. */
export const silenceMs = 5000;
/** Within this time an audio thread that plays has counted blocks. */
const blocksMs = 500;
/** A process that names no package may be one that gets no processor: it is waited for so many times. */
const mostUnnamed = 2;

type Signs = Pick<ControlLink, 'takeSigns' | 'answers'>;

export interface PulseEvents {
  /** It said who it is and has not answered for two heartbeats, or does so again. */
  silent(isSilent: boolean): void;
  /** It does not answer, in words; '' once it does again. */
  held(words: string): void;
  /** It does not answer, and nothing is heard of it. `driver` holds it, '' when that is not known. */
  dead(driver: string): void;
}

export class Pulse {
  readonly #time: Pick<Time, 'monotonicMs'>;
  readonly #crashPage: string;
  readonly #events: PulseEvents;
  #link: Signs | undefined;
  #isGreeted = false;
  #silentBeats = 0;
  #spokeAtMs = 0;
  /** As of the last look, and when it was another. */
  #heardBlocks: number | undefined;
  #heardAtMs = Number.NEGATIVE_INFINITY;
  #held = '';

  constructor(time: Pick<Time, 'monotonicMs'>, crashPage: string, events: PulseEvents) {
    this.#time = time;
    this.#crashPage = crashPage;
    this.#events = events;
  }

  /** A connection was made, on which the process is to say who it is. */
  connected(link: Signs): void {
    this.stop();
    this.#link = link;
    this.#spokeAtMs = this.#time.monotonicMs();
  }

  /** It said so: it is asked at every heartbeat. */
  greeted(): void {
    this.#isGreeted = true;
  }

  stop(): void {
    this.#count(0);
    this.#link = undefined;
    this.#isGreeted = false;
    this.#heardBlocks = undefined;
    this.#held = '';
  }

  beat(): void {
    if (!this.#link) return;
    const { wasHeard, isDue } = this.#link.takeSigns();
    const isOwed = isDue || this.#silentBeats > 0 || !this.#isGreeted;
    if (wasHeard) this.#speaks();
    else if (isOwed) this.#count(this.#silentBeats + 1);
    if (this.#isGreeted && !isDue) void this.#link.answers(silenceMs);
    if (this.#silentBeats > 0) this.#judge();
  }

  #speaks(): void {
    this.#spokeAtMs = this.#time.monotonicMs();
    this.#count(0);
    this.#tell('');
  }

  #count(silentBeats: number): void {
    const wasSilent = this.#silentBeats >= mostSilentBeats;
    this.#silentBeats = silentBeats;
    const isSilent = silentBeats >= mostSilentBeats;
    if (isSilent !== wasSilent && this.#isGreeted) this.#events.silent(isSilent);
  }

  #judge(): void {
    const now = this.#time.monotonicMs();
    const page = readCrashPage(this.#crashPage);
    if (this.#heardBlocks !== undefined && page?.heardBlocks !== this.#heardBlocks) this.#heardAtMs = now;
    this.#heardBlocks = page?.heardBlocks;
    const silentMs = now - this.#spokeAtMs;
    if (this.#silentBeats < mostSilentBeats || silentMs < silenceMs) return;
    const isHeard = now - this.#heardAtMs < blocksMs;
    const driver = page?.javascript ?? '';
    if (page && !isHeard && (driver !== '' || silentMs >= mostUnnamed * silenceMs)) {
      this.#link = undefined;
      this.#events.dead(driver);
      return;
    }
    const who = driver === '' ? 'its JavaScript does not answer' : `${driver} holds its JavaScript`;
    this.#tell(`${who}: no value is taken or reported.${isHeard ? ' The sound goes on.' : ''}`);
  }

  #tell(words: string): void {
    if (words === this.#held) return;
    this.#held = words;
    this.#events.held(words);
  }
}
