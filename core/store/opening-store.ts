// Opens a store in the background, so that reading the disk and importing providers overlap.
import type { DocumentKey, Store, StoreBatch, StoreContents, StoreRoom } from './store.ts';

export class OpeningStore implements Store {
  readonly #store: Store;
  readonly #opening: Promise<StoreContents>;
  #closing: Promise<void> | undefined;

  /** Begins to open the store. */
  constructor(store: Store) {
    this.#store = store;
    this.#opening = store.open();
    // `open` rejects with the error.
    this.#opening.catch(() => {});
  }

  open(): Promise<StoreContents> {
    return this.#opening;
  }

  write(batch: StoreBatch): Promise<void> {
    return this.#store.write(batch);
  }

  content(of: DocumentKey): Promise<readonly Uint8Array[]> {
    return this.#store.content(of);
  }

  compare(of: DocumentKey, base: DocumentKey): Promise<string> {
    return this.#store.compare(of, base);
  }

  room(): Promise<StoreRoom> {
    return this.#store.room();
  }

  backUp(): Promise<void> {
    return this.#store.backUp();
  }

  /** May be called repeatedly, and without `open`. */
  close(): Promise<void> {
    this.#closing ??= this.#opening.then(
      () => this.#store.close(),
      () => {},
    );
    return this.#closing;
  }
}
