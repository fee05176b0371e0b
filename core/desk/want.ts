// One value that a present target shall have, and how far it is with that.
import type { Observed } from './target.ts';
import type { Wish } from './wishes.ts';

export interface Want {
  wish: Wish;
  /** The revision that last changed it. */
  revision: number;
  /** The first revision of it that is not settled; above `revision` when all are. */
  unsettledFrom: number;
  /** What the target told last; undefined when it never said anything of this wish. */
  seen?: Observed;
  /** Why the target does not take it; it stays wanted. */
  refusal?: string;
  tries: number;
  /** When a refused value is tried again; undefined while a try is under way. Monotonic milliseconds. */
  retryAtMs?: number;
  /** What the target had when it refused. */
  refusedAt?: unknown;
  /** What was observed when it was last written again; the outcome is still to be seen. */
  corrects?: { readonly observed: unknown };
  fruitless: number;
  beatsBehind: number;
  /** When it was last written, by the ledger's count of writes. */
  writtenAt: number;
}
