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
    let known = this.#fingerprint();
    let stopWaiting: (() => void) | undefined;
    const announce = () => {
      stopWaiting = undefined;
      changed();
    };
    const stop = this.#log.onChange(() => {
      const now = this.#fingerprint();
      if (now === known) return;
      known = now;
      stopWaiting ??= this.#time.after(announceEveryMs, announce);
    });
    return () => {
      stop();
      stopWaiting?.();
    };
  }

  /** Ids are never used again: how many there are, from which to which, says which. */
  #fingerprint(): string {
    const { entries } = this.#log;
    return `${entries.length} ${entries[0]?.id} ${entries.at(-1)?.id}`;
  }
}
