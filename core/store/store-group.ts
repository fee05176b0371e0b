// Several batches as one: what waits for the next transaction, and what waits for a disk that can't be written.
import type { DocumentKey, DocumentWrite, StoreBatch, StoredEntry, StoredRow } from './store.ts';

/** Bounded by how much there is to store, not by how many batches came: a later value takes the place of an earlier. */
export class StoreGroup {
  readonly #lastEntryId: number;
  #revision = 0;
  #size = 0;
  readonly #rows = new Map<string, StoredRow>();
  readonly #entries = new Map<string, StoredEntry>();
  readonly #droppedEntries = new Set<string>();
  readonly #documents = new Map<string, DocumentWrite>();
  readonly #droppedDocuments = new Map<string, DocumentKey>();

  /** `lastEntryId`: entries that came later are in no store yet, so that nothing is kept of those that were dropped. */
  constructor(lastEntryId = Number.POSITIVE_INFINITY) {
    this.#lastEntryId = lastEntryId;
  }

  /** How many batches are in it. */
  get size(): number {
    return this.#size;
  }

  /** Batches are added in the order of their revisions. */
  add(batch: StoreBatch): void {
    this.#size++;
    this.#revision = batch.revision;
    for (const row of batch.rows) this.#rows.set(row.path, row);
    for (const entry of batch.entries ?? []) {
      this.#droppedEntries.delete(entry.id);
      this.#entries.set(entry.id, entry);
    }
    for (const id of batch.droppedEntries ?? []) {
      this.#entries.delete(id);
      if (Number(id) <= this.#lastEntryId) this.#droppedEntries.add(id);
    }
    for (const document of batch.documents ?? []) {
      const key = keyOf(document);
      // Where this batch leaves its content as it is, what an earlier one made of it counts.
      const earlier = this.#droppedDocuments.delete(key) ? { rows: [] } : this.#documents.get(key)?.content;
      const { content = earlier } = document;
      this.#documents.set(key, content === undefined ? document : { ...document, content });
    }
    for (const document of batch.droppedDocuments ?? []) {
      this.#documents.delete(keyOf(document));
      this.#droppedDocuments.set(keyOf(document), document);
    }
  }

  toBatch(): StoreBatch {
    return {
      revision: this.#revision,
      rows: [...this.#rows.values()],
      entries: [...this.#entries.values()],
      droppedEntries: [...this.#droppedEntries],
      documents: [...this.#documents.values()],
      droppedDocuments: [...this.#droppedDocuments.values()],
    };
  }
}

function keyOf({ kind, id }: DocumentKey): string {
  return `${kind}\n${id}`;
}
