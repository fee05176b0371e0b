// Tells the control process what a target really has: when asked, and of its own accord after something was written.
import type { ObservedValue } from '../driver.ts';
import type { AddressedValue } from '../drivers/link/wire.ts';
import type { Time } from '../services.ts';
import type { NumberedTarget } from './targets.ts';

/** The audio thread takes a block within a few of its own; asking more often would keep JavaScript busy. */
const soonestMs = 15;
const betweenLooksMs = 50;
const longestMs = 2000;

export interface Report {
  readonly complete: boolean;
  readonly sequence: number;
  readonly revision: number;
  readonly values: readonly AddressedValue[];
}

/** The reports on one target to one control process. */
export class Reporting {
  readonly #target: NumberedTarget;
  readonly #time: Time;
  readonly #send: (report: Report) => void;
  /** What was told last, so that only changes are told; never an answer to a question. */
  readonly #told = new Map<string, string>();
  #touched = new Set<string>();
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
  want(sequence: number, revision: number, complete: boolean, values: readonly AddressedValue[]): void {
    const answer = this.#write(revision, values);
    this.#wanted = Math.max(this.#wanted, revision);
    // with the complete state only differences came: what had been right is told as well
    if (complete) this.#told.clear();
    for (const value of values) this.#touched.add(keyOf(value));
    for (const value of answer) this.#tell(value);
    this.#send({ complete: false, sequence, revision: this.#revision, values: answer });
    this.look();
  }

  /** Answers with everything. Throws what the target throws. */
  observe(sequence: number): void {
    const { revision, values } = this.#observe();
    for (const value of values) this.#tell(value);
    this.#send({ complete: true, sequence, revision, values });
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
    const isApplied = revision >= this.#wanted;
    const changed = values.filter((value) => {
      const isTouched = isApplied && this.#touched.has(keyOf(value));
      return this.#tell(value) || isTouched;
    });
    if (isApplied) this.#touched = new Set();
    if (changed.length > 0 || revision !== before) {
      this.#send({ complete: false, sequence: 0, revision, values: changed });
    }
    if (isApplied || this.#againMs > longestMs) return;
    this.#lookAfter(this.#againMs);
    this.#againMs *= 2;
  }

  #write(revision: number, values: readonly AddressedValue[]): AddressedValue[] {
    const wanted = values.map(({ path, field, value }) => ({ path, field, value }));
    try {
      return this.#target.convergent.want(revision, wanted).map(plain);
    } catch (error) {
      const reason = `its driver failed: ${(error as Error).message}`;
      return wanted.map((value) => ({ ...value, state: 'refused', reason }));
    }
  }

  #observe(): { revision: number; values: AddressedValue[] } {
    const { revision, values } = this.#target.convergent.observe();
    this.#revision = Number(revision);
    return { revision: this.#revision, values: values.map(plain) };
  }

  /** True when it differs from what was told before. */
  #tell(value: AddressedValue): boolean {
    const key = keyOf(value);
    const text = JSON.stringify([value.value, value.state, value.reason]);
    if (this.#told.get(key) === text) return false;
    this.#told.set(key, text);
    return true;
  }
}

function keyOf({ path, field }: { path: string; field: string }): string {
  return `${path} ${field}`;
}

/** A driver's word in the shape that travels: what it says wrongly must not end the link. */
export function plain({ path, field, value, state, reason }: ObservedValue): AddressedValue {
  const known = state === 'applied' || state === 'refused' ? state : 'unverified';
  const said = { path: String(path), field: String(field), value, state: known } as const;
  return reason === undefined ? said : { ...said, reason: String(reason) };
}
