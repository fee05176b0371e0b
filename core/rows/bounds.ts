// Maxima set by another field of the same row: `maximumBy: { type: { sine: 0, pink: -9.1 } }` of a schema. OPTIONS
// shows the current maximum; a body with both fields is checked by its own values; a change of the other field alone
// lowers a higher value, as do a start and a recall with older values. Maxima from other rows are `limits` of a row.
import type { FieldContract } from './contract.ts';
import type { Fields, Schemas } from './definitions.ts';
import { narrowed } from './validator.ts';

type FieldMap = ReadonlyMap<string, FieldContract>;

/** The name of the other field, and the maximum for each of its options. */
export type MaximumBy = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** A bounded field, the deciding field, and the maximum by the value of that one. */
interface Bound {
  readonly name: string;
  readonly by: string;
  readonly maxima: Readonly<Record<string, number>>;
}

/** A value above its bound, to lower to `maximum`. `by` is the deciding field, `highest` its largest maximum. */
export interface Excess {
  readonly name: string;
  readonly by: string;
  readonly maximum: number;
  readonly highest: number;
}

/** The errors of `maximumBy` in a row's fields, in words. */
export function boundErrors(fields: Schemas, writable: readonly string[]): readonly string[] {
  return Object.entries(fields).flatMap(([name, schema]) => {
    const { maximum, maximumBy, default: otherwise } = (schema ?? {}) as Record<string, unknown>;
    if (maximumBy === undefined) return [];
    const [[by, maxima] = ['', {}], ...more] = Object.entries(maximumBy as MaximumBy);
    const options = writable.includes(by) ? (fields[by] as { readonly enum?: unknown } | undefined)?.enum : undefined;
    if (!Array.isArray(options) || more.length > 0) {
      return [`maximumBy of ${name} needs the name of one writable field with options`];
    }
    const errors = options.flatMap((option) =>
      Object.hasOwn(maxima, option) ? [] : [`maximumBy of ${name} has no maximum for ${by} ${option}; name it`],
    );
    const all = Object.values(maxima);
    if (Math.max(...all) !== maximum) errors.push(`the maximum of ${name} is not the largest of its maximumBy`);
    if (all.some((own) => Number(otherwise) > own))
      errors.push(`the default of ${name} is beyond one of its maximumBy`);
    return errors;
  });
}

const none: readonly Bound[] = [];
const known = new WeakMap<FieldMap, readonly Bound[]>();

/** The writable fields with a bound by another field. */
function boundsOf(fields: FieldMap): readonly Bound[] {
  let bounds = known.get(fields);
  if (bounds === undefined) {
    bounds = [...fields.values()].flatMap((field) => (field.access === 'rw' ? boundOf(field) : none));
    known.set(fields, bounds);
  }
  return bounds;
}

function boundOf({ name, schema }: FieldContract): readonly Bound[] {
  const [entry] = Object.entries((schema as { readonly maximumBy?: MaximumBy }).maximumBy ?? {});
  return entry === undefined ? none : [{ name, by: entry[0], maxima: entry[1] }];
}

/** Undefined if the deciding field is not among the values, or not one of its options. */
function maximumBy({ by, maxima }: Bound, values: Fields): number | undefined {
  const option = Object.hasOwn(values, by) ? values[by] : undefined;
  return typeof option === 'string' && Object.hasOwn(maxima, option) ? maxima[option] : undefined;
}

/** Cached by the narrowed fields and all maxima: equal input gives the same object. */
const made = new WeakMap<FieldMap, Map<string, FieldMap>>();
const mostMade = 256;

/** The fields with their maxima by the row's values; `read` is called only if a field is bounded. */
export function boundedFields(fields: FieldMap, read: () => Fields): FieldMap {
  const bounds = boundsOf(fields);
  if (bounds.length === 0) return fields;
  const values = read();
  const maxima = new Map(bounds.map((bound) => [bound.name, maximumBy(bound, values)]));
  const key = [...maxima.values()].join(' ');
  let ofFields = made.get(fields);
  if (ofFields === undefined || ofFields.size >= mostMade) {
    ofFields = new Map();
    made.set(fields, ofFields);
  }
  let bounded = ofFields.get(key);
  if (bounded === undefined) {
    bounded = new Map([...fields].map(([name, field]) => [name, boundedField(field, maxima.get(name))]));
    ofFields.set(key, bounded);
  }
  return bounded;
}

/** The field with the maximum set by a body that also contains the deciding field. */
export function boundedByBody(fields: FieldMap, field: FieldContract, body: Fields): FieldContract {
  const bound = boundsOf(fields).find(({ name }) => name === field.name);
  return bound === undefined ? field : boundedField(field, maximumBy(bound, body));
}

function boundedField(field: FieldContract, maximum: number | undefined): FieldContract {
  return maximum === undefined ? field : { ...field, schema: narrowed(field.schema, { maximum }) };
}

/** The values of a row above their bound; `read` is called only if a field is bounded. */
export function excesses(fields: FieldMap, read: () => Fields): readonly Excess[] {
  const bounds = boundsOf(fields);
  if (bounds.length === 0) return noExcess;
  const values = read();
  return bounds.flatMap((bound) => {
    const maximum = maximumBy(bound, values);
    const { name, by, maxima } = bound;
    if (maximum === undefined || !(Number(values[name]) > maximum)) return noExcess;
    return [{ name, by, maximum, highest: Math.max(...Object.values(maxima)) }];
  });
}

const noExcess: readonly Excess[] = [];
