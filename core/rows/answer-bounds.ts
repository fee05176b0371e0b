// What a provider answers for a row, held to bounds: it comes in time, and it is not so large that to encode it would keep
// the loop from everybody else.

import type { Faults } from '../base/fault-log.ts';
import type { Time } from '../base/time.ts';
import type { Fields, Row } from './definitions.ts';
import type { Place } from './place.ts';
import { sizeAtMost } from './size.ts';

/** How long a row may take to answer. */
const longestMs = 5_000;
/** The largest row, in bytes of JSON: more than any file of a session takes. To encode it takes some 40 ms. */
export const mostRowBytes = 6_291_456;

export interface AnswerBoundsNeeds {
  readonly time: Time;
  readonly faults: Faults;
  /** The provider that brought a row. */
  readonly providerOf: (row: Row) => string;
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
  hold(place: Place, value: Fields | Promise<Fields>, begun?: (giveUp: () => void) => void): Fields | Promise<Fields> {
    if (value instanceof Promise) return this.#inTime(place, value, begun);
    // A setting holds what fits its contract.
    if (place.row.type !== 'setting' && !sizeAtMost(value, mostRowBytes)) {
      throw this.#fault(place, `gave ${place.path} more than ${mostRowBytes / 1_048_576} MiB`);
    }
    return value;
  }

  async #inTime(place: Place, value: Promise<Fields>, begun = (_giveUp: () => void) => {}): Promise<Fields> {
    let stop = () => {};
    const late = new Promise<never>((_resolve, reject) => {
      stop = this.#needs.time.after(longestMs, () => {
        reject(this.#fault(place, `did not answer for ${place.path} within ${longestMs / 1000} s`));
      });
    });
    begun(stop);
    try {
      return this.hold(place, await Promise.race([value, late]));
    } finally {
      stop();
    }
  }

  #fault({ row, path }: Place, what: string) {
    const { faults, providerOf } = this.#needs;
    return faults.fault(`The provider ${providerOf(row)} ${what}`, `GET ${path}`);
  }
}
