// The target `clock`. Its fields are `rate`, applied to the device that drives the mixer, and `role`: a follower forces no
// rate. The applied rate is read from the driving device. The rows of the fields are the desk's: reports name the row of
// the last desired value.
import type { Convergent, Reading, Value } from '../../driver.ts';
import { messageOf } from './untrusted.ts';

const follower = 'follower';

/** The rate of the device that drives the mixer. */
export interface RatedStream {
  /** Hz, 0 while no device drives. */
  readonly rate: number;
  readonly supportedRates: readonly number[];
  /** Changes to this rate, or to the default one for null. Rejects with the reason when the device goes on at the old rate. */
  force(rate: number | null): Promise<void>;
}

type Desired = Pick<Value, 'path' | 'value'>;

export class ClockTarget implements Convergent {
  readonly target = 'clock';
  readonly #stream: RatedStream;
  /** By field; absent before the first desired value: there is nothing to report. */
  #rate: Desired | undefined;
  #role: Desired | undefined;
  /** The desired rate that is forced now, as it was desired. */
  #forced: unknown = null;
  /** Why the desired rate is not forced. */
  #refusal = '';
  /** The desired state that was last carried out, or is being carried out. */
  #begun: { readonly desired: unknown; readonly isFollower: boolean } = { desired: null, isFollower: false };
  #revision = 0;
  /** Changes under way; an earlier one has no say in the outcome. */
  #changes = 0;
  #isChanging = false;

  constructor(stream: RatedStream) {
    this.#stream = stream;
  }

  apply(revision: number, values: readonly Value[]): readonly Reading[] {
    for (const { path, field, value } of values) {
      if (field === 'rate') this.#rate = { path, value };
      else if (field === 'role') this.#role = { path, value };
    }
    this.#carryOut(revision);
    const unknown = values.filter(({ field }) => field !== 'rate' && field !== 'role');
    return unknown.map((value) => ({ ...value, state: 'refused', reason: 'the clock has no such field' }));
  }

  observe(): { readonly revision: number; readonly values: readonly Reading[] } {
    const values: Reading[] = [];
    if (this.#rate) values.push({ path: this.#rate.path, field: 'rate', ...this.#readRate() });
    if (this.#role) values.push({ ...this.#role, field: 'role', state: 'applied' });
    return { revision: this.#revision, values };
  }

  /** The driver says whether the forced rate still runs. */
  #readRate(): Pick<Reading, 'value' | 'state' | 'reason'> {
    const { rate } = this.#stream;
    const isForced = typeof this.#forced === 'number' && this.#forced > 0;
    const value = isForced && rate > 0 ? rate : this.#forced;
    if (this.#refusal !== '') return { value, state: 'refused', reason: this.#refusal };
    if (value === this.#forced || this.#isChanging) return { value, state: 'applied' };
    return {
      value,
      state: 'refused',
      reason: `${this.#forced} Hz is asked for, and what drives the mixer runs at ${rate} Hz`,
    };
  }

  /** What is desired is applied later, after the fade: until then the old revision is the one that is applied. */
  #carryOut(revision: number): void {
    const desired = this.#rate?.value ?? null;
    const isFollower = this.#role?.value === follower;
    const { desired: desiredBefore, isFollower: wasFollower } = this.#begun;
    const isNew = desired !== desiredBefore || isFollower !== wasFollower || this.#refusal !== '';
    this.#begun = { desired, isFollower };
    if (!isNew) {
      if (!this.#isChanging) this.#revision = Math.max(this.#revision, revision);
      return;
    }
    const rate = desired === null || desired === 0 ? null : Number(desired);
    if (isFollower) {
      const refusal = rate === null ? '' : `the desk follows another clock, and does not force it to ${rate} Hz`;
      this.#force(revision, null, rate === null ? desired : null, refusal);
      return;
    }
    const { supportedRates } = this.#stream;
    if (rate === null || supportedRates.length === 0 || supportedRates.includes(rate)) {
      this.#force(revision, rate, desired, '');
      return;
    }
    this.#changes++;
    this.#isChanging = false;
    this.#refusal = `what drives the mixer does not run at ${rate} Hz, but at ${supportedRates.join(', ')} Hz`;
    this.#revision = revision;
  }

  /** `forced`: what is reported once the stream has the rate, `refusal` why that is not what is desired. */
  #force(revision: number, rate: number | null, forced: unknown, refusal: string): void {
    const change = ++this.#changes;
    const done = (reason: string, isForced: boolean) => {
      if (this.#changes !== change) return;
      this.#isChanging = false;
      this.#refusal = reason;
      if (isForced) this.#forced = forced;
      this.#revision = revision;
    };
    this.#isChanging = true;
    this.#stream.force(rate).then(
      () => done(refusal, true),
      (error: unknown) => done(messageOf(error), false),
    );
  }
}
