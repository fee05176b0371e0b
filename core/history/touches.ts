// Index of history entries by field, without undone entries.
import type { HistoryEntry } from '../services.ts';

type Field = { readonly path: string; readonly field: string };

export class Touches {
  /** Ids, oldest first, by address and field: large entries make no text for each of their fields. */
  readonly #idsAt = new Map<string, Map<string, string[]>>();

  add({ id, changes }: HistoryEntry): void {
    for (const { path, field } of changes) {
      let fields = this.#idsAt.get(path);
      if (fields === undefined) {
        fields = new Map();
        this.#idsAt.set(path, fields);
      }
      const ids = fields.get(field);
      if (ids === undefined) fields.set(field, [id]);
      else if (isAfter(id, ids.at(-1) as string)) ids.push(id);
      else ids.splice(ids.findIndex((other) => isAfter(other, id)) >>> 0, 0, id);
    }
  }

  remove({ id, changes }: HistoryEntry): void {
    for (const { path, field } of changes) {
      const fields = this.#idsAt.get(path);
      const ids = fields?.get(field) ?? [];
      const index = ids.indexOf(id);
      if (index !== -1) ids.splice(index, 1);
      if (ids.length > 0) continue;
      fields?.delete(field);
      if (fields?.size === 0) this.#idsAt.delete(path);
    }
  }

  /** The newest entry; undefined for a field without entries. */
  last(at: Field): string | undefined {
    return this.#idsOf(at).at(-1);
  }

  /** The entries after the given one, oldest first. */
  after(at: Field, id: string): readonly string[] {
    const ids = this.#idsOf(at);
    return isAfter(ids.at(-1) ?? id, id) ? ids.filter((other) => isAfter(other, id)) : [];
  }

  #idsOf({ path, field }: Field): readonly string[] {
    return this.#idsAt.get(path)?.get(field) ?? none;
  }
}

const none: readonly string[] = [];

function isAfter(id: string, other: string): boolean {
  return Number(id) > Number(other);
}
