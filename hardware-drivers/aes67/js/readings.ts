// What a target reports: one object per value, replaced when the value changes.
import type { Reading } from 'rowdesk/driver';

export class Readings {
  readonly #readings = new Map<string, { readonly reading: Reading; readonly json: string }>();

  set(path: string, field: string, value: unknown): void {
    const key = `${path} ${field}`;
    const json = JSON.stringify(value);
    if (this.#readings.get(key)?.json === json) return;
    this.#readings.set(key, { reading: { path, field, value, state: 'applied' }, json });
  }

  /** Undefined for a value that was never set. */
  value(path: string, field: string): unknown {
    return this.#readings.get(`${path} ${field}`)?.reading.value;
  }

  get all(): readonly Reading[] {
    return Array.from(this.#readings.values(), ({ reading }) => reading);
  }
}
