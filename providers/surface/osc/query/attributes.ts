// A field of a row as a node of OSCQuery: its attributes, by the contract of the field (the proposal of Vidvox).
import type { Contract, FieldContract } from 'rowdesk/client';
import type { SurfaceRole } from 'rowdesk/surface';
import { mayWrite } from '../../network/roles.ts';
import { argumentFor, typesOf } from '../../network/values.ts';

export type Attributes = Readonly<Record<string, unknown>>;

/** Attributes of a node that may be asked for one by one. */
export const supported: ReadonlySet<string> = new Set([
  ...['FULL_PATH', 'CONTENTS', 'TYPE', 'ACCESS', 'VALUE', 'RANGE', 'UNIT', 'DESCRIPTION', 'TAGS', 'CLIPMODE'],
]);
/** Attributes of the proposal that no node here has. */
export const unsupported: ReadonlySet<string> = new Set(['EXTENDED_TYPE', 'CRITICAL', 'OVERLOADS', 'HTML']);

/** What the proposal calls units; others go by their own names. */
const units: Readonly<Record<string, string>> = {
  dB: 'gain.db',
  Hz: 'time.hz',
  ms: 'time.ms',
  s: 'time.second',
  bpm: 'time.bpm',
  samples: 'time.samples',
  frames: 'time.samples',
  cents: 'time.cents',
  m: 'distance.m',
  cm: 'distance.cm',
  mm: 'distance.mm',
  '°': 'angle.degree',
};

/** Of VALUE: a value that no packet of UDP holds is left out, as by OSC itself. */
const longestValue = 60_000;
const access = { none: 0, read: 1, both: 3 };

/** `value` is undefined where it is not known: of a row that is computed for its watchers only. */
export function fieldAttributes(
  { path, contract, role }: { readonly path: string; readonly contract: Contract; readonly role: SurfaceRole },
  field: string,
  value: unknown,
): Attributes {
  const schema = contract.fields[field] as FieldContract;
  const type = typeFor(schema);
  const isWritten = schema.access === 'rw' && mayWrite(role, path, field);
  const shown = value === undefined ? undefined : shownValue(schema, type, value);
  const range = rangeOf(schema, type);
  const unit = wordOf(schema, 'unit');
  const title = wordOf(schema, 'title');
  return {
    FULL_PATH: `${path}/${field}`,
    TYPE: type,
    ACCESS: isWritten ? access.both : access.read,
    ...(shown === undefined ? {} : { VALUE: [shown] }),
    ...(range === undefined ? {} : { RANGE: [range], CLIPMODE: ['none'] }),
    ...(unit === undefined ? {} : { UNIT: [units[unit] ?? unit] }),
    ...(title === undefined ? {} : { DESCRIPTION: title }),
    ...tagsOf(contract),
  };
}

/** Of a row, and of a part of an address that is none. */
export function containerAttributes(address: string, contract: Contract | undefined): Attributes {
  const summary = contract?.summary;
  return {
    FULL_PATH: address === '' ? '/' : address,
    ACCESS: access.none,
    ...(summary === undefined ? {} : { DESCRIPTION: summary }),
    ...(contract === undefined ? {} : tagsOf(contract)),
  };
}

function tagsOf({ path, task, continuous, onDemand }: Contract): Attributes {
  const group = path.split('/')[1] ?? '';
  const words = { task, continuous, onDemand };
  return { TAGS: [group, ...Object.entries(words).flatMap(([word, holds]) => (holds ? [word] : []))] };
}

/** As the value is sent: a text for all that OSC has no type for. */
function typeFor(schema: FieldContract): string {
  const types = new Set(typesOf(schema));
  types.delete('null');
  const [only, ...others] = types;
  if (others.length > 0) return types.has('number') && types.has('integer') && types.size === 2 ? 'f' : 's';
  return { number: 'f', integer: 'i', boolean: 'T' }[only as string] ?? 's';
}

/** Undefined for one that is too long; null stays null. */
function shownValue(schema: FieldContract, type: string, value: unknown): unknown {
  if (type !== 's') return value;
  const { value: sent } = argumentFor(schema, value);
  const shown = typeof sent === 'string' ? sent : JSON.stringify(sent);
  return shown.length > longestValue ? undefined : shown;
}

function rangeOf(schema: FieldContract, type: string): Attributes | undefined {
  const branches = [schema, ...((schema.anyOf ?? []) as readonly FieldContract[])];
  const options = branches.flatMap((each) =>
    Array.isArray(each.enum) ? each.enum : 'const' in each ? [each.const] : [],
  );
  const isWhole = branches.length === 1 || options.length === branches.length - 1;
  if (options.length > 0 && isWhole) return { VALS: options };
  if (type !== 'f' && type !== 'i') return undefined;
  const of = (word: string) => branches.map((each) => each[word]).find((each) => typeof each === 'number');
  const [minimum, maximum] = [of('minimum'), of('maximum')];
  if (minimum === undefined && maximum === undefined) return undefined;
  return { ...(minimum === undefined ? {} : { MIN: minimum }), ...(maximum === undefined ? {} : { MAX: maximum }) };
}

function wordOf(schema: FieldContract, word: string): string | undefined {
  const found = [schema, ...((schema.anyOf ?? []) as readonly FieldContract[])].map((each) => each[word]);
  return found.find((each) => typeof each === 'string') as string | undefined;
}
