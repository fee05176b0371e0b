// A machine with too much to do is one warning, and no fault of a package, a driver or a disk: nothing is ended or left out
// for it.
import type { Log, Time, Warnings } from '../services.ts';

/** The warning stays for this long after the last time. */
const raisedForMs = 60_000;
const lookEveryMs = 5_000;
const id = 'machine-overloaded';

export interface OverloadNeeds {
  readonly time: Pick<Time, 'now' | 'monotonicMs' | 'every' | 'granted'>;
  readonly log: Pick<Log, 'warn'>;
  readonly warnings: Pick<Warnings, 'raise' | 'clear'>;
}

export class Overload {
  readonly #needs: OverloadNeeds;
  readonly #stops: readonly (() => void)[];
  #notedAtMs: number | undefined;

  /** Watches from now on. */
  constructor(needs: OverloadNeeds) {
    this.#needs = needs;
    const stop = needs.time.granted?.onStarved((waitedMs, ofMs) => this.#note(waitedMs, ofMs));
    this.#stops = [stop ?? (() => {}), needs.time.every(lookEveryMs, () => this.#look())];
  }

  stop(): void {
    for (const stop of this.#stops) stop();
  }

  #note(waited: number, of: number): void {
    const { time, log, warnings } = this.#needs;
    const [waitedMs, ofMs] = [Math.round(waited), Math.round(of)];
    if (this.#notedAtMs === undefined) log.warn({ waitedMs, ofMs }, 'the machine has too much to do');
    this.#notedAtMs = time.monotonicMs();
    const at = new Date(time.now()).toISOString();
    warnings.raise({
      id,
      title: 'This computer has too much to do',
      titleCode: { code: id, params: { waitedMs, ofMs, at } },
      detail: `Until ${at} the desk waited ${seconds(waitedMs)} of ${seconds(ofMs)} s for a processor, so it answers late, and the sound may have gaps. Nothing is restarted for it. End other programs (top lists them), or give the desk a computer of its own; rowdesk doctor says what gives the sound priority.`,
      severity: 'warning',
      path: '',
    });
  }

  #look(): void {
    if (this.#notedAtMs === undefined || this.#needs.time.monotonicMs() - this.#notedAtMs < raisedForMs) return;
    this.#notedAtMs = undefined;
    this.#needs.warnings.clear(id);
  }
}

const seconds = (ms: number): string => (ms / 1000).toFixed(1);
