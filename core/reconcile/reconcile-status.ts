// The status of all desired values of one present target: what it has applied, refused, or not answered yet, and what has to
// be written again. Bookkeeping only: no message, no timer.

import { isSameJson } from '../base/json.ts';
import type { Reading } from '../driver.ts';
import type { Correction } from '../services.ts';
import type { TargetedValue } from './desired-value.ts';
import {
  type FieldStatus,
  forgetWrites,
  isMet,
  mostBeatsBehind,
  mostFruitlessWrites,
  newStatus,
} from './field-status.ts';
import type { ObservedValues } from './observed-values.ts';
import { Refusals } from './refusals.ts';
import { SettledRevisions } from './settled-revisions.ts';
import { StatusTable } from './status-table.ts';

/** A report without its address. */
type Report = Omit<Reading, 'path' | 'field'>;

export class ReconcileStatus {
  readonly refusals: Refusals;
  readonly #target: string;
  readonly #observed: Pick<ObservedValues, 'reported'>;
  readonly #correction: (correction: Omit<Correction, 'at'>) => void;
  readonly #statuses = new StatusTable();
  readonly #settled = new SettledRevisions();
  /** To be compared at a beat: the desired or the observed value changed, and the two have not matched since. */
  readonly #open = new Set<FieldStatus>();
  #writes = 0;

  /** `observed` has each report before it comes to `absorb`, `adopt` or `compare`. */
  constructor(
    target: string,
    observed: Pick<ObservedValues, 'reported'>,
    monotonicMs: () => number,
    correction: (correction: Omit<Correction, 'at'>) => void,
  ) {
    this.#target = target;
    this.#observed = observed;
    this.refusals = new Refusals(monotonicMs);
    this.#correction = correction;
  }

  /** The last revision whose values are all applied, unverified or refused; `newest` when all are settled. */
  settledRevision(newest: number): number {
    return this.#settled.upTo(newest);
  }

  /** The count of written blocks. */
  get writes(): number {
    return this.#writes;
  }

  /** The addresses with desired values. */
  paths(): Iterable<string> {
    return this.#statuses.paths();
  }

  get(path: string, field: string): FieldStatus | undefined {
    return this.#statuses.get(path, field);
  }

  /** Takes a desired value. True when it differs from the one before, and has to be written. */
  set(desired: TargetedValue, revision: number): boolean {
    const status = this.get(desired.path, desired.field);
    if (status === undefined) this.#begin(desired, revision);
    else if (isSameJson(status.desired.value, desired.value)) {
      status.desired = desired;
      return false;
    } else {
      // Written again and not read back yet: the next value ends the wait, not the correction.
      if (status.corrects !== undefined && status.refusal === undefined) this.#corrected(status, 'unverified');
      status.desired = desired;
      this.#settled.begin(status, revision);
      status.corrects = undefined;
      forgetWrites(status);
      // The refusal was of the value before.
      if (status.isRefusedByTarget && this.#reportOf(status)?.state === 'refused') status.isReported = false;
      this.refusals.clear(status);
      this.#open.add(status);
    }
    return true;
  }

  /** Drops the statuses of an address but for these fields: the others are not desired of this target any more. */
  keepOnly(path: string, fields: ReadonlySet<string>): void {
    for (const status of this.#statuses.keepOnly(path, fields)) {
      this.#settled.drop(status);
      this.refusals.delete(status);
      this.#open.delete(status);
    }
  }

  /** The target has the value already: the change came from the device. */
  adopt({ path, field }: TargetedValue): void {
    const status = this.get(path, field);
    if (status === undefined) return;
    status.isReported = true;
    this.#settled.settle(status);
    this.refusals.clear(status);
  }

  /** Takes values that the target reported, having applied `revision`. */
  absorb(revision: number, values: readonly Reading[]): void {
    for (const observed of values) {
      const status = this.get(observed.path, observed.field);
      if (status === undefined) continue;
      status.isReported = true;
      const isDone = this.#absorb(status, revision, observed);
      // A value that was written again is done when a beat finds a match.
      if (isDone && status.fruitless === 0 && status.beatsBehind === 0) this.#open.delete(status);
      else this.#open.add(status);
    }
  }

  /** Takes the values from before the first complete write: each value that the write changes is a correction. */
  compareBefore(values: readonly Reading[]): void {
    for (const { path, field, value, state } of values) {
      const status = this.get(path, field);
      if (status === undefined || state !== 'applied' || isMet(status, value)) continue;
      status.corrects = { observed: value };
      // The answer to the write was faster than this one.
      if (status.unsettledFrom > status.revision && status.refusal === undefined) this.#corrected(status, 'corrected');
    }
  }

  /** The target answers again. What was written to it meanwhile says nothing: it may have been away. */
  answersAgain(): void {
    for (const status of this.#open) forgetWrites(status);
    this.refusals.tryNow();
  }

  /** These values go to the target as one block now. */
  wrote(values: readonly TargetedValue[]): void {
    this.#writes++;
    for (const { path, field } of values) {
      const status = this.get(path, field);
      if (status !== undefined) status.writtenAt = this.#writes;
    }
  }

  /**
   * Compares at a beat. `changed`: the values that changed since the last report. `askedAt`: `writes` at the time of the
   * question; the answer says nothing about later writes. Returns the values to write again.
   */
  compare(revision: number, changed: readonly Reading[], askedAt: number): readonly TargetedValue[] {
    this.absorb(revision, changed);
    const again: TargetedValue[] = [];
    for (const status of this.#open) {
      const observed = this.#reportOf(status);
      // What another target reports about the field does not settle it.
      if (observed?.state === 'refused' || (observed === undefined && status.isReported)) continue;
      const isDone =
        observed === undefined ? this.#settleUnreported(status, revision) : this.#absorb(status, revision, observed);
      if (isDone) {
        forgetWrites(status);
        this.#open.delete(status);
      } else if (observed?.state === 'applied' && status.writtenAt <= askedAt && !isMet(status, observed.value)) {
        if (this.#writesAgain(status, revision, observed.value)) again.push(status.desired);
      }
    }
    return again;
  }

  #begin(desired: TargetedValue, revision: number): void {
    const status = newStatus(desired, revision, this.#writes);
    this.#statuses.add(status);
    this.#open.add(status);
    this.#settled.begin(status, revision);
  }

  #reportOf({ isReported, desired: { path, field } }: FieldStatus): Report | undefined {
    return isReported ? this.#observed.reported(this.#target, path, field) : undefined;
  }

  /** True when the target has the desired value, as far as the target can say. */
  #absorb(status: FieldStatus, revision: number, { value, state, reason }: Report): boolean {
    if (state === 'refused') {
      status.isRefusedByTarget = true;
      if (status.refusal === undefined || status.retryAtMs === undefined) {
        this.#refuse(status, value, reason ?? 'the device gives no reason');
      }
      return false;
    }
    // Refused, and can't be read back: a report means nothing before the next try.
    if (state === 'unverified' && status.isRefusedByTarget && status.retryAtMs !== undefined) return false;
    this.#settled.passed(status, revision);
    if (revision < status.revision || (state === 'applied' && !isMet(status, value))) return false;
    this.#settled.settle(status);
    this.refusals.end(status, state);
    if (status.corrects !== undefined) this.#corrected(status, state === 'applied' ? 'corrected' : 'unverified');
    return true;
  }

  /**
   * Whether a value that differs is written again at this beat. A target that has not applied the revision yet may be slow;
   * one that has, and keeps its own value after some writes, refuses without a word.
   */
  #writesAgain(status: FieldStatus, revision: number, observed: unknown): boolean {
    if (status.refusal !== undefined) {
      // A try that changed nothing, without a reported refusal.
      if (status.retryAtMs === undefined) this.#refuse(status, observed, status.refusal);
      return false;
    }
    if (revision < status.revision) {
      status.beatsBehind = (status.beatsBehind + 1) % mostBeatsBehind;
      return status.beatsBehind === 0;
    }
    if (status.fruitless >= mostFruitlessWrites) {
      const reason = `it takes the value and still reports ${JSON.stringify(observed)}`;
      this.#refuse(status, observed, reason);
      return false;
    }
    status.fruitless++;
    status.corrects ??= { observed };
    return true;
  }

  /** A refused value is settled: nothing waits for it. `refusals` has it tried again later. */
  #refuse(status: FieldStatus, observed: unknown, reason: string): void {
    this.#settled.settle(status);
    this.refusals.add(status, observed, reason);
    status.fruitless = 0;
    // Later refusals of the same value are no new corrections.
    if (status.corrects !== undefined && status.tries === 1) this.#corrected(status, 'refused');
    status.corrects = undefined;
  }

  /** A target that applied the revision without a report of the value can't read the value back. */
  #settleUnreported(status: FieldStatus, revision: number): boolean {
    if (revision < status.revision) return false;
    this.#settled.settle(status);
    return true;
  }

  /** The end of a write that corrected a value of the target. */
  #corrected(status: FieldStatus, outcome: Correction['outcome']): void {
    const { path, field, value } = status.desired;
    const observed = status.corrects?.observed;
    this.#correction({ path, field, wanted: value, observed, target: this.#target, outcome });
    status.corrects = undefined;
  }
}
