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
  /**
   * All of it or none, whatever happens meanwhile. A change that is made of what is stored is a function: it is asked when
   * all earlier writes have ended, so that it takes none of them back.
   */
  write(change: DocumentChange | (() => DocumentChange)): Promise<void>;
  onChange(listener: (kind: string, id: string) => void): () => void;
}
export const Documents: Token<Documents> = token<Documents>('core.documents');
