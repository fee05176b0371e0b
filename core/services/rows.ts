import { type Token, token } from '../base/token.ts';
import type { Fields } from '../rows/definitions.ts';

/** Reads rows as a client would, for rows that carry others (streams). */
export interface Rows {
  /** The current row at an address. Throws Refusal. */
  get(path: string): Promise<Fields>;
  /** The addresses of live rows that match an address or a template with `*` segments. Throws Refusal. */
  expand(target: string, most: number): readonly string[];
  /** Called when addresses came or went, so that patterns are expanded again. */
  onAddressesChanged(changed: () => void): () => void;
  /** Watches an address: `event` gets the snapshot in this tick (or soon, for async views) and each change after. */
  watch(path: string, event: (name: 'snapshot' | 'change' | 'gone', row: Fields, encoded: string) => void): () => void;
  /** The live contract at an address, as OPTIONS answers it: by field its `access` and JSON Schema words. Throws Refusal. */
  options(path: string): { readonly fields: Readonly<Record<string, Fields>> };
  templates(): readonly {
    readonly template: string;
    readonly continuous: boolean;
    readonly onDemand: boolean;
    readonly type: string;
  }[];
}
export const Rows: Token<Rows> = token<Rows>('core.rows');
