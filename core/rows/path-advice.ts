// Advice on an unknown path: the nearest address, or the segments allowed at the first wrong one.
import { nearest } from '../base/nearest.ts';
import { Refusal } from '../base/refusals.ts';
import { type TSchema, Value } from '../base/typebox.ts';
import type { Row } from './definitions.ts';
import type { Registry } from './registry.ts';
import { describeSchema, type Keywords, optionsOf } from './schema-description.ts';
import { decodeSegment, encodeSegment } from './template.ts';

// Bounds on the cost of a mistyped path: rows with more parameters have tens of thousands of addresses, which are not
// listed.
const mostListedParams = 3;
const mostTried = 256;
const mostNames = 100;

/** Refusal `unknown-row` for a path without a row. Throws refusal `bad-escape`. */
export function unknownPath(registry: Registry, path: string): Refusal {
  const shown = path.slice(0, 200);
  const { words, params } = adviceOn(registry, path);
  return new Refusal('unknown-row', `There is no row at ${shown}.${words && ` ${words}`}`, { path: shown, ...params });
}

interface Advice {
  readonly words: string;
  readonly params: Record<string, unknown>;
}

function adviceOn(registry: Registry, path: string): Advice {
  const given = path.replace(/\/+$/, '').slice(1).split('/').map(decodeSegment);
  const right: string[] = [];
  let rows: readonly Row[] = registry.rows;
  for (const text of given) {
    const at = right.length;
    rows = rows.filter((row) => registry.segmentsOf(row).length > at);
    const there = rows.filter((row) => takes(registry, row, at, text));
    const begins = addressOf([...right, text]);
    const ends = there.some((row) => registry.segmentsOf(row).length === at + 1);
    if (there.length > 0 && (!ends || registry.locate(begins) !== undefined)) {
      right.push(text);
      rows = there;
      continue;
    }
    const place = placeAt(registry, rows, right);
    // Another number is no typing error.
    const near = place.isNumbered ? undefined : nearest(text, place.names);
    if (near === undefined) return whatFollows(registry, right, place, text);
    right.push(near);
    rows = rows.filter((row) => takes(registry, row, at, near));
  }
  const meant = addressOf(right);
  if (registry.locate(meant) !== undefined) return { words: `Did you mean ${meant}?`, params: { nearest: meant } };
  rows = rows.filter((row) => registry.segmentsOf(row).length > right.length);
  return whatFollows(registry, right, placeAt(registry, rows, right));
}

/** The segments allowed at one position of a path. */
interface PathPosition {
  /** Literals, and the values of parameters that exist now. */
  readonly names: readonly string[];
  /** All names are whole numbers. */
  readonly isNumbered: boolean;
  /** Every value that exists now is among the names. */
  readonly isWhole: boolean;
  /** The schemas of the parameters at this position. */
  readonly schemas: readonly Keywords[];
}

function placeAt(registry: Registry, rows: readonly Row[], right: readonly string[]): PathPosition {
  const at = right.length;
  const literals = new Set<string>();
  const withParam: Row[] = [];
  for (const row of rows) {
    const segment = registry.segmentsOf(row)[at];
    if (segment?.isParam === true) withParam.push(row);
    else if (segment !== undefined) literals.add(segment.text);
  }
  const paramsOf = (row: Row) => registry.segmentsOf(row).filter(({ isParam }) => isParam).length;
  const fewest = Math.min(...withParam.map(paramsOf));
  const telling = withParam.filter((row) => paramsOf(row) === fewest);
  const values = new Set<string | number>();
  let isWhole = true;
  // Rows with the same addresses are listed once.
  for (const row of new Map(telling.map((row) => [row.addresses, row])).values()) {
    const own = valuesOf(registry, row, right);
    if (own === undefined) isWhole = false;
    for (const value of own ?? []) values.add(value);
  }
  return {
    names: [...literals, ...[...values].map(String)],
    isNumbered: literals.size === 0 && values.size > 0 && [...values].every((value) => typeof value === 'number'),
    isWhole,
    schemas: withParam.map((row) => schemaAt(registry, row, at)),
  };
}

/** The current values of the parameter after these segments; undefined if listing them costs too much. */
function valuesOf(registry: Registry, row: Row, right: readonly string[]): readonly (string | number)[] | undefined {
  const segments = registry.segmentsOf(row);
  const schema = schemaAt(registry, row, right.length);
  const options = optionsOf(schema);
  // A kind of strip, whatever there is of it.
  if (options !== undefined) return options as readonly string[];
  const name = segments[right.length]?.text as string;
  const before: Record<string, string | number> = {};
  for (const [index, text] of right.entries()) {
    const segment = segments[index];
    if (segment?.isParam === true) before[segment.text] = asParam(schemaAt(registry, row, index), text);
  }
  const { type, minimum, maximum } = schema as { type?: unknown; minimum?: number; maximum?: number };
  const isLast = !segments.slice(right.length + 1).some(({ isParam }) => isParam);
  if (isLast && type === 'integer' && minimum !== undefined && maximum !== undefined && maximum - minimum < mostTried) {
    const numbers = Array.from({ length: maximum - minimum + 1 }, (_, more) => minimum + more);
    return numbers.filter((number) => row.addresses?.has({ ...before, [name]: number }));
  }
  if (segments.filter(({ isParam }) => isParam).length > mostListedParams) return undefined;
  return (row.addresses?.list() ?? [])
    .filter((at) => Object.entries(before).every(([each, value]) => at[each] === value))
    .map((at) => at[name] as string | number);
}

function whatFollows(registry: Registry, right: readonly string[], place: PathPosition, text?: string): Advice {
  const after = addressOf(right);
  const { names, schemas, isWhole } = place;
  if (names.length === 0 && schemas.length === 0) return { words: `No row is below ${after}.`, params: { after } };
  const allowed = allowedAt(place, text);
  if (allowed === undefined) {
    if (isWhole) return { words: `There is none below ${after} at this moment.`, params: { after } };
    const there = right.map((_, index) => addressOf(right.slice(0, right.length - index)));
    const above = there.find((path) => registry.locate(path) !== undefined);
    return { words: above === undefined ? '' : `The nearest row above it is ${above}.`, params: { after } };
  }
  const { type, enum: options, minimum, maximum } = allowed;
  return {
    words: `${right.length === 0 ? 'A path begins with' : `What follows ${after} must be`} ${describeSchema(allowed)}.`,
    params: { after, ...(options === undefined ? { type, minimum, maximum } : { options }) },
  };
}

/** As a schema: the form of a text if the given one has another form, a range of numbers, or the names. */
function allowedAt(
  { names, isNumbered, isWhole, schemas }: PathPosition,
  text: string | undefined,
): Keywords | undefined {
  const form = schemas.find(({ type }) => type === 'string');
  if (form !== undefined && text !== undefined && !fits(form, text)) return form;
  if (names.length === 0 || !isWhole) return undefined;
  const numbers = names.map(Number);
  const [minimum, maximum] = [Math.min(...numbers), Math.max(...numbers)];
  if (isNumbered && maximum - minimum < numbers.length) return { type: 'integer', minimum, maximum };
  return { enum: names.slice(0, mostNames) };
}

function takes(registry: Registry, row: Row, at: number, text: string): boolean {
  const segment = registry.segmentsOf(row)[at];
  if (segment === undefined) return false;
  return segment.isParam ? fits(schemaAt(registry, row, at), text) : segment.text === text;
}

function schemaAt(registry: Registry, row: Row, at: number): Keywords {
  return row.params[registry.segmentsOf(row)[at]?.text as string] as unknown as Keywords;
}

function fits(schema: Keywords, text: string): boolean {
  return Value.Check(schema as unknown as TSchema, asParam(schema, text));
}

/** Reads a text as a path parameter: a whole number has one spelling. */
function asParam(schema: Keywords, text: string): string | number {
  return schema.type === 'integer' && /^(0|[1-9]\d{0,14})$/.test(text) ? Number(text) : text;
}

function addressOf(segments: readonly string[]): string {
  return `/${segments.map(encodeSegment).join('/')}`;
}
