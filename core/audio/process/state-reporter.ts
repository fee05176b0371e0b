// Reports the observed state of a target to the control process: on request, and unasked after a write. The target is read
// each time; a report contains the values that differ from the last reported ones.
import { isSameJson } from '../../base/json.ts';
import type { Reading, Value } from '../../driver.ts';
import type { Time } from '../../services.ts';
import { AddressCount } from './address-count.ts';
import type { NumberedTarget } from './targets.ts';

/** Soonest look after a write: the audio thread takes a block of values within a few of its own blocks. */
const soonestMs = 15;
const betweenLooksMs = 50;
const longestMs = 2000;
/** Answers with deltas that together contain every value once more, so that no wrong report lasts. */
const questionsPerRound = 60;
/** Characters of a value as JSON, and of a reason. */
const longestValue = 65_536;
const longestReason = 1000;

export interface Report {
  readonly purpose: 'observed' | 'delta';
  readonly complete: boolean;
  readonly sequence: number;
  readonly revision: number;
  readonly values: readonly Reading[];
}

/** The reports on one target to one control process. */
export class StateReporter {
  readonly #target: NumberedTarget;
  readonly #time: Time;
  readonly #send: (report: Report) => void;
  /** The last reported reading by path and field, undefined for a forgotten one. Only for differences, never an answer. */
  readonly #reported = new Map<string, Map<string, Reading | undefined>>();
  /**
   * The driver's own objects at the last look: the same object again is not compared, since thousands of values come with
   * every heartbeat. Empty after a report that did not come from a look.
   */
  #given: readonly Reading[] = [];
  readonly #addresses = new AddressCount();
  #hasReportedAll = false;
  /** Index of the next value to repeat. */
  #round = 0;
  /** Fields written and not reported since, by path. */
  readonly #touched = new Map<string, Set<string>>();
  #revision = 0;
  #newestRevision = 0;
  #lookedAtMs = Number.NEGATIVE_INFINITY;
  #againMs = betweenLooksMs;
  #stopWaiting: (() => void) | undefined;

  constructor(target: NumberedTarget, time: Time, send: (report: Report) => void) {
    this.#target = target;
    this.#time = time;
    this.#send = send;
  }

  get number(): number {
    return this.#target.number;
  }

  /** Writes a block and acknowledges it. A later report contains the values that the target then has. */
  apply(sequence: number, revision: number, complete: boolean, values: readonly Value[]): void {
    this.#newestRevision = Math.max(this.#newestRevision, revision);
    // The complete state came as differences: values that were right are reported as well.
    if (complete) this.#forgetReported();
    for (const { path, field } of values) {
      this.#touched.set(path, (this.#touched.get(path) ?? new Set()).add(field));
    }
    try {
      this.#acknowledge(sequence, this.#write(revision, values));
    } catch (error) {
      const reason = `its driver failed: ${(error as Error).message}`;
      this.#acknowledge(
        sequence,
        values.map(({ path, field, value }) => ({ path, field, value, state: 'refused', reason })),
      );
    }
    this.look();
  }

  /** Throws Error for an answer that can't be sent. */
  #acknowledge(sequence: number, answer: readonly Reading[]): void {
    const values = answer.map(plain);
    if (values.length > 0) this.#given = [];
    for (const value of values) this.#record(value);
    this.#sendReport({ purpose: 'observed', complete: false, sequence, revision: this.#revision, values });
  }

  /** A report that can't be sent is repeated with the next one. */
  #sendReport(report: Report): void {
    try {
      this.#send(report);
    } catch (error) {
      this.#forgetReported();
      throw error;
    }
  }

  /** Forgets the values, not the addresses: those are in the link's tables. */
  #forgetReported(): void {
    for (const fields of this.#reported.values()) for (const field of fields.keys()) fields.set(field, undefined);
    this.#given = [];
  }

  /** Answers with all values, or with the changed ones and a part of the rest. Throws what the target throws. */
  observe(sequence: number, what: 'full' | 'delta'): void {
    const { revision, values } = this.#observe();
    const delta = this.#deltaOf(revision, values);
    if (what === 'full' || !this.#hasReportedAll) {
      this.#hasReportedAll = true;
      this.#sendReport({ purpose: 'observed', complete: true, sequence, revision, values: values.map(plain) });
    } else {
      const again = this.#nextOfRound(values);
      this.#sendReport({
        purpose: 'delta',
        complete: false,
        sequence,
        revision,
        values: [...delta, ...again].map(plain),
      });
    }
  }

  /** Observed values may have changed. */
  look(): void {
    this.#againMs = betweenLooksMs;
    this.#lookAfter(Math.max(soonestMs, this.#lookedAtMs + betweenLooksMs - this.#time.monotonicMs()));
  }

  stop(): void {
    this.#stopWaiting?.();
  }

  #lookAfter(ms: number): void {
    this.#stopWaiting ??= this.#time.after(ms, () => {
      this.#stopWaiting = undefined;
      this.#lookedAtMs = this.#time.monotonicMs();
      this.report();
    });
  }

  /**
   * Reports what changed since the last report, and looks again while the newest revision is not applied. Throws what the
   * target throws.
   */
  report(): void {
    const before = this.#revision;
    const { revision, values } = this.#observe();
    const delta = this.#deltaOf(revision, values);
    if (delta.length > 0 || revision !== before) {
      this.#sendReport({ purpose: 'observed', complete: false, sequence: 0, revision, values: delta.map(plain) });
    }
    if (revision >= this.#newestRevision || this.#againMs > longestMs) return;
    this.#lookAfter(this.#againMs);
    this.#againMs *= 2;
  }

  /** Values that differ from the reported ones; and values that were written and are applied now, changed or not. */
  #deltaOf(revision: number, values: readonly Reading[]): readonly Reading[] {
    const isApplied = revision >= this.#newestRevision;
    const answers = isApplied ? this.#touched : new Map<string, Set<string>>();
    const isAnswer = ({ path, field }: Reading) => answers.size > 0 && answers.get(path)?.has(field) === true;
    const delta = values.filter((value, i) => {
      const isChanged = value !== this.#given[i] && this.#record(value);
      return isChanged || isAnswer(value);
    });
    if (isApplied) this.#touched.clear();
    this.#given = [...values];
    return delta;
  }

  #nextOfRound(values: readonly Reading[]): readonly Reading[] {
    if (this.#round >= values.length) this.#round = 0;
    const from = this.#round;
    this.#round += Math.ceil(values.length / questionsPerRound);
    return values.slice(from, this.#round);
  }

  #write(revision: number, values: readonly Value[]): readonly Reading[] {
    return this.#target.convergent.apply(revision, values);
  }

  #observe(): ReturnType<NumberedTarget['convergent']['observe']> {
    const observed = this.#target.convergent.observe();
    this.#revision = Number(observed.revision);
    return observed;
  }

  /** Records a reading as reported. Returns whether it differs from the one before. */
  #record(value: Reading): boolean {
    const { path, field, state, reason } = value;
    const fields = this.#reported.get(path) ?? new Map<string, Reading | undefined>();
    const before = fields.get(field);
    if (!fields.has(field)) this.#addresses.add(path, field);
    this.#reported.set(path, fields.set(field, value));
    return before?.state !== state || before.reason !== reason || !isSameJson(before.value, value.value);
  }
}

/** A driver's reading in the shape of the link. Throws Error for a value that is no JSON, or too long. */
export function plain({ path, field, value, state, reason }: Reading): Reading {
  const known = state === 'applied' || state === 'refused' ? state : 'unverified';
  const plainReading = { path: String(path), field: String(field), value: plainValue(value), state: known } as const;
  return reason === undefined ? plainReading : { ...plainReading, reason: String(reason).slice(0, longestReason) };
}

/** As JSON has it: NaN and the infinities are null. */
function plainValue(value: unknown): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'boolean') return value;
  const json = JSON.stringify(value) ?? 'null';
  if (json.length > longestValue) throw new Error(`it reports a value of ${json.length} characters`);
  return typeof value === 'string' ? value : JSON.parse(json);
}
