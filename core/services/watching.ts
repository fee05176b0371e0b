// Counts of watchers, and leases bound to watching.
import { type Token, token } from '../base/token.ts';

/**
 * The holder of a lease: the streams of this actor, and streams from this address without an actor, since EventSource
 * sends no headers. `address` is '' for none.
 */
export interface Holder {
  readonly actor: string;
  readonly address: string;
}
/** Counts of watchers, and leases. */
export interface Watching {
  /** Watchers per counter (`counts` of a view). */
  counts(): Readonly<Record<string, number>>;
  onCounts(changed: () => void): () => void;
  /**
   * Takes a lease bound to watching: calls `dropped` once, when the last event stream ends on which the holder gets
   * this row, by itself or carried by another row. Undefined without such a stream. The returned function releases it.
   */
  hold(path: string, holder: Holder, dropped: () => void): (() => void) | undefined;
}
export const Watching: Token<Watching> = token<Watching>('core.watching');
