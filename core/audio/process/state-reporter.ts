// Tells the control process what a target really has: when asked, and of its own accord after something was written.
// It is read anew each time; what travels is what differs from what was told before.
import { isSameJson } from '../../base/json.ts';
import type { Reading, Value } from '../../driver.ts';
import type { Time } from '../../services.ts';
import { AddressCount } from './address-count.ts';
import type { NumberedTarget } from './targets.ts';

/** The audio thread takes a block within a few of its own; asking more often would keep JavaScript busy. */
const soonestMs = 15;
const betweenLooksMs = 50;
const longestMs = 2000;
/** With the news of so many questions everything is told once more: no mistake in what was told lasts. */
const questionsPerRound = 60;
/** Of a value as JSON, and of a reason. */
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
  /** What was told last, so that only changes are told; never an answer to a question. */
  readonly #told = new Map<string, Map<string, Reading | undefined>>();
  /** The same as the driver gave it: thousands of values are compared in every beat. Empty where more was told since. */
  #toldAsGiven: readonly Reading[] = [];
  readonly #addresses = new AddressCount();
  #hasToldAll = false;
  /** Where the round goes on. */
  #round = 0;
  /** Written, and not reported since: by address. */
  readonly #touched = new Map<string, Set<string>>();
  #revision = 0;
  #wanted = 0;
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

  /** Writes a block and acknowledges it; what the target then has is reported once it has it. */
  apply(sequence: number, revision: number, complete: boolean, values: readonly Value[]): void {
    this.#wanted = Math.max(this.#wanted, revision);
    // with the complete state only differences came: what had been right is told as well
    if (complete) this.#forgetTold();
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

  /** Throws where the answer is none that can be sent. */
  #acknowledge(sequence: number, answer: readonly Reading[]): void {
    const values = answer.map(plain);
    if (values.length > 0) this.#toldAsGiven = [];
    for (const value of values) this.#isNews(value);
    this.#tell({ purpose: 'observed', complete: false, sequence, revision: this.#revision, values });
  }

  /** What could not be told is told another time. */
  #tell(report: Report): void {
    try {
      this.#send(report);
    } catch (error) {
      this.#forgetTold();
      throw error;
    }
  }

  /** The addresses stay: they are in the link's tables. */
  #forgetTold(): void {
    for (const fields of this.#told.values()) for (const field of fields.keys()) fields.set(field, undefined);
    this.#toldAsGiven = [];
  }

  /** Answers with everything, or with what differs from what was told and a part of the rest. Throws what the target throws. */
  observe(sequence: number, what: 'full' | 'delta'): void {
    const { revision, values } = this.#observe();
    const news = this.#newsOf(revision, values);
    if (what === 'full' || !this.#hasToldAll) {
      this.#hasToldAll = true;
      this.#tell({ purpose: 'observed', complete: true, sequence, revision, values: values.map(plain) });
    } else {
      const again = this.#nextOfRound(values);
      this.#tell({ purpose: 'delta', complete: false, sequence, revision, values: [...news, ...again].map(plain) });
    }
  }

  /** Something was done just now. Throws what the target throws. */
  tell(): void {
    this.#report();
  }

  /** Something happened that the target may show. */
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
      this.#report();
    });
  }

  /** Reports what changed since it was told, and looks again while the newest revision is not applied. */
  #report(): void {
    const before = this.#revision;
    const { revision, values } = this.#observe();
    const news = this.#newsOf(revision, values);
    if (news.length > 0 || revision !== before) {
      this.#tell({ purpose: 'observed', complete: false, sequence: 0, revision, values: news.map(plain) });
    }
    if (revision >= this.#wanted || this.#againMs > longestMs) return;
    this.#lookAfter(this.#againMs);
    this.#againMs *= 2;
  }

  /** What differs from what was told, and what was written and is applied now, even if nothing came of it. */
  #newsOf(revision: number, values: readonly Reading[]): readonly Reading[] {
    const isApplied = revision >= this.#wanted;
    const answers = isApplied ? this.#touched : new Map<string, Set<string>>();
    const isAnswer = ({ path, field }: Reading) => answers.size > 0 && answers.get(path)?.has(field) === true;
    const news = values.filter((value, i) => {
      const isNews = value !== this.#toldAsGiven[i] && this.#isNews(value);
      return isNews || isAnswer(value);
    });
    if (isApplied) this.#touched.clear();
    this.#toldAsGiven = [...values];
    return news;
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

  /** True when it differs from what was told before. */
  #isNews(value: Reading): boolean {
    const { path, field, state, reason } = value;
    const fields = this.#told.get(path) ?? new Map<string, Reading | undefined>();
    const before = fields.get(field);
    if (!fields.has(field)) this.#addresses.add(path, field);
    this.#told.set(path, fields.set(field, value));
    return before?.state !== state || before.reason !== reason || !isSameJson(before.value, value.value);
  }
}

/** A driver's word in the shape that travels. Throws Error in words where it has none. */
export function plain({ path, field, value, state, reason }: Reading): Reading {
  const known = state === 'applied' || state === 'refused' ? state : 'unverified';
  const said = { path: String(path), field: String(field), value: plainValue(value), state: known } as const;
  return reason === undefined ? said : { ...said, reason: String(reason).slice(0, longestReason) };
}

/** As JSON has it: what is no number is null. */
function plainValue(value: unknown): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'boolean') return value;
  const json = JSON.stringify(value) ?? 'null';
  if (json.length > longestValue) throw new Error(`it reports a value of ${json.length} characters`);
  return typeof value === 'string' ? value : JSON.parse(json);
}
