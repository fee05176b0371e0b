// Files of a provider: the one exception to JSON bodies. They come and go as streams of bytes, at `PATH/{id}`.
import type { Fields } from './definitions.ts';

/** Longer than the names of rows beside it, and of no character that a path could mean. */
export const fileId = /^[A-Za-z0-9]{16,64}$/;

/** A file that goes out. */
export interface OutgoingFile {
  readonly bytes: number;
  /** What a browser calls it: `friday.rowdesk`. */
  readonly name: string;
  read(): AsyncIterable<Uint8Array>;
}

/** Files that answer below a path of the provider. */
export interface FilePlace {
  /** `/backup`, for `/backup/{id}`. */
  readonly path: string;
  /** One line of description, for OpenAPI. */
  readonly summary: string;
  /** The largest file that comes in. */
  readonly mostBytes: number;
  /** Throws refusal `unknown-row` for an id without a file. */
  open(id: string): OutgoingFile | Promise<OutgoingFile>;
  /**
   * Takes a file in; the result is the answer. Rejects with Refusal for one that it does not take. `source` throws when
   * the client goes or sends too much: nothing may be left of the file then.
   */
  take(id: string, source: AsyncIterable<Uint8Array>): Promise<Fields>;
}
