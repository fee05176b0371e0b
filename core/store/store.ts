// The port of the store. The implementation is SQLite in a worker thread; tests use doubles with faults.
import type { Fields } from '../rows/definitions.ts';
import type { DocumentKey, StoredDocument, HistoryEntry as StoredEntry } from '../services.ts';

export type { DocumentKey, HistoryEntry as StoredEntry, StoredDocument } from '../services.ts';

/** The values at one address that differ from the defaults. */
export interface StoredRow {
  /** Canonical address of a setting, `/channel/input/3`. */
  readonly path: string;
  /** The version of the row's literal that wrote the values. */
  readonly version: number;
  /** The last revision that changed the values. */
  readonly revision: number;
  readonly fields: Fields;
}

/**
 * The new content of a document: rows as JSON texts, each an array of `{path, area, fields}`; or the rows of another
 * document, with those of `differs` (same form) replaced and those of `lacks` (`{path, area}`) left out.
 */
export type ContentChange =
  | { readonly rows: readonly string[] }
  | { readonly of: DocumentKey; readonly differs?: string; readonly lacks?: string };

/** A document to insert or replace. Without `content` its content stays. */
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
  /** Written one after the other, before any is dropped. */
  readonly documents?: readonly DocumentWrite[];
  readonly droppedDocuments?: readonly DocumentKey[];
}

export interface StoreContents {
  /** Created once with the store; part of every ETag. */
  readonly storeId: string;
  /** True if this open created the store. */
  readonly isNew: boolean;
  readonly revision: number;
  readonly rows: readonly StoredRow[];
  readonly entries: readonly StoredEntry[];
  /** The documents, without their content. */
  readonly documents: readonly StoredDocument[];
  /** Why the store can't be written now; each batch tries again. */
  readonly unwritable?: StoreError;
}

/** Sizes in bytes: the used part of the store, and the free space on its disk. */
export interface StoreRoom {
  readonly usedBytes: number;
  readonly freeBytes: number;
}

export interface Store {
  /**
   * Checks and reads the whole store, also one that can't be written. Rejects, if the check fails, with a StoreError that
   * names the backup to use.
   */
  open(): Promise<StoreContents>;
  /**
   * Resolves when the batch is on the disk (fsync done). Rejects with a StoreError if it can't be written; nothing of it is
   * stored then. Batches that arrive during a flush share the next transaction, in order.
   */
  write(batch: StoreBatch): Promise<void>;
  /** Reads the rows of a document in pieces, each a JSON array; none without content. Rejects with a StoreError. */
  content(of: DocumentKey): Promise<readonly Uint8Array[]>;
  /** Compares one content with another, as JSON `{differs, lacks}`. Rejects with a StoreError. */
  compare(of: DocumentKey, base: DocumentKey): Promise<string>;
  room(): Promise<StoreRoom>;
  /** Makes a backup of what is on the disk, as a start does. A backup that fails is logged. */
  backUp(): Promise<void>;
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
