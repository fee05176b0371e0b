// Documents beside the settings: patches, scenes, sessions. A document that can't be stored is refused. Bodies are in
// memory; content is on the disk.

import { Faults } from '../base/fault-log.ts';
import { freeze } from '../base/json.ts';
import { Listeners } from '../base/listeners.ts';
import { isRefusal, Refusal } from '../base/refusals.ts';
import { withTimeout } from '../base/timeout.ts';
import type { Fields } from '../rows/definitions.ts';
import type {
  ContentRow,
  DocumentChange,
  DocumentKey,
  Documents,
  Log,
  PutDocument,
  StoredDocument,
  Time,
} from '../services.ts';
import type { DocumentWrite, Store, StoreBatch } from '../store/store.ts';
import { bytesNeeded, checkRoom, type DocumentBounds, DocumentWeights, documentBounds } from './document-bounds.ts';
import { DocumentContent, encode, forStore } from './document-content.ts';

/** Time limit of a write. A later write still counts, and is shown then. */
const mostWaitMs = 10_000;

export interface DocumentsNeeds {
  readonly store: Store;
  readonly time: Time;
  readonly log: Log;
  /** The desk's current revision. */
  readonly revision: () => number;
  readonly documentBounds?: DocumentBounds;
}

type StoredChange = Pick<StoreBatch, 'documents' | 'droppedDocuments'>;

export class DocumentShelf implements Documents {
  readonly #needs: DocumentsNeeds;
  readonly #documents = new Map<string, Map<string, StoredDocument>>();
  /** Frozen bodies of this shelf; documents may share one. */
  readonly #bodies = new WeakSet<Fields>();
  /** Cached lists, until a document of the kind changes. */
  readonly #lists = new Map<string, readonly StoredDocument[]>();
  readonly #weights = new DocumentWeights();
  readonly #content: DocumentContent;
  readonly #listeners: Listeners<[kind: string, ids: readonly string[]]>;
  /** The last turn in the queue, until it has ended. */
  #underway: Promise<void> | undefined;

  constructor(needs: DocumentsNeeds) {
    this.#needs = needs;
    this.#content = new DocumentContent(needs.store, needs.time);
    this.#listeners = new Listeners(new Faults(needs.log), 'a listener of the documents');
  }

  /** Takes the documents of the store, at the start. */
  load(documents: readonly StoredDocument[]): void {
    for (const { kind, id, body } of documents) this.#place({ kind, id, body: this.#adopted(body) });
  }

  list(kind: string): readonly StoredDocument[] {
    let list = this.#lists.get(kind);
    if (list === undefined) {
      list = [...(this.#documents.get(kind)?.values() ?? [])].sort((a, b) => (a.id < b.id ? -1 : 1));
      this.#lists.set(kind, list);
      // Stored in this order, the next sort is of an almost sorted list.
      this.#documents.set(kind, new Map(list.map((document) => [document.id, document])));
    }
    return list;
  }

  /** Of all kinds. */
  all(): readonly StoredDocument[] {
    return [...this.#documents.keys()].flatMap((kind) => this.list(kind));
  }

  get(kind: string, id: string): StoredDocument | undefined {
    return this.#documents.get(kind)?.get(id);
  }

  put(kind: string, id: string, body: Fields, content?: PutDocument['content']): Promise<void> {
    return this.write({ put: [{ kind, id, body, content }] });
  }

  delete(kind: string, id: string): Promise<void> {
    return this.write({ delete: [{ kind, id }] });
  }

  async write(change: DocumentChange): Promise<void> {
    // A copy: the caller may change its objects while the write waits for its turn.
    const kept = this.#copied(change);
    return this.#turn(() => this.#write(kept));
  }

  async inTurn<T>(deed: (write: (change: DocumentChange) => Promise<void>) => Promise<T>): Promise<T> {
    return this.#turn(() => deed((change) => this.#write(this.#copied(change))));
  }

  /**
   * A change that is stored with a commit: `commit` gets it in the store's form, in its turn. Rejects with the refusals of
   * `write`, and with those of `commit`.
   */
  async beside<T>(change: DocumentChange, commit: (of: StoredChange) => Promise<T>): Promise<T> {
    const kept = this.#copied(change);
    const documents = await forStore(kept.put ?? []);
    return this.#turn(async () => {
      await this.#admit(kept, documents);
      const done = await commit({ documents, droppedDocuments: kept.delete });
      this.#take(kept);
      return done;
    });
  }

  encode(rows: readonly ContentRow[]) {
    return encode(rows);
  }

  content(kind: string, id: string): Promise<readonly ContentRow[]> {
    return this.#content.read({ kind, id });
  }

  compare(of: DocumentKey, base: DocumentKey) {
    return this.#content.compare(of, base);
  }

  onChange(listener: (kind: string, ids: readonly string[]) => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Runs one deed after the other. A deed that has not begun by its timeout never runs. */
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
    const givesUp = () => {
      isLate = true;
      return late;
    };
    return withTimeout(done, mostWaitMs, this.#needs.time, { late: givesUp });
  }

  /** Copies bodies, except those of documents; content is immutable by contract. */
  #copied({ put = [], delete: dropped = [] }: DocumentChange): DocumentChange {
    return {
      put: put.map(({ kind, id, body, content }) => {
        return { kind, id, body: this.#bodies.has(body) ? body : this.#adopted(structuredClone(body)), content };
      }),
      delete: dropped.map(({ kind, id }) => ({ kind, id })),
    };
  }

  #adopted(body: Fields): Fields {
    this.#bodies.add(body);
    return freeze(body);
  }

  #place(document: StoredDocument): void {
    const ofKind = this.#documents.get(document.kind) ?? new Map<string, StoredDocument>();
    this.#weights.replace(ofKind.get(document.id), document);
    this.#lists.delete(document.kind);
    this.#documents.set(document.kind, ofKind.set(document.id, document));
  }

  #drop({ kind, id }: DocumentKey): boolean {
    this.#weights.replace(this.get(kind, id), undefined);
    this.#lists.delete(kind);
    return this.#documents.get(kind)?.delete(id) ?? false;
  }

  /** Takes effect when the disk has the change, also after the caller's timeout. */
  async #write(change: DocumentChange): Promise<void> {
    const { put = [], delete: dropped = [] } = change;
    const [first, ...others] = [...put, ...dropped];
    if (first === undefined) return;
    const { store, revision } = this.#needs;
    try {
      const documents = await forStore(put);
      await this.#admit(change, documents);
      await store.write({ revision: revision(), rows: [], documents, droppedDocuments: dropped });
    } catch (fault) {
      if (isRefusal(fault)) throw fault;
      const name = `${first.kind} ${first.id}${others.length > 0 ? ` and ${others.length} more` : ''}`;
      const reason = fault instanceof Error ? fault.message : String(fault);
      throw new Refusal('store-unavailable', `${name} can not be stored: ${reason}`, { reason });
    }
    this.#take(change);
  }

  /** Rejects with a refusal beyond a bound, and without room. */
  async #admit(change: DocumentChange, documents: readonly DocumentWrite[]): Promise<void> {
    const { store, documentBounds: bounds = documentBounds } = this.#needs;
    await this.#weights.check(change, (kind, id) => this.get(kind, id), bounds);
    const bytes = bytesNeeded(documents);
    if (bytes > 0) checkRoom(bytes, await store.room(), bounds);
  }

  /** The store has the change. */
  #take({ put = [], delete: dropped = [] }: DocumentChange): void {
    for (const { kind, id, body, content } of put) {
      this.#place(Object.freeze({ kind, id, body }));
      if (content !== undefined) this.#content.forget({ kind, id });
    }
    for (const key of dropped) this.#content.forget(key);
    this.#notify([...put, ...dropped.filter((key) => this.#drop(key))]);
  }

  #notify(changed: readonly DocumentKey[]): void {
    const byKind = new Map<string, string[]>();
    for (const { kind, id } of changed) {
      const ids = byKind.get(kind);
      if (ids === undefined) byKind.set(kind, [id]);
      else ids.push(id);
    }
    for (const [kind, ids] of byKind) this.#listeners.notify(kind, ids);
  }
}
