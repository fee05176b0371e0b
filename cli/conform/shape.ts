// What interface.md says of a value: a few words of data, and whether a value is so.

interface Common {
  /** null is a value too. */
  readonly orNull?: true;
  /** The field may be absent. */
  readonly optional?: true;
}

export type Shape = Common &
  (
    | { readonly type: 'anything' | 'object' | 'flag' }
    | { readonly type: 'text'; readonly options?: readonly string[] }
    | {
        readonly type: 'number' | 'integer';
        readonly minimum?: number;
        readonly maximum?: number;
        readonly step?: number;
        readonly options?: readonly number[];
      }
    | { readonly type: 'list'; readonly of?: Shape; readonly sortedBy?: string }
    | { readonly type: 'record'; readonly members: Readonly<Record<string, Shape>> }
  );

export const anything: Shape = { type: 'anything' };
export const object: Shape = { type: 'object' };
export const flag: Shape = { type: 'flag' };
export const text: Shape = { type: 'text' };
export const number: Shape = { type: 'number' };
export const integer: Shape = { type: 'integer' };
export const listOf = (of: Shape, sortedBy?: string): Shape => ({ type: 'list', of, sortedBy });
export const list: Shape = { type: 'list' };
export const oneOf = (...options: readonly string[]): Shape => ({ type: 'text', options });
export const record = (members: Readonly<Record<string, Shape>>): Shape => ({ type: 'record', members });
export const optional = (shape: Shape): Shape => ({ ...shape, optional: true });
export const orNull = (shape: Shape): Shape => ({ ...shape, orNull: true });

/** Why a value is not of this shape, in words; undefined when it is. What is inside of lists and records is not looked at. */
export function mismatchOf(shape: Shape, value: unknown): string | undefined {
  if (value === undefined) return shape.optional ? undefined : 'it is absent';
  if (value === null && shape.orNull) return undefined;
  const shown = shorten(JSON.stringify(value));
  if (!isOfType(shape, value)) return `it is ${shown}, not ${nounOf(shape)}`;
  if ((shape.type === 'text' || shape.type === 'number') && shape.options !== undefined) {
    const isOption = (shape.options as readonly unknown[]).includes(value);
    return isOption ? undefined : `it is ${shown}, none of ${shape.options.join(', ')}`;
  }
  if (shape.type === 'number' || shape.type === 'integer') return rangeMismatch(shape, value as number);
  if (shape.type === 'list' && shape.sortedBy !== undefined) return orderMismatch(value as unknown[], shape.sortedBy);
  return undefined;
}

/** Every place that a shape documents inside of a field: `items[].family`, with the shape there. */
export function placesWithin(name: string, shape: Shape): readonly (readonly [string, Shape])[] {
  if (shape.type === 'list' && shape.of !== undefined) {
    const inner = shape.of.type === 'record' ? [] : [[`${name}[]`, shape.of] as const];
    return [...inner, ...placesWithin(`${name}[]`, shape.of)];
  }
  if (shape.type !== 'record') return [];
  return Object.entries(shape.members).flatMap(([member, inner]) => [
    [`${name}.${member}`, inner] as const,
    ...placesWithin(`${name}.${member}`, inner),
  ]);
}

/** All values at a place of a row: `items[].family` of every item. Where a holder is absent or null nothing is there. */
export function valuesAt(row: unknown, place: string): readonly unknown[] {
  let holders: readonly unknown[] = [row];
  for (const step of place.split(/\.|(?=\[\])/)) {
    if (step === '[]') holders = holders.flatMap((holder) => (Array.isArray(holder) ? holder : []));
    else {
      const isHolder = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);
      holders = holders.filter(isHolder).map((holder) => (holder as Readonly<Record<string, unknown>>)[step]);
    }
  }
  return holders;
}

export function shorten(text: string | undefined, most = 120): string {
  if (text === undefined) return 'nothing';
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

function isOfType({ type }: Shape, value: unknown): boolean {
  switch (type) {
    case 'anything':
      return true;
    case 'text':
      return typeof value === 'string';
    case 'flag':
      return typeof value === 'boolean';
    case 'number':
      return typeof value === 'number';
    case 'integer':
      return Number.isInteger(value);
    case 'list':
      return Array.isArray(value);
    default:
      return typeof value === 'object' && value !== null && !Array.isArray(value);
  }
}

const nouns = {
  anything: 'a value',
  object: 'an object',
  record: 'an object',
  flag: 'true or false',
  text: 'a string',
  number: 'a number',
  integer: 'an integer',
  list: 'an array',
};

function nounOf({ type, orNull }: Shape): string {
  return orNull ? `${nouns[type]} or null` : nouns[type];
}

function rangeMismatch(shape: Shape & { type: 'number' | 'integer' }, value: number): string | undefined {
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY, step } = shape;
  if (value < minimum) return `it is ${value}, below ${minimum}`;
  if (value > maximum) return `it is ${value}, above ${maximum}`;
  const isOnStep = step === undefined || Math.abs(Math.round(value / step) * step - value) < 1e-9;
  return isOnStep ? undefined : `it is ${value}, not on a step of ${step}`;
}

/** By code points or as a person sorts; either is an order. */
function orderMismatch(items: readonly unknown[], member: string): string | undefined {
  const names = items.map((item) => String((item as Readonly<Record<string, unknown>> | null)?.[member] ?? ''));
  const isSorted = (compare: (a: string, b: string) => number) =>
    names.every((name, place) => place === 0 || compare(names[place - 1] as string, name) <= 0);
  if (isSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)) || isSorted((a, b) => a.localeCompare(b))) return undefined;
  return `it is not sorted by ${member}`;
}
