import type { HistoryLog, Time } from 'rowdesk/provider';

/**
 * Whenever addresses come or go, all that is watched is looked through, and a show makes entries all the time: it is said
 * that often at most. Whoever watches an entry that goes is told at once all the same, by the row itself.
 */
const announceEveryMs = 100;

/** The entries that there are now, and the rows below them. */
export class EntryAddresses {
  readonly #log: HistoryLog;
  readonly #time: Time;

  constructor(log: HistoryLog, time: Time) {
    this.#log = log;
    this.#time = time;
  }

  has({ id }: { readonly id: string }): boolean {
    return this.#log.get(id) !== undefined;
  }

  list(): readonly { readonly id: string }[] {
    return this.#log.entries.map(({ id }) => ({ id }));
  }

  watch(changed: () => void): () => void {
    let known = this.#log.idsVersion;
    let stopWaiting: (() => void) | undefined;
    const announce = () => {
      stopWaiting = undefined;
      changed();
    };
    const stop = this.#log.onChange(() => {
      if (this.#log.idsVersion === known) return;
      known = this.#log.idsVersion;
      stopWaiting ??= this.#time.after(announceEveryMs, announce);
    });
    return () => {
      stop();
      stopWaiting?.();
    };
  }
}
