// A machine with too much to do is one warning, and no fault of a package, a driver or a disk: nothing is ended or left out
// for it.
import type { Log, Time, Warnings } from '../services.ts';

/** The warning stays for this long after the last time. */
const raisedForMs = 60_000;
const id = 'machine-overloaded';

export interface OverloadNeeds {
  readonly time: Pick<Time, 'now' | 'after' | 'granted'>;
  readonly log: Pick<Log, 'warn'>;
  readonly warnings: Pick<Warnings, 'raise' | 'clear'>;
}

export class Overload {
  readonly #needs: OverloadNeeds;
  readonly #stopListening: () => void;
  /** Set while the warning stands: nothing ticks on a machine with time. */
  #stopClearing: (() => void) | undefined;

  /** Watches from now on. */
  constructor(needs: OverloadNeeds) {
    this.#needs = needs;
    const stop = needs.time.granted?.onStarved((waitedMs, ofMs) => this.#note(waitedMs, ofMs));
    this.#stopListening = stop ?? (() => {});
  }

  stop(): void {
    this.#stopListening();
    this.#stopClearing?.();
  }

  #note(waited: number, of: number): void {
    const { time, log, warnings } = this.#needs;
    const ofMs = Math.round(of);
    // The kernel's count and the clock are read one after the other.
    const waitedMs = Math.min(Math.round(waited), ofMs);
    if (this.#stopClearing === undefined) log.warn({ waitedMs, ofMs }, 'the machine has too much to do');
    this.#stopClearing?.();
    this.#stopClearing = time.after(raisedForMs, () => {
      this.#stopClearing = undefined;
      warnings.clear(id);
    });
    const at = new Date(time.now()).toISOString();
    warnings.raise({
      id,
      title: 'This computer has too much to do',
      titleCode: { code: id, params: { waitedMs, ofMs, at } },
      detail: `The desk waited ${seconds(waitedMs)} of ${seconds(ofMs)} s for a processor. top lists what takes the processors; rowdesk doctor says what gives the sound priority.`,
      severity: 'warning',
      path: '',
    });
  }
}

const seconds = (ms: number): string => (ms / 1000).toFixed(1);
