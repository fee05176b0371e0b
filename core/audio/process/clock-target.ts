// The target `clock`. Its field `rate` is applied to the device that drives the mixer; the applied rate is read from that
// device's driver. The row of the field is the desk's: reports name the row of the last desired rate.
import type { Convergent, Reading, Value } from '../../driver.ts';
import { messageOf } from './untrusted.ts';

const field = 'rate';

/** The rate of the device that drives the mixer. */
export interface RatedStream {
  /** Hz, 0 while no device drives. */
  readonly rate: number;
  readonly supportedRates: readonly number[];
  /** Changes to this rate, or to the default one for null. Rejects with the reason when the device goes on at the old rate. */
  force(rate: number | null): Promise<void>;
}

export class ClockTarget implements Convergent {
  readonly target = 'clock';
  readonly #stream: RatedStream;
  #desired: unknown = null;
  #forced: unknown = null;
  #refusal = '';
  #revision = 0;
  /** The row of the desired rate; undefined before the first one: there is nothing to report. */
  #path: string | undefined;

  constructor(stream: RatedStream) {
    this.#stream = stream;
  }

  apply(revision: number, values: readonly Value[]): readonly Reading[] {
    const unknown = values.filter((value) => value.field !== field);
    const desired = values.find((value) => value.field === field);
    if (desired) {
      this.#path = desired.path;
      this.#apply(revision, desired.value);
    } else this.#revision = Math.max(this.#revision, revision);
    return unknown.map((value) => ({ ...value, state: 'refused', reason: 'the clock has no such field' }));
  }

  observe(): { readonly revision: number; readonly values: readonly Reading[] } {
    const { rate } = this.#stream;
    const path = this.#path;
    if (path === undefined) return { revision: this.#revision, values: [] };
    // The driver says whether the forced rate still runs.
    const isForced = typeof this.#forced === 'number' && this.#forced > 0;
    const value = isForced && rate > 0 ? rate : this.#forced;
    const refused = { path, field, value, state: 'refused' as const, reason: this.#refusal };
    return {
      revision: this.#revision,
      values: [this.#refusal === '' ? { path, field, value, state: 'applied' } : refused],
    };
  }

  /** What is desired is applied later, after the fade: until then the old revision is the one that is applied. */
  #apply(revision: number, value: unknown): void {
    const isNew = value !== this.#desired || this.#refusal !== '';
    this.#desired = value;
    if (!isNew) {
      if (this.#forced === value) this.#revision = revision;
      return;
    }
    const rate = value === null || value === 0 ? null : Number(value);
    const done = (refusal: string) => {
      if (this.#desired !== value) return;
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
      (error: unknown) => done(messageOf(error)),
    );
  }
}
