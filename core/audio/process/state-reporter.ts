// Reports the observed values of one target to the control process: as answers, and unasked after a write. Each report reads
// the target; the values that differ from the last report travel.
import { isSameJson } from '../../base/json.ts';
import type { Observation, Reading, Value } from '../../driver.ts';
import type { Time } from '../../services.ts';
import { FieldSet } from './field-set.ts';
import type { NumberedTarget } from './targets.ts';
import { checkedObservation, messageOf, plainReading, ReportedAddresses } from './untrusted.ts';
import { WrongNumbers } from './wrong-numbers.ts';

/** The audio thread takes a block within a few of its own; more frequent looks would keep JavaScript busy. */
const soonestMs = 15;
const betweenLooksMs = 50;
const longestMs = 2000;
/** So many deltas repeat all values once, a part each: no wrong report lasts. */
const deltasPerRound = 60;

export interface Report {
  readonly purpose: 'observed' | 'delta';
  readonly complete: boolean;
  readonly sequence: number;
  readonly revision: number;
  readonly values: readonly Reading[];
}

export class StateReporter {
  readonly #target: NumberedTarget;
  readonly #time: Time;
  readonly #send: (report: Report) => void;
  readonly #addresses = new ReportedAddresses();
  readonly #wrongNumbers: WrongNumbers;
  /** The driver's readings at the last report. The same object at the same index is unchanged (Convergent.observe). */
  #lastSent: readonly Reading[] = [];
  /** Fields whose last report was an answer of `apply`, not an observation. */
  readonly #answered = new FieldSet();
  /** Fields that were written since the last applied revision. */
  readonly #written = new FieldSet();
  #hasSentFull = false;
  /** The index where the round goes on. */
  #round = 0;
  #appliedRevision = 0;
  #desiredRevision = 0;
  #lookedAtMs = Number.NEGATIVE_INFINITY;
  #againMs = betweenLooksMs;
  #stopWaiting: (() => void) | undefined;

  /** `warn`: what the operator hears of the target's values, '' for nothing. */
  constructor(target: NumberedTarget, time: Time, send: (report: Report) => void, warn: (text: string) => void) {
    this.#wrongNumbers = new WrongNumbers(warn);
    this.#target = target;
    this.#time = time;
    this.#send = send;
  }

  get number(): number {
    return this.#target.number;
  }

  /** Writes a block and acknowledges it; the written fields are reported once the target has applied the revision. */
  apply(sequence: number, revision: number, complete: boolean, values: readonly Value[]): void {
    this.#desiredRevision = Math.max(this.#desiredRevision, revision);
    // A complete state writes differences only: matching fields are reported as well.
    if (complete) this.#lastSent = [];
    for (const { path, field } of values) this.#written.add(path, field);
    try {
      this.#acknowledge(sequence, this.#target.convergent.apply(revision, values, complete));
    } catch (error) {
      const reason = `its driver failed: ${messageOf(error)}`;
      this.#acknowledge(
        sequence,
        values.map(({ path, field, value }) => ({ path, field, value, state: 'refused', reason })),
      );
    }
    this.look();
  }

  /** Answers with all values, or with the changed ones and a part of the rest. Throws when the target can't be read. */
  observe(sequence: number, what: 'full' | 'delta'): void {
    const { revision, values } = this.#observe();
    const isFull = what === 'full' || !this.#hasSentFull;
    const sent = isFull ? values : [...this.#changed(revision, values), ...this.#nextOfRound(values)];
    const head = isFull
      ? ({ purpose: 'observed', complete: true } as const)
      : ({ purpose: 'delta', complete: false } as const);
    this.#send({ ...head, sequence, revision, values: this.checked(sent) });
    this.#hasSentFull ||= isFull;
    this.#sentAll(revision, values);
  }

  /** Reports changed values now. Throws when the target can't be read. */
  report(): void {
    const before = this.#appliedRevision;
    const { revision, values } = this.#observe();
    const changed = this.#changed(revision, values);
    if (changed.length > 0 || revision !== before) {
      const head = { purpose: 'observed', complete: false, sequence: 0 } as const;
      this.#send({ ...head, revision, values: this.checked(changed) });
    }
    this.#sentAll(revision, values);
    if (revision >= this.#desiredRevision || this.#againMs > longestMs) return;
    this.#lookAfter(this.#againMs);
    this.#againMs *= 2;
  }

  /** Reports changed values soon. */
  look(): void {
    this.#againMs = betweenLooksMs;
    this.#lookAfter(Math.max(soonestMs, this.#lookedAtMs + betweenLooksMs - this.#time.monotonicMs()));
  }

  /** Readings of the driver as plain data, those with a value. Throws when the link can't carry them. */
  checked(readings: readonly Reading[]): readonly Reading[] {
    for (const { path, field } of readings) this.#addresses.add(String(path), String(field));
    const isWritten = (path: string, field: string) => this.#written.has(path, field);
    return this.#wrongNumbers.sorted(readings, this.#lastSent, isWritten).map(plainReading);
  }

  stop(): void {
    this.#stopWaiting?.();
  }

  /** The target is gone. */
  end(): void {
    this.stop();
    this.#wrongNumbers.end();
  }

  #acknowledge(sequence: number, answer: readonly Reading[]): void {
    const values = this.checked(answer);
    for (const { path, field } of values) this.#answered.add(path, field);
    const head = { purpose: 'observed', complete: false } as const;
    this.#send({ ...head, sequence, revision: this.#appliedRevision, values });
  }

  #lookAfter(ms: number): void {
    this.#stopWaiting ??= this.#time.after(ms, () => {
      this.#stopWaiting = undefined;
      this.#lookedAtMs = this.#time.monotonicMs();
      this.report();
    });
  }

  #observe(): Observation {
    const observation = checkedObservation(this.#target.convergent.observe());
    this.#appliedRevision = observation.revision;
    return observation;
  }

  /** The values that differ from the last report, and written fields once they are applied. */
  #changed(revision: number, values: readonly Reading[]): readonly Reading[] {
    const isApplied = revision >= this.#desiredRevision;
    return values.filter((reading, i) => {
      const before = this.#lastSent[i];
      if (reading !== before && (before === undefined || !isSameReading(before, reading))) return true;
      const { path, field } = reading;
      return this.#answered.has(path, field) || (isApplied && this.#written.has(path, field));
    });
  }

  /** After the send: a report that can't be sent leaves its values unsent. */
  #sentAll(revision: number, values: readonly Reading[]): void {
    this.#lastSent = [...values];
    this.#answered.clear();
    if (revision >= this.#desiredRevision) this.#written.clear();
  }

  #nextOfRound(values: readonly Reading[]): readonly Reading[] {
    if (this.#round >= values.length) this.#round = 0;
    const from = this.#round;
    this.#round += Math.ceil(values.length / deltasPerRound);
    return values.slice(from, this.#round);
  }
}

function isSameReading(a: Reading, b: Reading): boolean {
  return (
    a.path === b.path &&
    a.field === b.field &&
    a.state === b.state &&
    a.reason === b.reason &&
    isSameJson(a.value, b.value)
  );
}
