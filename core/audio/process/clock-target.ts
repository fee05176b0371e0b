// The target `clock`: /clock/force.rate, applied to what drives the mixer. The applied rate is read from the driver.
import type { Convergent, ObservedValue, Value } from '../../driver.ts';

const path = '/clock/force';
const field = 'rate';

/** What drives the mixer, as far as its rate goes. */
export interface RatedStream {
  /** Hz, 0 while nothing drives. */
  readonly rate: number;
  readonly supportedRates: readonly number[];
  /** Runs at this rate, or at the default one for null. Rejects with the reason when it goes on at the old rate. */
  force(rate: number | null): Promise<void>;
}

export class ClockTarget implements Convergent {
  readonly target = 'clock';
  readonly #stream: RatedStream;
  #wanted: unknown = null;
  #forced: unknown = null;
  #refusal = '';
  #revision = 0;

  constructor(stream: RatedStream) {
    this.#stream = stream;
  }

  want(revision: number, values: readonly Value[]): readonly ObservedValue[] {
    const strangers = values.filter((value) => value.path !== path || value.field !== field);
    const wanted = values.find((value) => value.path === path && value.field === field);
    if (wanted) this.#want(revision, wanted.value);
    else this.#revision = Math.max(this.#revision, revision);
    return strangers.map((value) => ({ ...value, state: 'refused', reason: 'the clock has no such field' }));
  }

  observe(): { readonly revision: number; readonly values: readonly ObservedValue[] } {
    const { rate } = this.#stream;
    // A forced rate is true only while the driver says so.
    const isForced = typeof this.#forced === 'number' && this.#forced > 0;
    const value = isForced && rate > 0 ? rate : this.#forced;
    const refused = { path, field, value, state: 'refused' as const, reason: this.#refusal };
    return {
      revision: this.#revision,
      values: [this.#refusal === '' ? { path, field, value, state: 'applied' } : refused],
    };
  }

  /** What is wanted is applied later, after the fade: until then the old revision is the one that is applied. */
  #want(revision: number, value: unknown): void {
    const isNew = value !== this.#wanted || this.#refusal !== '';
    this.#wanted = value;
    if (!isNew) {
      if (this.#forced === value) this.#revision = revision;
      return;
    }
    const rate = value === null || value === 0 ? null : Number(value);
    const done = (refusal: string) => {
      if (this.#wanted !== value) return;
      this.#refusal = refusal;
      if (refusal === '') this.#forced = value;
      this.#revision = revision;
    };
    const { supportedRates } = this.#stream;
    if (rate !== null && supportedRates.length > 0 && !supportedRates.includes(rate)) {
      done(`what drives the mixer does not run at ${rate} Hz`);
      return;
    }
    this.#stream.force(rate).then(
      () => done(''),
      (error: Error) => done(error.message),
    );
  }
}
