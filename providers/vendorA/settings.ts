// What the settings of the device's rows have in common: fields that the device has, values that were set.
import type { DeskReader, FieldLimits, Fields, Limits, ObservedReader, PerField } from 'rowdesk/provider';
import type { TotalMix } from './total-mix.ts';

export class Settings {
  readonly #totalMix: TotalMix;
  readonly #fields: readonly string[];
  /** By what they say: the same objects again mean the same contract, and a matrix has hundreds of places. */
  readonly #limits = new Map<string, Limits>();
  readonly #targets = new Map<string, Readonly<Record<string, string>>>();

  constructor(totalMix: TotalMix, fields: readonly string[]) {
    this.#totalMix = totalMix;
    this.#fields = fields;
  }

  /** Fields that the device lacks are absent; one with options has those of the device. `options`: the lists, by field. */
  limits(path: string, observed: ObservedReader, options: Readonly<Record<string, string>> = {}): Limits {
    const narrowing: Record<string, FieldLimits> = {};
    for (const field of this.#fields) {
      const list = options[field];
      const known = list === undefined ? [] : optionsAt(path, list, observed);
      const isAbsent = !this.#totalMix.has(path, field, observed);
      if (isAbsent) narrowing[field] = false;
      else if (known.length > 0) narrowing[field] = { enum: [null, ...known] };
      if (isAbsent && list !== undefined) narrowing[list] = false;
    }
    return sameAgain(this.#limits, JSON.stringify(narrowing), narrowing);
  }

  /** Only what was set goes to the device. */
  target(path: string, desk: DeskReader): PerField<string> | undefined {
    const name = this.#totalMix.target;
    if (name === undefined) return undefined;
    const values = desk.read(path);
    const set = this.#fields.filter((field) => isSet(values[field]));
    const target = Object.fromEntries(set.map((field) => [field, name]));
    return sameAgain(this.#targets, `${name} ${set.join(' ')}`, target);
  }

  /** Whether the device has what was set of this row, and what it can't say. */
  agreement(path: string, desk: DeskReader, observed: ObservedReader) {
    const values = desk.read(path);
    let confirmed = true;
    let pending = false;
    const unverified: string[] = [];
    for (const field of this.#fields) {
      const reading = observed.read(path, field);
      if (reading?.state === 'unverified') unverified.push(field);
      if (!isSet(values[field]) || observed.matches(path, field)) continue;
      confirmed = false;
      if ((reading?.state ?? 'applied') === 'applied' && this.#totalMix.has(path, field, observed)) pending = true;
    }
    return { confirmed, pending, unverified };
  }
}

function sameAgain<Value extends object>(known: Map<string, Value>, key: string, value: Value): Value {
  const before = known.get(key);
  if (before !== undefined) return before;
  known.set(key, Object.freeze(value));
  return value;
}

export const isSet = (value: unknown): boolean => value !== null && value !== undefined;

/** What the device reports beside its settings; absent where it reports nothing. */
export function reportedAt(path: string, fields: readonly string[], observed: ObservedReader): Fields {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = observed.read(path, field)?.value;
      return isSet(value) ? [[field, value]] : [];
    }),
  );
}

/** The options of a field, which the device reports as a list in another. */
function optionsAt(path: string, list: string, observed: ObservedReader): readonly string[] {
  const value = observed.read(path, list)?.value;
  return Array.isArray(value) ? value.filter((option) => typeof option === 'string') : [];
}
