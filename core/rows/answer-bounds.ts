// Bounds on the answers of providers: in time, and small enough to encode without blocking the event loop. An answer
// beyond a bound is a fault of the provider, in words that name it.
import type { Faults } from '../base/fault-log.ts';
import type { Refusal } from '../base/refusals.ts';
import type { Time } from '../base/time.ts';
import { type Waiting, withTimeout } from '../base/timeout.ts';
import type { Fields, Row } from './definitions.ts';
import type { RowRef } from './row-ref.ts';
import { sizeAtMost } from './size.ts';

/** Timeout of an answer, of a write, and of the end of a cancelled task, in milliseconds. */
export const longestMs = 5_000;
/** The largest row, in bytes of JSON: more than any session file. Encoding it takes about 40 ms. */
export const mostRowBytes = 6_291_456;

export interface AnswerBoundsNeeds {
  readonly time: Pick<Time, 'after'>;
  readonly faults: Faults;
  /** The provider of a row. */
  readonly providerOf: (row: Row) => string;
  /** Counts a fault of this provider. */
  readonly failed: (provider: string, fault: Refusal) => void;
}

export class AnswerBounds {
  readonly #needs: AnswerBoundsNeeds;

  constructor(needs: AnswerBoundsNeeds) {
    this.#needs = needs;
  }

  /**
   * Returns the value. Throws, or rejects with, refusal `fault` with the provider's name. `begun` gets a function that
   * ends the waiting for a promise: the returned promise then never settles.
   */
  enforce(
    place: RowRef,
    value: Fields | Promise<Fields>,
    begun?: (giveUp: () => void) => void,
  ): Fields | Promise<Fields> {
    if (value instanceof Promise) {
      const late = () => this.#late('GET', place, 'answer for');
      return this.#inTime(value, { late, begun }).then((later) => this.enforce(place, later));
    }
    // A setting is bounded by its contract.
    if (place.row.type !== 'setting' && !sizeAtMost(value, mostRowBytes)) {
      throw this.#fault('GET', place, `gave ${place.path} more than ${mostRowBytes / 1_048_576} MiB`);
    }
    return value;
  }

  /** Resolves after the write. Rejects with refusal `fault` at its timeout; a later result is ignored. */
  written(place: RowRef, writing: Promise<void>): Promise<void> {
    const ignored = '; what it does with it later is not acknowledged';
    return this.#inTime(writing, { late: () => this.#late('PATCH', place, 'take the write to', ignored) });
  }

  /** Calls `late` with refusal `fault` if a cancelled run does not end in time. */
  cancelled(place: RowRef, ended: Promise<void>, late: (fault: Refusal) => void): void {
    const leftToItself = ' of being cancelled, and was left to itself';
    this.#inTime(ended, { late: () => this.#late('the task', place, 'end', leftToItself) }).catch(late);
  }

  #inTime<T>(promise: Promise<T>, waiting: Waiting): Promise<T> {
    return withTimeout(promise, longestMs, this.#needs.time, waiting);
  }

  #late(what: string, place: RowRef, verb: string, then = ''): Refusal {
    return this.#fault(what, place, `did not ${verb} ${place.path} within ${longestMs / 1000} s${then}`);
  }

  #fault(what: string, { row, path }: RowRef, words: string): Refusal {
    const { faults, providerOf, failed } = this.#needs;
    const provider = providerOf(row);
    const fault = faults.fault(`The provider ${provider} ${words}`, `${what} ${path}`);
    failed(provider, fault);
    return fault;
  }
}
