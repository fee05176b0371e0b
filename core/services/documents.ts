// Documents: scenes, sessions and patches, stored beside the settings.

import { type Token, token } from '../base/token.ts';
import type { Fields } from '../rows/definitions.ts';

export interface DocumentKey {
  readonly kind: string;
  readonly id: string;
}
/** A scene, session or patch. The body is small and in memory; the content is large and on the disk only. */
export interface StoredDocument extends DocumentKey {
  readonly body: Fields;
}
/** The fields of one area at one address. */
export interface ContentRow {
  readonly path: string;
  readonly area: string;
  readonly fields: Fields;
}
/** Rows encoded by `encode`. */
export interface EncodedContent {
  readonly rows: readonly string[];
}
/** The content of `of`, a document stored before or with this one, with rows `differs` and without rows `lacks`. */
export interface DerivedContent {
  readonly of: DocumentKey;
  readonly differs?: readonly ContentRow[];
  readonly lacks?: readonly Pick<ContentRow, 'path' | 'area'>[];
}
/** Without `content` the document keeps its content. */
export interface PutDocument extends StoredDocument {
  readonly content?: EncodedContent | DerivedContent;
}
export interface DocumentChange {
  readonly put?: readonly PutDocument[];
  readonly delete?: readonly DocumentKey[];
}
/**
 * The documents of the desk. Writing functions reject with refusal `store-unavailable` when the store can't be written,
 * and with `conflict` beyond a bound; then nothing has changed. Functions that read content reject with
 * `store-unavailable`.
 */
export interface Documents {
  /** Ascending by id. The same array as before means no change. */
  list(kind: string): readonly StoredDocument[];
  get(kind: string, id: string): StoredDocument | undefined;
  /** Creates or replaces the document of this id. Resolves once it is on the disk. */
  put(kind: string, id: string, body: Fields, content?: PutDocument['content']): Promise<void>;
  delete(kind: string, id: string): Promise<void>;
  /** Atomic. */
  write(change: DocumentChange): Promise<void>;
  /**
   * For documents derived from stored ones: `deed` begins when all earlier writes have ended, and no other write comes
   * before its end, so that it reverts no other write and free ids stay free. `deed` writes with its argument; the
   * service's own `write` would wait for the end of `deed`.
   */
  inTurn<T>(deed: (write: (change: DocumentChange) => Promise<void>) => Promise<T>): Promise<T>;
  /** Encodes over several turns of the event loop. The caller may not change the rows meanwhile. */
  encode(rows: readonly ContentRow[]): Promise<EncodedContent>;
  /** Reads content from the disk, over several turns of the event loop; empty for an unknown document. */
  content(kind: string, id: string): Promise<readonly ContentRow[]>;
  /** Rows of `of` that `base` has differently or not at all, and rows of `base` that `of` lacks. */
  compare(of: DocumentKey, base: DocumentKey): Promise<Required<Omit<DerivedContent, 'of'>>>;
  /** Called once per write and kind, with the ids of the changed documents. */
  onChange(listener: (kind: string, ids: readonly string[]) => void): () => void;
}
export const Documents: Token<Documents> = token<Documents>('core.documents');
