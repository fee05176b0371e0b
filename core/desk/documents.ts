// What is kept whole beside the settings: patches, scenes, sessions. It exists only to be stored, so that what can't be
// stored is refused.
import { Listeners } from '../listeners.ts';
import type { Fields } from '../rows/definitions.ts';
import { Faults } from '../rows/faults.ts';
import { Refusal } from '../rows/refusals.ts';
import type { DocumentChange, Documents, Log, StoredDocument, Time } from '../services.ts';
import { freeze } from './json.ts';
import type { Store, StoreBatch } from './store.ts';

/** How long the disk may take. What gets there later counts still, and is shown then. */
const mostWaitMs = 10_000;

export interface DocumentsNeeds {
  readonly store: Store;
  readonly time: Time;
  readonly log: Log;
  /** The desk's, now. */
  readonly revision: () => number;
}

export class DocumentShelf implements Documents {
  readonly #needs: DocumentsNeeds;
  readonly #documents = new Map<string, Map<string, StoredDocument>>();
  readonly #listeners: Listeners<[kind: string, id: string]>;

  constructor(needs: DocumentsNeeds) {
    this.#needs = needs;
    this.#listeners = new Listeners(new Faults(needs.log), 'a listener of the documents');
  }

  /** What the store held at the start. */
  load(documents: readonly StoredDocument[]): void {
    for (const document of documents) this.#place(document);
  }

  list(kind: string): readonly StoredDocument[] {
    return [...(this.#documents.get(kind)?.values() ?? [])].sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  get(kind: string, id: string): StoredDocument | undefined {
    return this.#documents.get(kind)?.get(id);
  }

  put(kind: string, id: string, body: Fields): Promise<void> {
    return this.write({ put: [{ kind, id, body }] });
  }

  delete(kind: string, id: string): Promise<void> {
    return this.write({ delete: [{ kind, id }] });
  }

  async write({ put = [], delete: dropped = [] }: DocumentChange): Promise<void> {
    const documents = put.map(({ kind, id, body }) => freeze(structuredClone({ kind, id, body })));
    const [first, ...others] = [...documents, ...dropped];
    if (first === undefined) return;
    const name = `${first.kind} ${first.id}${others.length > 0 ? ` and ${others.length} more` : ''}`;
    await this.#write({ documents, droppedDocuments: dropped }, name, () => {
      for (const document of documents) this.#place(document);
      const gone = dropped.filter(({ kind, id }) => this.#documents.get(kind)?.delete(id));
      for (const { kind, id } of [...documents, ...gone]) this.#listeners.tell(kind, id);
    });
  }

  onChange(listener: (kind: string, id: string) => void): () => void {
    return this.#listeners.add(listener);
  }

  #place(document: StoredDocument): void {
    const ofKind = this.#documents.get(document.kind) ?? new Map<string, StoredDocument>();
    this.#documents.set(document.kind, ofKind.set(document.id, document));
  }

  /** `done` runs as soon as it is on the disk, also when nobody waits any more. */
  async #write(
    change: Pick<StoreBatch, 'documents' | 'droppedDocuments'>,
    name: string,
    done: () => void,
  ): Promise<void> {
    const { store, time, revision } = this.#needs;
    const written = store.write({ revision: revision(), rows: [], ...change }).then(done, (fault: unknown) => {
      const reason = fault instanceof Error ? fault.message : String(fault);
      throw new Refusal('store-unavailable', `${name} can not be stored: ${reason}`, { reason });
    });
    let stopWaiting = () => {};
    const late = new Promise<never>((_resolve, reject) => {
      stopWaiting = time.after(mostWaitMs, () => {
        const reason = `the disk has not answered for ${mostWaitMs / 1000} s`;
        reject(new Refusal('store-unavailable', `${name} can not be stored: ${reason}.`, { reason }));
      });
    });
    await Promise.race([written, late]).finally(() => stopWaiting());
  }
}
