// What one present target shall have, and how far it is with that. Bookkeeping only: no message, no timer.

import { isSame } from '../base/json.ts';
import type { Correction } from '../services.ts';
import type { DesiredValue } from './desired-value.ts';
import { type FieldStatus, isMet, newStatus } from './field-status.ts';
import type { Observed } from './target.ts';

/** Between tries of a refused value: 1, 2, 4 ... 60 s. */
const firstRetryMs = 1000;
const longestRetryMs = 60_000;
/** A target that takes a value so often and still reports another refuses it, even if it does not say so. */
const mostFruitlessWrites = 3;
/** A target that is so many beats behind a wish gets it again: the write may have been lost. */
const mostBeatsBehind = 3;

export class ReconcileStatus {
  readonly #target: string;
  readonly #monotonicMs: () => number;
  readonly #correction: (correction: Omit<Correction, 'at'>) => void;
  readonly #statuses = new Map<string, Map<string, FieldStatus>>();
  readonly #unsettled = new Set<FieldStatus>();
  readonly #refused = new Set<FieldStatus>();
  /** Those that a beat has to look at: the wish or the report changed, and they did not agree since. */
  readonly #open = new Set<FieldStatus>();
  #writes = 0;

  constructor(target: string, monotonicMs: () => number, correction: (correction: Omit<Correction, 'at'>) => void) {
    this.#target = target;
    this.#monotonicMs = monotonicMs;
    this.#correction = correction;
  }

  /** The last revision of which everything is applied, unverified or refused; `newest` when nothing is open. */
  settledRevision(newest: number): number {
    let settled = newest;
    for (const { unsettledFrom } of this.#unsettled) settled = Math.min(settled, unsettledFrom - 1);
    return settled;
  }

  /** How many blocks were written. */
  get writes(): number {
    return this.#writes;
  }

  get refused(): ReadonlySet<FieldStatus> {
    return this.#refused;
  }

  /** The addresses with wishes. */
  paths(): Iterable<string> {
    return this.#statuses.keys();
  }

  get(path: string, field: string): FieldStatus | undefined {
    return this.#statuses.get(path)?.get(field);
  }

  /** Notes a wish. Answers whether it is new, and has to be written. */
  set(wish: DesiredValue, revision: number): boolean {
    const fields = this.#statuses.get(wish.path) ?? new Map<string, FieldStatus>();
    this.#statuses.set(wish.path, fields);
    const want = fields.get(wish.field);
    if (want === undefined) fields.set(wish.field, this.#begin(wish, revision));
    else if (isSame(want.wish.value, wish.value)) {
      want.wish = wish;
      return false;
    } else {
      if (want.unsettledFrom > want.revision) want.unsettledFrom = revision;
      want.wish = wish;
      want.revision = revision;
      want.corrects = undefined;
      want.fruitless = want.beatsBehind = 0;
      this.#accept(want);
      // it was of the wish before
      if (want.observed?.state === 'refused') want.observed = undefined;
      this.#open.add(want);
      if (!wish.isContinuous) this.#unsettled.add(want);
    }
    return true;
  }

  /** Forgets what is no longer wanted at an address. */
  keepOnly(path: string, fields: ReadonlySet<string>): void {
    const wants = this.#statuses.get(path);
    for (const [field, want] of wants ?? []) {
      if (fields.has(field)) continue;
      wants?.delete(field);
      this.#unsettled.delete(want);
      this.#refused.delete(want);
      this.#open.delete(want);
    }
    if (wants?.size === 0) this.#statuses.delete(path);
  }

  /** The target has it already: its own control was turned. */
  adopt(want: FieldStatus): void {
    const { path, field, value } = want.wish;
    want.observed = { path, field, value, state: 'applied' };
    this.#settle(want);
    this.#accept(want);
  }

  /** What a target reported, having applied `revision`. */
  absorb(revision: number, values: readonly Observed[]): void {
    for (const observed of values) {
      const want = this.get(observed.path, observed.field);
      if (want === undefined) continue;
      want.observed = observed;
      const isDone = this.#absorb(want, revision, observed);
      // What was written again in vain is done when a beat finds it so.
      if (isDone && want.fruitless === 0 && want.beatsBehind === 0) this.#open.delete(want);
      else this.#open.add(want);
    }
  }

  /** Before the complete state was written: what that write changes is a correction. */
  compareBefore(values: readonly Observed[]): void {
    for (const { path, field, value, state } of values) {
      const want = this.get(path, field);
      if (want === undefined || state !== 'applied' || isMet(want, value)) continue;
      want.corrects = { observed: value };
      // The answer to the write was faster than this one.
      if (want.unsettledFrom > want.revision && want.refusal === undefined) this.#corrected(want, 'corrected');
    }
  }

  /** These go to the target as one block now. */
  wrote(wishes: readonly DesiredValue[]): void {
    this.#writes++;
    for (const { path, field } of wishes) {
      const want = this.get(path, field);
      if (want !== undefined) want.writtenAt = this.#writes;
    }
  }

  /**
   * What changed in a target since the beat before; of the rest, what it told last is so still. `askedAt` is the count of
   * writes when it was asked: of what was written since, the answer knows nothing. Answers what has to be written again.
   */
  compare(revision: number, news: readonly Observed[], askedAt: number): readonly DesiredValue[] {
    this.absorb(revision, news);
    const again: DesiredValue[] = [];
    for (const want of this.#open) {
      const { observed } = want;
      if (observed?.state === 'refused') continue;
      const isDone =
        observed === undefined ? this.#settleUnreported(want, revision) : this.#absorb(want, revision, observed);
      if (isDone) {
        want.fruitless = want.beatsBehind = 0;
        this.#open.delete(want);
      } else if (observed?.state === 'applied' && want.writtenAt <= askedAt && !isMet(want, observed.value)) {
        if (this.#writesAgain(want, revision, observed.value)) again.push(want.wish);
      }
    }
    return again;
  }

  /** Refused values that are due. They count as under way then. */
  takeDue(): readonly DesiredValue[] {
    const now = this.#monotonicMs();
    return [...this.#refused].flatMap((want) => {
      if (want.retryAtMs === undefined || want.retryAtMs > now) return [];
      want.retryAtMs = undefined;
      want.corrects = { observed: want.refusedAt };
      return [want.wish];
    });
  }

  /** When the next refused value is due, monotonic milliseconds. */
  get nextDueMs(): number | undefined {
    let next: number | undefined;
    for (const { retryAtMs } of this.#refused) {
      if (retryAtMs !== undefined && (next === undefined || retryAtMs < next)) next = retryAtMs;
    }
    return next;
  }

  #begin(wish: DesiredValue, revision: number): FieldStatus {
    const want = newStatus(wish, revision, this.#writes);
    this.#open.add(want);
    if (!wish.isContinuous) this.#unsettled.add(want);
    return want;
  }

  /** True when the target has what is wanted, as far as it can be known. */
  #absorb(want: FieldStatus, revision: number, { value, state, reason }: Observed): boolean {
    if (state === 'refused') {
      want.isToldRefused = true;
      if (want.refusal === undefined || want.retryAtMs === undefined) {
        this.#refuse(want, value, reason ?? 'the device gives no reason');
      }
      return false;
    }
    // It can't be read back and was refused: that it has something says nothing before it is tried again.
    if (state === 'unverified' && want.isToldRefused && want.retryAtMs !== undefined) return false;
    // Earlier revisions of it were applied on the way.
    if (revision >= want.unsettledFrom && revision < want.revision) want.unsettledFrom = revision + 1;
    if (revision < want.revision || (state === 'applied' && !isMet(want, value))) return false;
    this.#settle(want);
    this.#accept(want);
    if (want.corrects !== undefined) this.#corrected(want, state === 'applied' ? 'corrected' : 'unverified');
    return true;
  }

  #writesAgain(want: FieldStatus, revision: number, observed: unknown): boolean {
    if (want.refusal !== undefined) {
      // A try without a word of refusal that changed nothing.
      if (want.retryAtMs === undefined) this.#refuse(want, observed, want.refusal);
      return false;
    }
    if (revision < want.revision) {
      want.beatsBehind = (want.beatsBehind + 1) % mostBeatsBehind;
      return want.beatsBehind === 0;
    }
    if (want.fruitless >= mostFruitlessWrites) {
      const reason = `it takes the value and still reports ${JSON.stringify(observed)}`;
      this.#refuse(want, observed, reason);
      return false;
    }
    want.fruitless++;
    want.corrects ??= { observed };
    return true;
  }

  #refuse(want: FieldStatus, observed: unknown, reason: string): void {
    this.#settle(want);
    want.refusal = reason;
    want.retryAtMs = this.#monotonicMs() + Math.min(firstRetryMs * 2 ** want.tries, longestRetryMs);
    want.tries++;
    want.fruitless = 0;
    this.#refused.add(want);
    want.refusedAt = observed;
    // Later tries that fail too are no news.
    if (want.corrects !== undefined && want.tries === 1) this.#corrected(want, 'refused');
    want.corrects = undefined;
  }

  #accept(want: FieldStatus): void {
    want.refusal = undefined;
    want.isToldRefused = false;
    want.retryAtMs = undefined;
    want.tries = 0;
    this.#refused.delete(want);
  }

  #settle(want: FieldStatus): void {
    want.unsettledFrom = want.revision + 1;
    this.#unsettled.delete(want);
  }

  /** A target that has applied a wish and says nothing of it can't read it back. */
  #settleUnreported(want: FieldStatus, revision: number): boolean {
    if (revision < want.revision) return false;
    this.#settle(want);
    return true;
  }

  #corrected(want: FieldStatus, outcome: Correction['outcome']): void {
    const { path, field, value } = want.wish;
    this.#correction({ path, field, wanted: value, observed: want.corrects?.observed, target: this.#target, outcome });
    want.corrects = undefined;
  }
}
