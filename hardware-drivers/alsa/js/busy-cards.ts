// Cards whose holder nothing names: PCMs of alsa-lib's configuration that another program had when the desk opened them. Only
// opening such a card shows that it is free again; a card of the kernel has its holder below /proc.
import { constants } from 'node:os';
import type { AlsaError, Native } from './native.ts';

export class BusyCards {
  /** By name; whether a look has shown it as busy. */
  readonly #wasShown = new Map<string, boolean>();

  /** The PCM could not be opened. */
  note(name: string, { errno }: AlsaError): void {
    if (errno === constants.errno.EBUSY) this.#wasShown.set(name, false);
  }

  /** The desk has the PCM: opening it once more would show it as busy. */
  forget(name: string): void {
    this.#wasShown.delete(name);
  }

  /** The names of those that are busy: each at least once, since a card that gets free is one that was busy before. */
  look(native: Pick<Native, 'abilities'>): ReadonlySet<string> {
    for (const [name, wasShown] of this.#wasShown) {
      if (!wasShown || isBusy(native, name)) this.#wasShown.set(name, true);
      else this.#wasShown.delete(name);
    }
    return new Set(this.#wasShown.keys());
  }
}

/** Opens the card for a moment. */
function isBusy(native: Pick<Native, 'abilities'>, name: string): boolean {
  return [true, false].some((isCapture) => {
    try {
      native.abilities(name, isCapture);
      return false;
    } catch (error) {
      return (error as AlsaError).errno === constants.errno.EBUSY;
    }
  });
}
