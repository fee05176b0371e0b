// Stores for tests: in memory, with failing, slow or never flushing writes on demand.
import {
  type ContentChange,
  type DocumentKey,
  type Store,
  type StoreBatch,
  type StoreContents,
  StoreError,
  type StoreRoom,
} from '../store/store.ts';
import { StoreGroup } from '../store/store-group.ts';

interface Row {
  readonly path: string;
  readonly area: string;
  readonly fields: unknown;
}

/** What a start finds; `content` by the kind and id of a document, `scene :one`. */
export interface StoreLeft extends Omit<StoreContents, 'isNew'> {
  readonly content?: ReadonlyMap<string, readonly Row[]>;
}

export class MemoryStore implements Store {
  /** The written batches, in order, without failed ones. */
  readonly batches: StoreBatch[] = [];
  readonly #before: StoreLeft | undefined;
  readonly #content: Map<string, readonly Row[]>;
  readonly #waiting: (() => void)[] = [];
  #calls = 0;
  #isPaused = false;
  #fails: (call: number) => boolean = () => false;

  /** `before`: the state of an earlier start, from `contents` of another store. */
  constructor(before?: StoreLeft) {
    this.#before = before;
    this.#content = new Map(before?.content);
  }

  /** Fails each write for which the function returns true; the first is call 1. A failed write changes nothing. */
  failWhen(fails: (call: number) => boolean): this {
    this.#fails = fails;
    return this;
  }

  failAt(call: number): this {
    return this.failWhen((each) => each === call);
  }

  /** From now on writes wait until `resumeWrites`, as on a slow disk. */
  pauseWrites(): this {
    this.#isPaused = true;
    return this;
  }

  resumeWrites(): void {
    this.#isPaused = false;
    for (const write of this.#waiting.splice(0)) write();
  }

  /** What a start after a crash at this moment would find. */
  contents(): Required<Omit<StoreLeft, 'unwritable'>> {
    const group = new StoreGroup();
    const { storeId, revision, rows, entries, documents } = this.#before ?? empty;
    group.add({ revision, rows, entries, documents });
    for (const batch of this.batches) group.add(batch);
    const all = group.toBatch();
    return {
      storeId,
      revision: all.revision,
      rows: all.rows,
      entries: all.entries ?? [],
      documents: (all.documents ?? []).map(({ kind, id, body }) => ({ kind, id, body })),
      content: new Map(this.#content),
    };
  }

  async open(): Promise<StoreContents> {
    return { ...(this.#before ?? empty), isNew: this.#before === undefined };
  }

  write(batch: StoreBatch): Promise<void> {
    const call = ++this.#calls;
    return new Promise((resolve, reject) => {
      const write = () => {
        if (this.#fails(call)) return reject(new StoreError('store-full', 'The disk is full.'));
        // As a disk would: what is written is a copy.
        this.batches.push(structuredClone(batch));
        this.#keep(batch);
        resolve();
      };
      if (this.#isPaused) this.#waiting.push(write);
      else write();
    });
  }

  async content(of: DocumentKey): Promise<readonly Uint8Array[]> {
    const rows = this.#content.get(keyOf(of));
    return rows === undefined ? [] : [Buffer.from(JSON.stringify(rows))];
  }

  async compare(of: DocumentKey, base: DocumentKey): Promise<string> {
    const [own, other] = [of, base].map((key) => byPlace(this.#content.get(keyOf(key)) ?? []));
    const isOther = ([place, row]: [string, Row]) => JSON.stringify(other?.get(place)) !== JSON.stringify(row);
    const differs = [...(own ?? [])].filter(isOther).map(([, row]) => row);
    const lacking = [...(other ?? [])].filter(([place]) => !own?.has(place));
    return JSON.stringify({ differs, lacks: lacking.map(([, { path, area }]) => ({ path, area })) });
  }

  async room(): Promise<StoreRoom> {
    return { usedBytes: 0, freeBytes: Number.POSITIVE_INFINITY };
  }

  async backUp(): Promise<void> {}

  async close(): Promise<void> {}

  #keep({ documents = [], droppedDocuments = [] }: StoreBatch): void {
    for (const { kind, id, content } of documents) {
      if (content !== undefined) this.#content.set(keyOf({ kind, id }), this.#rowsOf(content));
    }
    for (const key of droppedDocuments) this.#content.delete(keyOf(key));
  }

  #rowsOf(content: ContentChange): readonly Row[] {
    if ('rows' in content) return content.rows.flatMap((text) => JSON.parse(text) as Row[]);
    const rows = byPlace(this.#content.get(keyOf(content.of)) ?? []);
    for (const row of JSON.parse(content.lacks ?? '[]') as Row[]) rows.delete(placeOf(row));
    for (const row of JSON.parse(content.differs ?? '[]') as Row[]) rows.set(placeOf(row), row);
    return [...rows.values()];
  }
}

const keyOf = ({ kind, id }: DocumentKey) => `${kind} ${id}`;
const placeOf = ({ path, area }: Row) => `${area} ${path}`;
const byPlace = (rows: readonly Row[]) => new Map(rows.map((row) => [placeOf(row), row]));

const empty = { storeId: 'double', revision: 0, rows: [], entries: [], documents: [] };

/** A store that takes every write and never confirms one. */
export function neverFlushingStore(): MemoryStore {
  return new MemoryStore().pauseWrites();
}
