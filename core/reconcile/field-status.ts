// The status of one desired value on a present target: applied, under way, or refused.

import type { Reading } from '../driver.ts';
import { matches } from '../rows/matches.ts';
import type { TargetedValue } from './desired-value.ts';
import type { ShownReading } from './observed-values.ts';

/** A target that still reports another value after so many writes refuses the value without a word. */
export const mostFruitlessWrites = 3;
/** A value is written again to a target that is so many beats behind: the write may be lost. */
export const mostBeatsBehind = 3;

export interface FieldStatus {
  desired: TargetedValue;
  /** The revision that last changed `desired`. */
  revision: number;
  /** The first unsettled revision of the field; above `revision` when all are settled. */
  unsettledFrom: number;
  /** The target reported the field since it is desired; false again when a refused value changes. */
  isReported: boolean;
  /** The reason of a refusal; the value stays desired. */
  refusal?: string;
  /** The target reported the refusal; false for a refusal concluded from fruitless writes. */
  isRefusedByTarget: boolean;
  tries: number;
  /** The time of the next try of a refused value, monotonic milliseconds; undefined during a try. */
  retryAtMs?: number;
  /** The observed value at the time of the refusal. */
  refusedAt?: unknown;
  /** The observed value at the last write after the first; the outcome is open. */
  corrects?: { readonly observed: unknown };
  fruitless: number;
  beatsBehind: number;
  /** The value of ReconcileStatus.writes at the last write. */
  writtenAt: number;
}

/** A new, unsettled status. `writtenAt`: ReconcileStatus.writes. */
export function newStatus(desired: TargetedValue, revision: number, writtenAt: number): FieldStatus {
  const counts = { tries: 0, fruitless: 0, beatsBehind: 0, writtenAt };
  return { desired, revision, unsettledFrom: revision, isReported: false, isRefusedByTarget: false, ...counts };
}

/** What was written to no avail so far counts no more. */
export function forgetWrites(status: FieldStatus): void {
  status.fruitless = status.beatsBehind = 0;
}

export function isMet({ desired }: FieldStatus, observed: unknown): boolean {
  return matches(desired.value, observed, desired.field, desired.schema);
}

/**
 * A report as rows show it. A target reports a refusal once, and its own value from then on: rows show `refused` with the
 * reason until the target has the desired value, or the desired value changes.
 */
export function shown(status: FieldStatus | undefined, observed: Reading): ShownReading {
  if (status?.refusal === undefined || !status.isRefusedByTarget || observed.state === 'refused') return observed;
  const isOpen = observed.state === 'applied' ? !isMet(status, observed.value) : status.retryAtMs !== undefined;
  return isOpen ? { ...observed, state: 'refused', reason: status.refusal, reportedState: observed.state } : observed;
}
