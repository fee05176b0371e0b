// A store that is being opened while other things are prepared: reading the disk and importing providers don't wait for
// each other.
import type { DocumentKey, Store, StoreBatch, StoreContents, StoreRoom } from './store.ts';

export class OpeningStore implements Store {
  readonly #store: Store;
  readonly #opening: Promise<StoreContents>;
  #closing: Promise<void> | undefined;

  /** Begins to open it. */
  constructor(store: Store) {
    this.#store = store;
    this.#opening = store.open();
    // `open` rejects with it.
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

  /** May be called again, and whether or not anybody waited for `open`. */
  close(): Promise<void> {
    this.#closing ??= this.#opening.then(
      () => this.#store.close(),
      () => {},
    );
    return this.#closing;
  }
}
