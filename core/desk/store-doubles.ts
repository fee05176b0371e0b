// Stores for tests: one in memory that can be told to fail, to be slow, or never to flush.
import { type Store, type StoreBatch, type StoreContents, StoreFault } from './store.ts';
import { StoreGroup } from './store-group.ts';

export class MemoryStore implements Store {
  /** What was written, in order; a batch that failed is not in it. */
  readonly batches: StoreBatch[] = [];
  readonly #before: Omit<StoreContents, 'isNew'> | undefined;
  readonly #held: (() => void)[] = [];
  #calls = 0;
  #isHolding = false;
  #fails: (call: number) => boolean = () => false;

  /** `before`: what an earlier start left, as `contents` of another double gives it. */
  constructor(before?: Omit<StoreContents, 'isNew'>) {
    this.#before = before;
  }

  /** Writes fail for which this answers true; the first is call 1. Nothing of a failed write is kept. */
  failWhen(fails: (call: number) => boolean): this {
    this.#fails = fails;
    return this;
  }

  failAt(call: number): this {
    return this.failWhen((each) => each === call);
  }

  /** From now on writes wait until `release`, as on a disk that takes long. */
  hold(): this {
    this.#isHolding = true;
    return this;
  }

  release(): void {
    this.#isHolding = false;
    for (const write of this.#held.splice(0)) write();
  }

  /** What a start after a crash at this moment would find. */
  contents(): Omit<StoreContents, 'isNew'> {
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
      documents: all.documents ?? [],
    };
  }

  async open(): Promise<StoreContents> {
    return { ...(this.#before ?? empty), isNew: this.#before === undefined };
  }

  write(batch: StoreBatch): Promise<void> {
    const call = ++this.#calls;
    return new Promise((resolve, reject) => {
      const write = () => {
        if (this.#fails(call)) return reject(new StoreFault('store-full', 'The disk is full.'));
        // As a disk would: what is written is a copy.
        this.batches.push(structuredClone(batch));
        resolve();
      };
      if (this.#isHolding) this.#held.push(write);
      else write();
    });
  }

  async close(): Promise<void> {}
}

const empty = { storeId: 'double', revision: 0, rows: [], entries: [], documents: [] };

/** A disk that takes everything and never says that it has it. */
export function neverFlushingStore(): MemoryStore {
  return new MemoryStore().hold();
}
