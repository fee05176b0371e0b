// The desired values of a device of the network, by row and field: checked, kept, and read back.
import type { Reading, Value } from 'rowdesk/driver';
import { Refused } from './checked.ts';
import { Readings } from './readings.ts';

/** Takes a value of the desk. Throws Refused, and then changes nothing. */
export type Setter = (value: unknown) => void;

export class Settings {
  readonly readings = new Readings();
  readonly #setters = new Map<string, Setter>();

  /** initial: as it is applied before the desk says anything. */
  add(path: string, field: string, initial: unknown, set: Setter): void {
    this.#setters.set(`${path} ${field}`, set);
    this.readings.set(path, field, initial);
  }

  /** Returns the refused values. */
  apply(values: readonly Value[]): readonly Reading[] {
    return values.flatMap(({ path, field, value }): Reading[] => {
      try {
        const set = this.#setters.get(`${path} ${field}`);
        if (set === undefined) throw new Refused('a device of the network has no such setting');
        set(value);
        // With members that only others read, as the desk compares the whole.
        this.readings.set(path, field, value);
        return [];
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        const applied = this.readings.value(path, field) ?? null;
        return [{ path, field, value: applied, state: 'refused', reason: error.message }];
      }
    });
  }
}
