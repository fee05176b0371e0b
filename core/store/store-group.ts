// Merges batches into one: for the next transaction, and while the disk can't be written.
import type { DocumentKey, DocumentWrite, StoreBatch, StoredEntry, StoredRow } from './store.ts';

/** Bounded by the size of the stored data, not by the number of batches: a later value replaces an earlier one. */
export class StoreGroup {
  readonly #lastEntryId: number;
  #revision = 0;
  #size = 0;
  readonly #rows = new Map<string, StoredRow>();
  readonly #entries = new Map<string, StoredEntry>();
  readonly #droppedEntries = new Set<string>();
  readonly #documents = new Map<string, DocumentWrite>();
  readonly #droppedDocuments = new Map<string, DocumentKey>();

  /** `lastEntryId`: the greatest stored entry. Newer entries that are dropped need no deletion from the store. */
  constructor(lastEntryId = Number.POSITIVE_INFINITY) {
    this.#lastEntryId = lastEntryId;
  }

  /** The number of batches. */
  get size(): number {
    return this.#size;
  }

  /** Adds a batch; batches come in the order of their revisions. */
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
      // If this batch leaves the document's content unchanged, the content of an earlier batch counts.
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
