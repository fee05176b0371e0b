import { type Token, token } from '../base/token.ts';
import type { Fields } from '../rows/definitions.ts';

/** A state for the operator's attention. Raising the same `id` updates the warning; the end of its cause clears it. */
export interface Warning {
  readonly id: string;
  readonly title: string;
  readonly titleCode: { readonly code: string; readonly params: Fields };
  readonly detail: string;
  /** What to do, one sentence; absent: the remedy of the code, of which /warnings has a table. */
  readonly remedy?: string;
  readonly severity: 'info' | 'warning' | 'alarm';
  /** ISO 8601 */
  readonly since: string;
  /** The row concerned, '' for none. */
  readonly path: string;
  /** The device concerned, by id, where `path` is '': the row of a device is for a provider to say. */
  readonly device?: string;
}
export interface Warnings {
  raise(warning: Omit<Warning, 'since'>): void;
  clear(id: string): void;
  /** Marks the warning as read by an operator. */
  acknowledge(id: string): void;
  onAcknowledged(listener: (id: string) => void): () => void;
  list(): readonly Warning[];
  watch(changed: () => void): () => void;
}
export const Warnings: Token<Warnings> = token<Warnings>('core.warnings');
