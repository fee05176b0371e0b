// Index of history entries by field, without undone entries.
import type { HistoryEntry } from '../services.ts';

type Field = { readonly path: string; readonly field: string };

export class Touches {
  /** Ids, oldest first. */
  readonly #idsOf = new Map<string, string[]>();

  add({ id, changes }: HistoryEntry): void {
    for (const change of changes) {
      const key = keyOf(change);
      const ids = this.#idsOf.get(key);
      if (ids === undefined) this.#idsOf.set(key, [id]);
      else if (isAfter(id, ids.at(-1) as string)) ids.push(id);
      else ids.splice(ids.findIndex((other) => isAfter(other, id)) >>> 0, 0, id);
    }
  }

  remove({ id, changes }: HistoryEntry): void {
    for (const change of changes) {
      const key = keyOf(change);
      const left = (this.#idsOf.get(key) ?? []).filter((other) => other !== id);
      if (left.length === 0) this.#idsOf.delete(key);
      else this.#idsOf.set(key, left);
    }
  }

  /** The newest entry; undefined for a field without entries. */
  last(field: Field): string | undefined {
    return this.#idsOf.get(keyOf(field))?.at(-1);
  }

  /** The entries after the given one, oldest first. */
  after(field: Field, id: string): readonly string[] {
    const ids = this.#idsOf.get(keyOf(field)) ?? [];
    return isAfter(ids.at(-1) ?? id, id) ? ids.filter((other) => isAfter(other, id)) : [];
  }
}

function isAfter(id: string, other: string): boolean {
  return Number(id) > Number(other);
}

function keyOf({ path, field }: Field): string {
  return `${path}\n${field}`;
}
