// The pulse of a driver process: whether its JavaScript answers. A driver that loops, or waits in a call, blocks it: the
// process then takes and reports no value. A blocked process with sound is left alone; one without sound is ended. The
// pulse is judged at heartbeats of the control process, and at more than one: after a delay of its own, messages of the
// driver process still wait in the socket. The time of a silence is granted time of both processes: one that the machine
// does not let run is neither reported nor ended.
import type { Time } from '../../services.ts';
import type { ProcessFiles } from '../../system/runtime-folder.ts';
import type { ControlLink } from './control-link.ts';
import { readCrashPage } from './crash-page.ts';

/** A process is silent after this many heartbeats without a message. */
const mostSilentBeats = 2;
/** Of which so much was granted. */
const leastSilentMs = 500;
/** A silence of this length is reported, and ends a process without sound that asks for no more. */
export const silenceMs = 5000;
/** A playing audio thread counts blocks within this time. */
const blocksMs = 500;
/** A process that names no package gets this many periods. */
const mostUnnamed = 2;

type Signs = Pick<ControlLink, 'takeSigns' | 'answers'>;

export interface PulseEvents {
  /** A greeted process has not answered for two heartbeats, or answers again. */
  silent(isSilent: boolean): void;
  /** The reason why the process does not answer; '' once it answers again. */
  held(words: string): void;
  /** The process neither answers nor plays. `driver` blocks it, '' if unknown. */
  dead(driver: string): void;
}

export interface PulseOptions {
  readonly time: Pick<Time, 'monotonicMs' | 'granted'>;
  readonly files: Pick<ProcessFiles, 'crashPage'>;
  /** The process may be silent for so long before it is ended; silenceMs and more. */
  readonly graceMs: number;
}

export class Pulse {
  readonly #time: PulseOptions['time'];
  readonly #granted: Pick<Time, 'monotonicMs'>;
  readonly #crashPage: string;
  readonly #graceMs: number;
  readonly #events: PulseEvents;
  /** The process, 0 while it is unknown. */
  #processId = 0;
  #link: Signs | undefined;
  #isGreeted = false;
  #silentBeats = 0;
  /** The first heartbeat of the silence, by both clocks. */
  #silentSince = { ms: 0, grantedMs: 0 };
  #isSilent = false;
  /** The count of blocks at the last check, and the time of its last change. */
  #heardBlocks: number | undefined;
  #heardAtMs = Number.NEGATIVE_INFINITY;
  #held = '';

  constructor({ time, files, graceMs }: PulseOptions, events: PulseEvents) {
    this.#time = time;
    this.#granted = time.granted?.with(() => this.#processId) ?? time;
    this.#crashPage = files.crashPage;
    this.#graceMs = graceMs;
    this.#events = events;
  }

  /** A connection is open, and the greeting of the process is awaited. */
  connected(link: Signs): void {
    this.stop();
    this.#link = link;
  }

  /** The process has greeted: every heartbeat asks for an answer. */
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
    this.#count(0);
    this.#tell('');
  }

  #count(silentBeats: number): void {
    if (silentBeats === 1) this.#begins();
    this.#silentBeats = silentBeats;
    const isSilent = silentBeats >= mostSilentBeats && this.#silentMs >= leastSilentMs;
    if (isSilent === this.#isSilent) return;
    this.#isSilent = isSilent;
    if (this.#isGreeted) this.#events.silent(isSilent);
  }

  #begins(): void {
    this.#processId = readCrashPage(this.#crashPage)?.processId ?? 0;
    this.#silentSince = { ms: this.#time.monotonicMs(), grantedMs: this.#granted.monotonicMs() };
  }

  /** Granted time since the first heartbeat without an answer. */
  get #silentMs(): number {
    return this.#granted.monotonicMs() - this.#silentSince.grantedMs;
  }

  #judge(): void {
    const now = this.#time.monotonicMs();
    const page = readCrashPage(this.#crashPage);
    if (this.#heardBlocks !== undefined && page?.heardBlocks !== this.#heardBlocks) this.#heardAtMs = now;
    this.#heardBlocks = page?.heardBlocks;
    const silentMs = this.#silentMs;
    const passedMs = now - this.#silentSince.ms;
    if (passedMs >= silenceMs && silentMs < passedMs / 2) this.#time.granted?.starved(passedMs - silentMs, passedMs);
    if (this.#silentBeats < mostSilentBeats || silentMs < silenceMs) return;
    const isHeard = now - this.#heardAtMs < blocksMs;
    const driver = page?.javascript ?? '';
    const longestMs = Math.max(this.#graceMs, driver === '' ? mostUnnamed * silenceMs : silenceMs);
    if (page && !isHeard && silentMs >= longestMs) {
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
