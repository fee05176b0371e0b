// The port of the store. The implementation is SQLite in a worker; tests use doubles with faults.
import type { Fields } from '../rows/definitions.ts';
import type { DocumentKey, StoredDocument, HistoryEntry as StoredEntry } from '../services.ts';

export type { DocumentKey, HistoryEntry as StoredEntry, StoredDocument } from '../services.ts';

/** The values at one address that differ from the defaults. */
export interface StoredRow {
  /** Canonical address of a setting, `/channel/input/3`. */
  readonly path: string;
  /** The version of the row's literal that wrote the values. */
  readonly version: number;
  /** The revision that last touched it. */
  readonly revision: number;
  readonly fields: Fields;
}

/**
 * What a document holds from now on: rows as JSON texts, each an array of `{path, area, fields}`; or the rows of
 * another, but for those of `differs` (the same) and without those of `lacks` (`{path, area}`).
 */
export type ContentChange =
  | { readonly rows: readonly string[] }
  | { readonly of: DocumentKey; readonly differs?: string; readonly lacks?: string };

/** A document to insert or replace. Without `content` it keeps what it has. */
export interface DocumentWrite extends StoredDocument {
  readonly content?: ContentChange;
}

/** The changes of one commit, written in one transaction or not at all. */
export interface StoreBatch {
  readonly revision: number;
  readonly rows: readonly StoredRow[];
  /** Entries to insert or replace by id. */
  readonly entries?: readonly StoredEntry[];
  readonly droppedEntries?: readonly string[];
  /** One after the other, before any is dropped. */
  readonly documents?: readonly DocumentWrite[];
  readonly droppedDocuments?: readonly DocumentKey[];
}

export interface StoreContents {
  /** Made once with the store; part of every ETag. */
  readonly storeId: string;
  /** True when this open made the store. */
  readonly isNew: boolean;
  readonly revision: number;
  readonly rows: readonly StoredRow[];
  readonly entries: readonly StoredEntry[];
  /** Without their content. */
  readonly documents: readonly StoredDocument[];
  /** Why nothing can be written now; it is tried again with each batch. */
  readonly unwritable?: StoreError;
}

/** In bytes: how much of the store is in use, and how much is free where it is. */
export interface StoreRoom {
  readonly usedBytes: number;
  readonly freeBytes: number;
}

export interface Store {
  /**
   * Checks and reads everything, also of a store that can't be written. Rejects with a StoreError that says which
   * backup to use when the check fails.
   */
  open(): Promise<StoreContents>;
  /**
   * Resolves when the batch is on the disk (fsync done); rejects with a StoreError when it can't be written, and then
   * nothing of it is stored. Batches given while a flush runs share the next transaction, in order.
   */
  write(batch: StoreBatch): Promise<void>;
  /** The rows of a document in pieces, each a JSON array; none where it has no content. Rejects with a StoreError. */
  content(of: DocumentKey): Promise<readonly Uint8Array[]>;
  /** What one content has otherwise than another, as JSON `{differs, lacks}`. Rejects with a StoreError. */
  compare(of: DocumentKey, base: DocumentKey): Promise<string>;
  room(): Promise<StoreRoom>;
  /** Flushes, checkpoints and closes. */
  close(): Promise<void>;
}

/** The store can't be read or written: disk full, read-only, corrupt. The message says what to do. */
export class StoreError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'StoreError';
    this.code = code;
  }
}
