// What the driver observes, by row and field. An unchanged value stays the same object at its index (Convergent.observe).
import type { Reading } from 'rowdesk/driver';

export class ReadingTable {
  readonly #rows = new Map<string, Map<string, Reading>>();
  #list: readonly Reading[] | undefined;

  /** True where this changed the reading. */
  set(path: string, field: string, value: Reading['value'], state: Reading['state'] = 'applied'): boolean {
    const row = this.#rows.get(path) ?? new Map<string, Reading>();
    const before = row.get(field);
    if (before !== undefined && before.state === state && Object.is(before.value, value)) return false;
    this.#rows.set(path, row.set(field, { path, field, value, state }));
    this.#list = undefined;
    return true;
  }

  /** Takes away the fields of a row that `keeps` does not name. */
  keepOnly(path: string, keeps: (field: string) => boolean): void {
    const row = this.#rows.get(path);
    for (const field of row?.keys() ?? []) if (!keeps(field)) row?.delete(field);
    if (row?.size === 0) this.#rows.delete(path);
    this.#list = undefined;
  }

  list(): readonly Reading[] {
    this.#list ??= [...this.#rows.values()].flatMap((row) => [...row.values()]);
    return this.#list;
  }
}
