// Counts of watchers, and leases bound to watching.
import { type Token, token } from '../base/token.ts';

/**
 * The holder of a lease: the streams of this actor, and streams from this address without an actor, since EventSource
 * sends no headers. `address` is '' for none.
 */
export interface LeaseHolder {
  readonly actor: string;
  readonly address: string;
}
/** A lease bound to watching. */
export interface Lease {
  /** Ends the lease without calling `ended`. */
  release(): void;
}

/** Counts of watchers, and leases. */
export interface Watching {
  /** Watchers per counter (`counts` of a view). */
  counts(): Readonly<Record<string, number>>;
  onCounts(changed: () => void): () => void;
  /**
   * Takes a lease bound to watching: calls `ended` once, when the last event stream ends on which the holder gets this
   * row, by itself or multiplexed by another row. Undefined without such a stream.
   */
  lease(path: string, holder: LeaseHolder, ended: () => void): Lease | undefined;
}
export const Watching: Token<Watching> = token<Watching>('core.watching');
