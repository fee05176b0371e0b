import { type Token, token } from '../base/token.ts';
import type { Fields } from '../rows/definitions.ts';

/** A state worth a person's eye. The same `id` raised again updates it; it goes when its cause goes. */
export interface Warning {
  readonly id: string;
  readonly title: string;
  readonly titleCode: { readonly code: string; readonly params: Fields };
  readonly detail: string;
  readonly severity: 'info' | 'warning' | 'alarm';
  /** ISO 8601 */
  readonly since: string;
  /** The row it is about, '' for none. */
  readonly path: string;
}
export interface Warnings {
  raise(warning: Omit<Warning, 'since'>): void;
  clear(id: string): void;
  /** Somebody has seen it. */
  acknowledge(id: string): void;
  onAcknowledged(listener: (id: string) => void): () => void;
  list(): readonly Warning[];
  watch(changed: () => void): () => void;
}
export const Warnings: Token<Warnings> = token<Warnings>('core.warnings');
