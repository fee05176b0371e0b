// The providers of the configuration, and what became of each.
import { type Token, token } from '../base/token.ts';

export interface ProviderState {
  readonly name: string;
  /** What the configuration calls its package. */
  readonly package: string;
  /** The first segments of its paths. */
  readonly roots: readonly string[];
  /** degraded: its rows answer, and its `start` failed. left-out: it has no rows in this run. */
  readonly state: 'running' | 'degraded' | 'left-out';
  /** In words, with the remedy; '' for one that runs. */
  readonly reason: string;
}

export interface Providers {
  /** Those left out first, then those that run in the order of the configuration. */
  readonly list: readonly ProviderState[];
}
export const Providers: Token<Providers> = token<Providers>('core.providers');
