// What is kept whole beside the settings: patches, scenes, sessions. It exists only to be stored, so that what can't be
// stored is refused.
import { Listeners } from '../listeners.ts';
import type { Fields } from '../rows/definitions.ts';
import { Faults } from '../rows/faults.ts';
import { Refusal } from '../rows/refusals.ts';
import type { DocumentChange, Documents, Log, StoredDocument, Time } from '../services.ts';
import { freeze } from './json.ts';
import type { Store } from './store.ts';

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
  /** The last turn that was asked for, until it has ended. */
  #underway: Promise<void> | undefined;

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

  async write(change: DocumentChange): Promise<void> {
    // As it is now, whatever becomes of it while it waits for its turn.
    const kept = structuredClone(change);
    return this.#turn(() => this.#write(kept));
  }

  async inTurn<T>(deed: (write: (change: DocumentChange) => Promise<void>) => Promise<T>): Promise<T> {
    return this.#turn(() => deed((change) => this.#write(structuredClone(change))));
  }

  onChange(listener: (kind: string, id: string) => void): () => void {
    return this.#listeners.add(listener);
  }

  /** One after the other. What nobody waits for any more is refused as a whole, unless it has begun. */
  async #turn<T>(deed: () => Promise<T>): Promise<T> {
    const reason = `the disk has not answered for ${mostWaitMs / 1000} s`;
    const late = new Refusal('store-unavailable', `It can not be stored: ${reason}.`, { reason });
    let isLate = false;
    const start = async () => {
      if (isLate) throw late;
      return deed();
    };
    const done = this.#underway === undefined ? start() : this.#underway.then(start);
    const end = () => {
      if (this.#underway === ended) this.#underway = undefined;
    };
    const ended = done.then(end, end);
    this.#underway = ended;
    let stopWaiting = () => {};
    const lateness = new Promise<never>((_resolve, reject) => {
      stopWaiting = this.#needs.time.after(mostWaitMs, () => {
        isLate = true;
        reject(late);
      });
    });
    return Promise.race([done, lateness]).finally(() => stopWaiting());
  }

  #place(document: StoredDocument): void {
    const ofKind = this.#documents.get(document.kind) ?? new Map<string, StoredDocument>();
    this.#documents.set(document.kind, ofKind.set(document.id, document));
  }

  /** It counts as soon as it is on the disk, also when nobody waits any more. */
  async #write({ put: documents = [], delete: dropped = [] }: DocumentChange): Promise<void> {
    const [first, ...others] = [...documents, ...dropped];
    if (first === undefined) return;
    for (const document of documents) freeze(document);
    const { store, revision } = this.#needs;
    await store.write({ revision: revision(), rows: [], documents, droppedDocuments: dropped }).catch((fault) => {
      const name = `${first.kind} ${first.id}${others.length > 0 ? ` and ${others.length} more` : ''}`;
      const reason = fault instanceof Error ? fault.message : String(fault);
      throw new Refusal('store-unavailable', `${name} can not be stored: ${reason}`, { reason });
    });
    for (const document of documents) this.#place(document);
    const gone = dropped.filter(({ kind, id }) => this.#documents.get(kind)?.delete(id));
    for (const { kind, id } of [...documents, ...gone]) this.#listeners.tell(kind, id);
  }
}
