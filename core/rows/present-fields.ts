// The fields of a row that are there at this moment, in the order of its literal.
import type { FieldContract } from './contract.ts';
import type { Limits } from './definitions.ts';

type FieldMap = ReadonlyMap<string, FieldContract>;

const whole = new WeakMap<FieldMap, readonly FieldContract[]>();
/** By limits that never change: a provider that freezes what it gives is asked for thousands of rows a second. */
const narrowed = new WeakMap<Limits, WeakMap<FieldMap, readonly FieldContract[]>>();

export function presentFields(fields: FieldMap, limits: Limits | undefined): readonly FieldContract[] {
  if (limits === undefined) return known(whole, fields, () => [...fields.values()]);
  const left = () => [...fields.values()].filter(({ name }) => limits[name] !== false);
  if (!Object.isFrozen(limits)) return left();
  return known(
    known(narrowed, limits, () => new WeakMap()),
    fields,
    left,
  );
}

function known<K extends object, V>(map: WeakMap<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}
