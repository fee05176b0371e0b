// Random values from what OPTIONS says of a field: such that fit it, and such that don't.
import type * as FastCheck from 'fast-check';
import { Compile, type TSchema } from '../base/typebox.ts';
import type { Fields } from '../rows/definitions.ts';

type FC = typeof FastCheck;
type Arbitrary = FastCheck.Arbitrary<unknown>;

/** Values that fit a schema. Throws Error for words of JSON Schema that no row uses so far. */
export function fitting(fc: FC, schema: Fields): Arbitrary {
  const check = checkOf(schema);
  let misses = 0;
  const fits = (value: unknown) => {
    misses = check(value) ? 0 : misses + 1;
    // Words that are not known here would make this go on for ever.
    if (misses > mostMisses) throw new Error(`no value is found that fits ${JSON.stringify(schema).slice(0, 500)}`);
    return misses === 0;
  };
  // As it comes out of JSON: -0 is 0 there.
  return likely(fc, schema)
    .map((value) => JSON.parse(JSON.stringify(value)))
    .filter(fits);
}

const mostMisses = 2_000;

/** Whether a value fits. */
export function checkOf(schema: Fields): (value: unknown) => boolean {
  let check = checks.get(schema);
  if (check === undefined) {
    const compiled = Compile(schema as TSchema);
    check = (value) => compiled.Check(value);
    checks.set(schema, check);
  }
  return check;
}

const checks = new WeakMap<Fields, (value: unknown) => boolean>();

/** Values that don't fit a schema, close to its borders among others. */
export function unfit(fc: FC, schema: Fields): Arbitrary {
  const border = [null, true, '', 'x'.repeat(300), 0.000_123, -1, 1e12, [], {}, [null], ...beyond(schema)];
  return fc.oneof(fc.constantFrom(...border), fc.jsonValue({ maxDepth: 2 })).filter((value) => !checkOf(schema)(value));
}

/** Every legal number of a stepped field, at most `most` of them evenly spread with both ends; undefined without steps. */
export function stepsOf(schema: Fields, most: number): readonly number[] | undefined {
  const { minimum, maximum, multipleOf } = schema;
  if (typeof minimum !== 'number' || typeof maximum !== 'number' || typeof multipleOf !== 'number') return undefined;
  const count = Math.round((maximum - minimum) / multipleOf);
  const stride = Math.max(1, Math.ceil(count / most));
  const places = Array.from({ length: Math.floor(count / stride) + 1 }, (_, place) => place * stride);
  if (places.at(-1) !== count) places.push(count);
  // As a client writes it: 0.29, not 0.28999999999999998.
  const written = places.map((place) => Number((minimum + place * multipleOf).toFixed(6)));
  // A gap between them is said by other words than a range.
  return Array.isArray(schema.anyOf) ? written.filter(checkOf(schema)) : written;
}

/** Values most of which fit a schema. */
export function likely(fc: FC, schema: Fields): Arbitrary {
  if (Array.isArray(schema.enum)) return schema.enum.length === 0 ? fc.constant(null) : fc.constantFrom(...schema.enum);
  if ('const' in schema) return fc.constant(schema.const);
  if (Array.isArray(schema.anyOf)) return fc.oneof(...schema.anyOf.map((branch) => likely(fc, branch as Fields)));
  switch (schema.type) {
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'integer':
    case 'number':
      return numbersOf(fc, schema);
    case 'string':
      return textsOf(fc, schema);
    case 'array':
      return listsOf(fc, schema);
    case 'object':
      return objectsOf(fc, schema);
    case undefined:
      return fc.jsonValue({ maxDepth: 2 });
    default:
      throw new Error(`no values are known for ${JSON.stringify(schema)}`);
  }
}

function numbersOf(fc: FC, { type, minimum = -1e6, maximum = 1e6, multipleOf }: Fields): Arbitrary {
  const [min, max] = [minimum as number, maximum as number];
  const step = (multipleOf ?? (type === 'integer' ? 1 : undefined)) as number | undefined;
  if (step === undefined) return fc.double({ min, max, noNaN: true });
  return fc
    .integer({ min: Math.ceil(min / step), max: Math.floor(max / step) })
    .map((n) => Number((n * step).toFixed(6)));
}

function textsOf(fc: FC, { pattern, format, minLength = 0, maxLength = 64 }: Fields): Arbitrary {
  if (format === 'date-time')
    return fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2100') }).map((date) => date.toISOString());
  if (typeof pattern === 'string') return fc.stringMatching(new RegExp(pattern));
  return fc.string({ minLength: minLength as number, maxLength: Math.min(maxLength as number, 200), unit: 'grapheme' });
}

function listsOf(fc: FC, { items = {}, minItems = 0, maxItems = 8, uniqueItems, uniqueBy }: Fields): Arbitrary {
  const item = likely(fc, items as Fields);
  const lengths = { minLength: minItems as number, maxLength: Math.min(maxItems as number, 8) };
  if (uniqueItems !== true && uniqueBy === undefined) return fc.array(item, lengths);
  const keys = uniqueBy as readonly string[] | undefined;
  const defaults = defaultsIn(items as Fields);
  const selector = (value: unknown) =>
    JSON.stringify(keys?.map((key) => ({ ...defaults, ...(value as Fields) })[key]) ?? value);
  return fc.uniqueArray(item, { ...lengths, selector });
}

/** What an item has where it says nothing. */
function defaultsIn({ properties = {}, anyOf = [] }: Fields): Fields {
  const own = Object.entries(properties as Readonly<Record<string, Fields>>)
    .filter(([, schema]) => 'default' in schema)
    .map(([name, schema]) => [name, schema.default]);
  return Object.assign({}, ...(anyOf as readonly Fields[]).map(defaultsIn), Object.fromEntries(own));
}

function objectsOf(fc: FC, { properties = {}, required = [], patternProperties }: Fields): Arbitrary {
  const members = Object.entries(properties as Readonly<Record<string, Fields>>);
  const known = fc.record(Object.fromEntries(members.map(([name, schema]) => [name, likely(fc, schema)])), {
    requiredKeys: required as string[],
    noNullPrototype: true,
  });
  const [open] = Object.entries((patternProperties ?? {}) as Readonly<Record<string, Fields>>);
  if (open === undefined) return known;
  const more = fc.dictionary(fc.stringMatching(new RegExp(open[0])), likely(fc, open[1]), { maxKeys: 4 });
  return fc.tuple(known, more).map(([own, others]) => ({ ...others, ...own }));
}

/** Just outside: below and above the range, between two steps, too long. */
function beyond({ minimum, maximum, multipleOf, maxLength }: Fields): readonly unknown[] {
  const step = typeof multipleOf === 'number' ? multipleOf : 1;
  return [
    ...(typeof minimum === 'number' ? [minimum - step, minimum + step / 2] : []),
    ...(typeof maximum === 'number' ? [maximum + step, maximum - step / 2] : []),
    ...(typeof maxLength === 'number' ? ['x'.repeat(maxLength + 1)] : []),
  ];
}
