import { type Token, token } from '../base/token.ts';
import type { Fields } from '../rows/definitions.ts';
import type { Permit } from '../rows/permit.ts';
import type { Committed } from './desk.ts';

/** Fields of one row. */
export interface RowWrite {
  readonly path: string;
  readonly fields: Fields;
}

/** Who writes; without `permit` all may be written. */
export interface RowWriter {
  readonly actor: string;
  readonly address?: string;
  readonly permit?: Permit | undefined;
}

/** Access to rows as a client has it, for rows that carry others (streams). */
export interface Rows {
  /** The current row at an address. Throws Refusal. */
  get(path: string): Promise<Fields>;
  /** Addresses of live rows that match an address or a pattern with `*` segments. Throws Refusal, also beyond `most`. */
  expand(target: string, most: number): readonly string[];
  /** The addresses of a template that exist now, one after another, so that many can be read in turns. */
  addressesOf(template: string): Iterable<string>;
  /** Calls `changed` when addresses of these templates are added or removed: patterns need expanding again. */
  onAddressesChanged(changed: (templates: readonly string[]) => void): () => void;
  /** Watches an address: `event` gets the snapshot in this tick (later for async views), then each change. */
  watch(path: string, event: (name: 'snapshot' | 'change' | 'gone', row: Fields, encoded: string) => void): () => void;
  /** The live contract at an address, as in OPTIONS: per field `access` and JSON Schema keywords. Throws Refusal. */
  options(path: string): { readonly fields: Readonly<Record<string, Fields>> };
  /**
   * Writes settings, and aliases of settings, of several rows as one commit: all or none. Throws Refusal, also for a row of
   * another type; `field` of its errors begins with the place in the list, `changes/0/fields/levelDb`.
   */
  commit(writes: readonly RowWrite[], by: RowWriter): Promise<Committed>;
  templates(): readonly {
    readonly template: string;
    readonly continuous: boolean;
    readonly onDemand: boolean;
    readonly type: string;
    /** Its contract may be another one at each address and moment. */
    readonly live: boolean;
  }[];
}
export const Rows: Token<Rows> = token<Rows>('core.rows');
