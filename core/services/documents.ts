// What is kept beside the settings.

import { type Token, token } from '../base/token.ts';
import type { Fields } from '../rows/definitions.ts';

export interface DocumentKey {
  readonly kind: string;
  readonly id: string;
}
/** A scene, session or patch. Its body is in memory and small; what is large is its content, which is on the disk only. */
export interface StoredDocument extends DocumentKey {
  readonly body: Fields;
}
/** The fields of one area at one address. */
export interface ContentRow {
  readonly path: string;
  readonly area: string;
  readonly fields: Fields;
}
/** Rows as `encode` makes them. */
export interface EncodedContent {
  readonly rows: readonly string[];
}
/** The content of another document, made before or with it: with these rows in the place of its own, and without those. */
export interface DerivedContent {
  readonly of: DocumentKey;
  readonly differs?: readonly ContentRow[];
  readonly lacks?: readonly Pick<ContentRow, 'path' | 'area'>[];
}
/** Without `content` the document keeps what it has. */
export interface PutDocument extends StoredDocument {
  readonly content?: EncodedContent | DerivedContent;
}
export interface DocumentChange {
  readonly put?: readonly PutDocument[];
  readonly delete?: readonly DocumentKey[];
}
/**
 * What is kept beside the settings. What writes rejects with refusal `store-unavailable` when it can't be stored, and with
 * `conflict` beyond a bound; then nothing has changed. What reads content rejects with `store-unavailable`.
 */
export interface Documents {
  /** By their ids, ascending. The same list again means that nothing has changed. */
  list(kind: string): readonly StoredDocument[];
  get(kind: string, id: string): StoredDocument | undefined;
  /** Makes it, or takes the place of the one with this id. Resolves once it is on the disk. */
  put(kind: string, id: string, body: Fields, content?: PutDocument['content']): Promise<void>;
  delete(kind: string, id: string): Promise<void>;
  /** All of it or none, whatever happens meanwhile. */
  write(change: DocumentChange): Promise<void>;
  /**
   * For what is made of what is stored: begins when all earlier writes have ended, and none comes between its own, so that
   * it takes nothing back and its ids stay free. It writes with what it is given; `write` would wait for its end.
   */
  inTurn<T>(deed: (write: (change: DocumentChange) => Promise<void>) => Promise<T>): Promise<T>;
  /** Over several turns of the event loop. The rows may not change meanwhile. */
  encode(rows: readonly ContentRow[]): Promise<EncodedContent>;
  /** Read from the disk, over several turns of the event loop; none where there is no such document. */
  content(kind: string, id: string): Promise<readonly ContentRow[]>;
  /** The rows that one document has otherwise than another or alone, and those of the other that it lacks. */
  compare(of: DocumentKey, base: DocumentKey): Promise<Required<Omit<DerivedContent, 'of'>>>;
  /** Once for each kind of which a write has changed documents. */
  onChange(listener: (kind: string, ids: readonly string[]) => void): () => void;
}
export const Documents: Token<Documents> = token<Documents>('core.documents');
