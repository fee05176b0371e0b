// What a provider does for a row, held to bounds: it comes in time, and it is not so large that to encode it would keep
// the loop from everybody else. What goes beyond is a fault of the provider, in words that name it.
import type { Faults } from '../base/fault-log.ts';
import type { Refusal } from '../base/refusals.ts';
import type { Time } from '../base/time.ts';
import { type Waiting, withTimeout } from '../base/timeout.ts';
import type { Fields, Row } from './definitions.ts';
import type { RowRef } from './row-ref.ts';
import { sizeAtMost } from './size.ts';

/** How long a row may take to answer, to take a write, or to end a task that was cancelled, in milliseconds. */
export const longestMs = 5_000;
/** The largest row, in bytes of JSON: more than any file of a session takes. To encode it takes some 40 ms. */
export const mostRowBytes = 6_291_456;

export interface AnswerBoundsNeeds {
  readonly time: Pick<Time, 'after'>;
  readonly faults: Faults;
  /** The provider that brought a row. */
  readonly providerOf: (row: Row) => string;
  /** Counts against this provider that it went beyond a bound. */
  readonly failed: (provider: string, fault: Refusal) => void;
}

export class AnswerBounds {
  readonly #needs: AnswerBoundsNeeds;

  constructor(needs: AnswerBoundsNeeds) {
    this.#needs = needs;
  }

  /**
   * The value itself. Throws (a promise rejects with) refusal `fault` that names the provider. `begun` gets what gives the
   * waiting up, where there is any: the promise never settles then.
   */
  hold(place: RowRef, value: Fields | Promise<Fields>, begun?: (giveUp: () => void) => void): Fields | Promise<Fields> {
    if (value instanceof Promise) {
      const late = () => this.#late('GET', place, 'answer for');
      return this.#inTime(value, { late, begun }).then((later) => this.hold(place, later));
    }
    // A setting holds what fits its contract.
    if (place.row.type !== 'setting' && !sizeAtMost(value, mostRowBytes)) {
      throw this.#fault('GET', place, `gave ${place.path} more than ${mostRowBytes / 1_048_576} MiB`);
    }
    return value;
  }

  /** Resolves once it is written. Rejects with refusal `fault` where that takes too long; what it does later is ignored. */
  written(place: RowRef, writing: Promise<void>): Promise<void> {
    const ignored = '; what it does with it later is not acknowledged';
    return this.#inTime(writing, { late: () => this.#late('PATCH', place, 'take the write to', ignored) });
  }

  /** Calls `late` with refusal `fault` where the run of a task does not end in time after it was cancelled. */
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
