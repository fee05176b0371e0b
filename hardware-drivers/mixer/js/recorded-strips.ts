// Recording: the strips whose taps the audio thread copies into the record ring, one track each.
import type { Reading, Value } from 'rowdesk/driver';
import type { FieldGroup } from './field-groups.ts';
import type { NativeMixer } from './native.ts';
import type { StripRef, StripRefs } from './strip-refs.ts';

const path = '/record';
/** Armed strips and programme together. */
const mostTracks = 128;
const allKinds = ~0;

/** As the native half numbers them. */
const taps = { 'Top-Of-Ch': 0, 'Post-Trim': 1, 'Post-Fader': 5 } as const;
const roles = { track: 1, programme: 2 } as const;

interface Choice {
  readonly armed: readonly StripRef[];
  readonly tapPoint: keyof typeof taps;
  readonly programme: readonly StripRef[];
}
type Field = keyof Choice;
const fields: readonly string[] = ['armed', 'tapPoint', 'programme'];

export class RecordedStrips implements FieldGroup {
  readonly #native: Pick<NativeMixer, 'record' | 'recorded'>;
  readonly #strips: StripRefs;
  #desired: Choice = { armed: [], tapPoint: 'Top-Of-Ch', programme: [] };
  /** By the number of their tracks: what the audio thread has, and what is on its way there. */
  readonly #choices = new Map<number, Choice>([[0, this.#desired]]);
  #shown: { readonly choice?: Choice; readonly fault?: string; readonly readings: readonly Reading[] } = {
    readings: [],
  };

  constructor(native: Pick<NativeMixer, 'record' | 'recorded'>, strips: StripRefs) {
    this.#native = native;
    this.#strips = strips;
  }

  takes(value: Value): boolean {
    return value.path === path && fields.includes(value.field);
  }

  /** A value that is not valid, and lists whose memory can't be had, are refused; recording goes on without them. */
  apply(values: readonly Value[]): readonly Reading[] {
    const refused: Reading[] = [];
    const valid: Value[] = [];
    for (const value of values) {
      const reason = this.#fault(value);
      if (reason === '') valid.push(value);
      else refused.push(refusal(value, reason));
    }
    const desired = { ...this.#desired, ...Object.fromEntries(valid.map(({ field, value }) => [field, value])) };
    const reason = this.#record(desired);
    if (reason === '') return refused;
    // The tap point alone asks for no more memory than there is.
    const lists = valid.filter(({ field }) => field !== 'tapPoint');
    const others = lists.length === 0 ? reason : this.#record({ ...this.#desired, tapPoint: desired.tapPoint });
    return [...refused, ...(others === '' ? lists : valid).map((value) => refusal(value, reason))];
  }

  /** What the audio thread has. */
  get readings(): readonly Reading[] {
    const { number, fault } = this.#native.recorded();
    const choice = this.#choices.get(number);
    if (choice === undefined || (choice === this.#shown.choice && fault === this.#shown.fault))
      return this.#shown.readings;
    for (const old of this.#choices.keys()) if (old < number) this.#choices.delete(old);
    const readings = fields.map((field): Reading => {
      const value = choice[field as Field];
      const isRefused = fault !== '' && field !== 'tapPoint' && value.length > 0;
      return isRefused
        ? { path, field, value: [], state: 'refused', reason: fault }
        : { path, field, value, state: 'applied' };
    });
    this.#shown = { choice, fault, readings };
    return readings;
  }

  /** Returns '', or the reason why all stays as it is. */
  #record(desired: Choice): string {
    const { armed, tapPoint, programme } = desired;
    if (armed.length + programme.length > mostTracks) {
      return `armed and programme have ${armed.length + programme.length} strips; at most ${mostTracks} can be recorded`;
    }
    const triples = [
      ...armed.map((strip) => [this.#numberOf(strip), taps[tapPoint], roles.track]),
      ...programme.map((strip) => [this.#numberOf(strip), taps['Post-Fader'], roles.programme]),
    ];
    try {
      this.#choices.set(this.#native.record(Uint32Array.from(triples.flat())), desired);
      this.#desired = desired;
      return '';
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  #numberOf(strip: StripRef): number {
    return (this.#strips.numberOf(strip, allKinds) ?? 0) - 1;
  }

  /** Why the value is not valid, '' where it is. */
  #fault({ field, value }: Value): string {
    if (field === 'tapPoint') {
      return Object.hasOwn(taps, String(value)) ? '' : `tapPoint must be one of ${Object.keys(taps).join(', ')}`;
    }
    if (!Array.isArray(value)) return `${field} must be a list of strips, each {kind, index}`;
    const numbers = value.map((strip) => this.#strips.numberOf(strip, allKinds));
    const unknown = numbers.indexOf(undefined);
    if (unknown >= 0) return `${field} ${unknown}: must be ${this.#strips.words(allKinds)}`;
    const twice = numbers.findIndex((number, place) => numbers.indexOf(number) < place);
    return twice < 0 ? '' : `${field} ${twice}: the strip is in the list already`;
  }
}

const refusal = (value: Value, reason: string): Reading => {
  return { path: value.path, field: value.field, value: value.value, state: 'refused', reason };
};
