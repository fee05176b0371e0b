// The statuses of one target, by address and field.

import type { FieldStatus } from './field-status.ts';

export class StatusTable {
  readonly #statuses = new Map<string, Map<string, FieldStatus>>();

  paths(): Iterable<string> {
    return this.#statuses.keys();
  }

  get(path: string, field: string): FieldStatus | undefined {
    return this.#statuses.get(path)?.get(field);
  }

  add(status: FieldStatus): void {
    const { path, field } = status.desired;
    const fields = this.#statuses.get(path);
    if (fields === undefined) this.#statuses.set(path, new Map([[field, status]]));
    else fields.set(field, status);
  }

  /** Removes the statuses of an address but for these fields, and returns what it removed. */
  keepOnly(path: string, kept: ReadonlySet<string>): readonly FieldStatus[] {
    const fields = this.#statuses.get(path);
    const removed: FieldStatus[] = [];
    for (const [field, status] of fields ?? []) {
      if (kept.has(field)) continue;
      fields?.delete(field);
      removed.push(status);
    }
    if (fields?.size === 0) this.#statuses.delete(path);
    return removed;
  }
}
