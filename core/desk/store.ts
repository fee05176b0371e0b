// The port behind which the desk is kept. The real one is SQLite in a worker; tests put doubles with faults here.
import type { Fields } from '../rows/definitions.ts';
import type { StoredDocument, HistoryEntry as StoredEntry } from '../services.ts';

export type { HistoryEntry as StoredEntry, StoredDocument } from '../services.ts';

/** What differs from the defaults at one address. */
export interface StoredRow {
  /** Canonical address of a setting, `/channel/input/3`. */
  readonly path: string;
  /** The version of the row's literal that wrote it. */
  readonly version: number;
  /** The revision that last touched it. */
  readonly revision: number;
  readonly fields: Fields;
}

/** All that one commit changes in the store; written in one transaction or not at all. */
export interface StoreBatch {
  readonly revision: number;
  readonly rows: readonly StoredRow[];
  /** Entries to insert or replace by id. */
  readonly entries?: readonly StoredEntry[];
  readonly droppedEntries?: readonly string[];
  readonly documents?: readonly StoredDocument[];
  readonly droppedDocuments?: readonly { readonly kind: string; readonly id: string }[];
}

export interface StoreContents {
  /** Made once with the store; part of every ETag. */
  readonly storeId: string;
  /** True when this open made the store. */
  readonly isNew: boolean;
  readonly revision: number;
  readonly rows: readonly StoredRow[];
  readonly entries: readonly StoredEntry[];
  readonly documents: readonly StoredDocument[];
  /** Why nothing can be written now; it is tried again with each batch. */
  readonly unwritable?: StoreFault;
}

export interface Store {
  /**
   * Checks and reads everything, also of a store that can't be written. Rejects with a StoreFault that says which backup to
   * use when the check fails.
   */
  open(): Promise<StoreContents>;
  /**
   * Resolves when the batch is on the disk (fsync done); rejects with a StoreFault when it can't be written, and then
   * nothing of it is stored. Batches given while a flush runs share the next transaction, in order.
   */
  write(batch: StoreBatch): Promise<void>;
  /** Flushes, checkpoints and closes. */
  close(): Promise<void>;
}

/** The store can't be read or written: disk full, read-only, corrupt. The message says what to do. */
export class StoreFault extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'StoreFault';
    this.code = code;
  }
}
