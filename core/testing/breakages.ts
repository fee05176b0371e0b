// Every way in which a value can break a schema: one for each keyword, at each place inside of it.
import type * as FastCheck from 'fast-check';
import type { Fields } from '../rows/definitions.ts';
import { checkOf, likely } from './arbitraries.ts';

type FC = typeof FastCheck;
type Arbitrary = FastCheck.Arbitrary<unknown>;

export interface Breakage {
  /** The place inside of the value, `/0/levelDb`; '' for the value itself. `/0|2/levelDb`: of the second of several shapes. */
  readonly place: string;
  readonly keyword: string;
  /** Whole values, each of which breaks the schema in this way and maybe in others too. */
  readonly values: Arbitrary;
}

/** How often a way is tried before it is held to be none: a pattern that everything matches can't be broken. */
const tries = 20;
/** How many values an inner fault is put into. */
const mostHolders = 16;

/** All ways to break a schema, none of which gives a value that fits. */
export function breakages(fc: FC, schema: Fields): readonly Breakage[] {
  const fits = checkOf(schema);
  const isUnfit = (value: unknown) => value !== undefined && !fits(value);
  return waysOf(fc, schema, '')
    .map(({ values, ...way }) => ({ ...way, values: values.map(asJson) }))
    .filter(({ values }) => fc.sample(values, { numRuns: tries, seed: 1 }).filter(isUnfit).length > tries / 10)
    .map(({ values, ...way }) => ({ ...way, values: values.filter(isUnfit) }));
}

function waysOf(fc: FC, schema: Fields, place: string): readonly Breakage[] {
  const ways = Object.entries(direct(fc, schema)).map(([keyword, values]) => ({ place, keyword, values }));
  return [...ways, ...within(fc, schema, place)];
}

/** Legal items of a longer list are more than any body has room for; full bodies are tried in `test/fuzz/full-bodies.slow.test.ts`. */
const mostSpelledOut = 10_000;
const anyValues = [null, true, false, 0, 1.5, -1, 1e300, '', 'no such thing', [], [null], {}, { no: 'such' }];

/** What a schema says itself, keyword by keyword. */
function direct(fc: FC, schema: Fields): Readonly<Record<string, Arbitrary>> {
  const { type, minimum, maximum, multipleOf, minLength, maxLength, pattern, minItems, maxItems } = schema;
  const ways: Record<string, Arbitrary> = {};
  const other = fc.constantFrom(...anyValues);
  if (type !== undefined) ways.type = other;
  if (Array.isArray(schema.anyOf)) ways.anyOf = other;
  if ('const' in schema) ways.const = oddOptions(fc, [schema.const]);
  if (Array.isArray(schema.enum)) ways.enum = oddOptions(fc, schema.enum);
  if (typeof minimum === 'number') ways.minimum = below(fc, minimum, multipleOf);
  if (typeof maximum === 'number') ways.maximum = below(fc, -maximum, multipleOf).map((value) => -(value as number));
  if (typeof multipleOf === 'number') ways.multipleOf = betweenSteps(fc, schema, multipleOf);
  if (typeof minLength === 'number' && minLength > 0)
    ways.minLength = fc.nat({ max: minLength - 1 }).map((n) => 'x'.repeat(n));
  if (typeof maxLength === 'number')
    ways.maxLength = fc.integer({ min: maxLength + 1, max: maxLength + 20 }).map((n) => 'é'.repeat(n));
  if (typeof pattern === 'string') ways.pattern = texts(fc);
  if (typeof minItems === 'number' && minItems > 0) ways.minItems = lists(fc, schema, 0, minItems - 1);
  if (typeof maxItems === 'number' && maxItems < mostSpelledOut)
    ways.maxItems = lists(fc, schema, maxItems + 1, maxItems + 2);
  if (schema.uniqueItems === true) {
    ways.uniqueItems = likely(fc, (schema.items ?? {}) as Fields).map((item) => [item, item]);
  }
  if (Array.isArray(schema.allOf)) ways.allOf = misnamed(fc, schema);
  return { ...ways, ...directlyInObjects(fc, schema) };
}

function directlyInObjects(fc: FC, schema: Fields): Readonly<Record<string, Arbitrary>> {
  const { required, additionalProperties, patternProperties, maxProperties } = schema;
  const ways: Record<string, Arbitrary> = {};
  const whole = () => likely(fc, schema) as FastCheck.Arbitrary<Fields>;
  if (Array.isArray(required) && required.length > 0) {
    ways.required = fc
      .tuple(whole(), fc.constantFrom(...(required as string[])))
      .map(([value, name]) => Object.fromEntries(Object.entries(value).filter(([member]) => member !== name)));
  }
  if (additionalProperties === false) {
    const name = fc.constantFrom('noSuchMember', '', 'constructor', 'toString', '../..', 'a/b', '\u0000');
    ways.additionalProperties = fc.tuple(whole(), name).map(([value, member]) => ({ ...value, [member]: 1 }));
  }
  if (typeof maxProperties === 'number' && patternProperties !== undefined) {
    const [[pattern, member] = ['', {}]] = Object.entries(patternProperties as Readonly<Record<string, Fields>>);
    ways.maxProperties = likely(fc, member).map((value) => {
      const names = Array.from({ length: maxProperties + 1 }, (_, n) => `n${n}`).filter((name) =>
        RegExp(pattern).test(name),
      );
      return Object.fromEntries(names.map((name) => [name, value]));
    });
  }
  return ways;
}

/** A member or an item is broken in a value that else fits. */
function within(fc: FC, schema: Fields, place: string): readonly Breakage[] {
  const ways: Breakage[] = [];
  const { items, properties, patternProperties, anyOf } = schema;
  // What breaks one branch may fit another; where it mostly does, it is no way.
  for (const [number, branch] of ((anyOf ?? []) as readonly Fields[]).entries()) {
    ways.push(...waysOf(fc, branch, `${place}|${number + 1}`));
  }
  if (items !== undefined && (schema.maxItems === undefined || (schema.maxItems as number) > 0)) {
    for (const { values, ...way } of waysOf(fc, items as Fields, `${place}/0`)) {
      ways.push({ ...way, values: values.map((item) => [item]) });
    }
  }
  // A few around all faults: drawn anew for each they would take most of the time.
  let drawn: readonly Fields[] | undefined;
  const holders = () => {
    drawn ??= fc.sample(likely(fc, schema) as FastCheck.Arbitrary<Fields>, { numRuns: mostHolders, seed: 1 });
    return fc.constantFrom(...drawn);
  };
  const member = (name: string, { values, ...way }: Breakage) =>
    ways.push({ ...way, values: fc.tuple(holders(), values).map(([holder, value]) => ({ ...holder, [name]: value })) });
  for (const [name, inner] of Object.entries((properties ?? {}) as Readonly<Record<string, Fields>>)) {
    for (const way of waysOf(fc, inner, `${place}/${name}`)) member(name, way);
  }
  for (const [pattern, inner] of Object.entries((patternProperties ?? {}) as Readonly<Record<string, Fields>>)) {
    const name = fc.sample(fc.stringMatching(new RegExp(pattern)), { numRuns: 1, seed: 1 })[0] as string;
    for (const way of waysOf(fc, inner, `${place}/${name}`)) member(name, way);
  }
  return ways;
}

/** Members of all names that the language has a use for are put in somewhere. */
function misnamed(fc: FC, schema: Fields): Arbitrary {
  const name = fc.constantFrom('__proto__', 'constructor', 'prototype');
  return fc.tuple(likely(fc, schema), name, fc.nat()).map(([likelyValue, member, draw]) => {
    const value = asJson(likelyValue);
    const objects = objectsIn(value);
    const chosen = objects[draw % objects.length];
    if (chosen === undefined) return JSON.parse(`{"${member}":1}`);
    Object.defineProperty(chosen, member, { value: 1, enumerable: true });
    return value;
  });
}

function objectsIn(value: unknown): readonly object[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(objectsIn);
  return Array.isArray(value) ? inner : [value, ...inner];
}

/** Any code units, halves of surrogate pairs and control characters among them. */
function texts(fc: FC): Arbitrary {
  const units = fc.oneof(fc.integer({ min: 32, max: 126 }), fc.integer({ min: 0, max: 0xffff }));
  return fc.array(units, { maxLength: 12 }).map((codes) => String.fromCharCode(...codes));
}

/** Options of another case, with a blank, of another type. */
function oddOptions(fc: FC, options: readonly unknown[]): Arbitrary {
  const shown = options.slice(0, 20).map(String);
  const odd = shown.flatMap((option) => [`${option} `, option.toUpperCase(), option.slice(1), `${option}\u0000`]);
  return fc.oneof(fc.constantFrom(...anyValues, ...odd), texts(fc), fc.double({ noNaN: true }));
}

function below(fc: FC, limit: number, multipleOf: unknown): Arbitrary {
  const step = typeof multipleOf === 'number' ? multipleOf : 1;
  const steps = fc.integer({ min: 1, max: 1000 }).map((n) => Number((limit - n * step).toFixed(6)));
  return fc.oneof(steps, fc.double({ max: limit, maxExcluded: true, noNaN: true, noDefaultInfinity: true }));
}

function betweenSteps(fc: FC, { minimum = -1000, maximum = 1000 }: Fields, step: number): Arbitrary {
  const range = { min: Math.ceil((minimum as number) / step), max: Math.floor((maximum as number) / step) - 1 };
  const part = fc.double({ min: 0.01, max: 0.99, noNaN: true });
  if (range.max < range.min) return fc.constant(step / 2);
  return fc.tuple(fc.integer(range), part).map(([n, over]) => (n + over) * step);
}

function lists(fc: FC, schema: Fields, least: number, most: number): Arbitrary {
  const one = likely(fc, (schema.items ?? {}) as Fields);
  const lengths = { minLength: least, maxLength: most };
  if (least <= 64) return fc.array(one, lengths);
  // Long lists are one item again and again: what matters is how many there are.
  return one.map((item) => Array.from({ length: least }, () => item));
}

/** As it comes out of JSON. */
function asJson(value: unknown): unknown {
  const text = JSON.stringify(value);
  return text === undefined ? undefined : JSON.parse(text);
}
