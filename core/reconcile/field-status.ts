// One value that a present target shall have, and how far it is with that.
import { agrees } from '../rows/agreement.ts';
import type { DesiredValue } from './desired-value.ts';
import type { Observed } from './target.ts';

export interface FieldStatus {
  wish: DesiredValue;
  /** The revision that last changed it. */
  revision: number;
  /** The first revision of it that is not settled; above `revision` when all are. */
  unsettledFrom: number;
  /** What the target told last; undefined when it never said anything of this wish. */
  observed?: Observed;
  /** Why the target does not take it; it stays wanted. */
  refusal?: string;
  /** The target said so itself, and does not only keep another value. */
  isToldRefused: boolean;
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

/** Nothing of it is settled. `writtenAt`: the ledger's count of writes. */
export function newStatus(wish: DesiredValue, revision: number, writtenAt: number): FieldStatus {
  const counts = { tries: 0, fruitless: 0, beatsBehind: 0, writtenAt };
  return { wish, revision, unsettledFrom: revision, isToldRefused: false, ...counts };
}

export function isMet({ wish }: FieldStatus, observed: unknown): boolean {
  return agrees(wish.value, observed, wish.field, wish.schema);
}

/**
 * A report as rows show it. A target says once that it refuses a value, and after that what it has: that is refused
 * still, for the same reason, until it has what is wanted, or something else is wanted.
 */
export function shown(want: FieldStatus | undefined, observed: Observed): Observed {
  if (want?.refusal === undefined || !want.isToldRefused || observed.state === 'refused') return observed;
  const isOpen = observed.state === 'applied' ? !isMet(want, observed.value) : want.retryAtMs !== undefined;
  return isOpen ? { ...observed, state: 'refused', reason: want.refusal } : observed;
}
