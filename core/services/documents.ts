// What is kept whole beside the settings.
import type { Fields } from '../rows/definitions.ts';
import { type Token, token } from '../token.ts';

/** A scene, session or patch, kept whole. */
export interface StoredDocument {
  readonly kind: string;
  readonly id: string;
  readonly body: Fields;
}
export interface DocumentChange {
  readonly put?: readonly StoredDocument[];
  readonly delete?: readonly Pick<StoredDocument, 'kind' | 'id'>[];
}
/** What is kept whole beside the settings. Throws refusal `store-unavailable` when it can't be stored; then nothing changed. */
export interface Documents {
  /** By their ids, ascending. */
  list(kind: string): readonly StoredDocument[];
  get(kind: string, id: string): StoredDocument | undefined;
  /** Makes it, or takes the place of the one with this id. Resolves once it is on the disk. */
  put(kind: string, id: string, body: Fields): Promise<void>;
  delete(kind: string, id: string): Promise<void>;
  /** All of it or none, whatever happens meanwhile. */
  write(change: DocumentChange): Promise<void>;
  /**
   * For what is made of what is stored: begins when all earlier writes have ended, and none comes between its own, so that
   * it takes nothing back and its ids stay free. It writes with what it is given; `write` would wait for its end.
   */
  inTurn<T>(deed: (write: (change: DocumentChange) => Promise<void>) => Promise<T>): Promise<T>;
  onChange(listener: (kind: string, id: string) => void): () => void;
}
export const Documents: Token<Documents> = token<Documents>('core.documents');
