// What the target `recorder` is made of: the part that records, and the part that plays.
import type { Reading, Value } from 'rowdesk/driver';

export type Arguments = Readonly<Record<string, unknown>>;

export interface Part {
  /** The row whose fields are this part's. */
  readonly path: string;
  /** Returns each value that can't be applied, with its reason. */
  apply(values: readonly Value[]): readonly Reading[];
  /** All fields of `path` as they are now. */
  observe(): readonly Reading[];
  /** Actions, by name; each throws Error with a message for the client. */
  readonly calls: Readonly<Record<string, (args: Arguments) => Arguments>>;
  /** Ends in order: files are complete when it returns. */
  close(): void;
}
