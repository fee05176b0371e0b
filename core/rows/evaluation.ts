// The current value of a row.
import type { FieldContract } from './contract.ts';
import type { AliasRow, Fields, Limits, Row, ViewRow } from './definitions.ts';
import type { ObservedReader } from './observed-state.ts';
import type { RowRef, SettingPlace, SettingReader } from './row-ref.ts';
import { fieldsOf, liveFields } from './static-contract.ts';

/** The sources of row values; a recorder has the same shape. */
export interface ValueReaders {
  readonly desk: SettingReader;
  readonly observed: ObservedReader;
}

/** The state of task rows. */
export interface TaskReader {
  read(place: RowRef): Fields;
  /** Calls `changed` with the address of a task whenever its row changed. */
  onChange(changed: (path: string) => void): () => void;
}

/**
 * The row's present fields in the order of its literal. A promise for asynchronous views only. Throws exceptions of the
 * provider's functions.
 */
export function evaluate(
  place: RowRef,
  sources: ValueReaders,
  tasks: Pick<TaskReader, 'read'>,
): Fields | Promise<Fields> {
  const { row } = place;
  switch (row.type) {
    case 'setting':
      return settingValue(place as SettingPlace, sources);
    case 'alias':
      return aliasValue(row, place, sources, sources);
    case 'view':
      return viewValue(row, place, sources);
    case 'task':
      return tasks.read(place);
  }
}

/** The inputs of a setting's value. */
interface Moment {
  readonly stored: Fields;
  readonly computed: Fields | undefined;
  readonly limits: Limits | undefined;
  readonly fields: ReadonlyMap<string, FieldContract>;
}

/** The last value of a setting; cached from the second evaluation on, if none of its inputs can change in place. */
const lastShown = new Map<RowRef, { readonly moment: Moment; value?: Fields; json?: string }>();
/** Enough for the rows that a surface polls; a desk has 40,000 rows. */
const mostShown = 1024;

/** The value of a setting as JSON, made once while the value stays the same. */
export function jsonOf(place: RowRef, value: Fields): string {
  const last = lastShown.get(place);
  if (last?.value !== value) return JSON.stringify(value);
  last.json ??= JSON.stringify(value);
  return last.json;
}

/** The same object while the value stays the same. */
function settingValue(place: SettingPlace, { desk, observed }: ValueReaders): Fields {
  const { row, at } = place;
  const stored = desk.readAt(place);
  const computed = row.computed?.(at, desk, observed);
  const limits = row.limits?.(at, desk, observed);
  const fields = typeof row.fields === 'function' ? liveFields(row, at, desk) : fieldsOf(row);
  const moment = { stored, computed, limits, fields };
  const last = lastShown.get(place);
  if (last === undefined || !isSameMoment(last.moment, moment)) {
    if (lastShown.size >= mostShown) lastShown.clear();
    lastShown.set(place, { moment });
    return shownAt(moment);
  }
  if (last.value !== undefined) return last.value;
  const value = shownAt(moment);
  if (isLasting(moment)) last.value = Object.freeze(value);
  return value;
}

function shownAt({ stored, computed, limits, fields }: Moment): Fields {
  const value: Record<string, unknown> = {};
  for (const field of presentFields(fields, limits)) {
    const { name } = field;
    const own = field.access === 'rw' ? (stored[name] ?? unwritten(stored, field)) : computed?.[name];
    if (own !== undefined) value[name] = own;
  }
  return value;
}

function isSameMoment(a: Moment, b: Moment): boolean {
  if (a.stored !== b.stored || a.limits !== b.limits || a.fields !== b.fields) return false;
  for (const name in a.computed) if (a.computed[name] !== b.computed?.[name]) return false;
  for (const name in b.computed) if (a.computed?.[name] !== b.computed[name]) return false;
  return true;
}

function isLasting({ stored, computed = {}, limits = unlimited }: Moment): boolean {
  return Object.isFrozen(stored) && Object.isFrozen(limits) && Object.values(computed).every(isUnchangeable);
}

const unlimited: Limits = Object.freeze({});

const isUnchangeable = (value: unknown): boolean =>
  typeof value !== 'object' || value === null || (Object.isFrozen(value) && Object.values(value).every(isUnchangeable));

/** `reading` is the argument of `get`: its reads are the settings of the alias's version. */
export function aliasValue(
  row: AliasRow,
  { at }: RowRef,
  { desk, observed }: ValueReaders,
  reading: ValueReaders,
): Fields {
  return arranged(row, row.get(at, reading.desk, reading.observed), row.limits?.(at, desk, observed));
}

function viewValue(row: ViewRow, { at }: RowRef, { desk, observed }: ValueReaders): Fields | Promise<Fields> {
  const value = row.get(at, desk, observed);
  const limits = row.limits?.(at, desk, observed);
  return value instanceof Promise ? value.then((later) => arranged(row, later, limits)) : arranged(row, value, limits);
}

function arranged(row: Row, given: Fields, limits: Limits | undefined): Fields {
  const value: Record<string, unknown> = {};
  for (const { name } of presentFields(fieldsOf(row), limits)) {
    const own = given[name];
    if (own !== undefined) value[name] = own;
  }
  return value;
}

/** The default of an absent value (live fields that have just appeared); `null` is a value. */
function unwritten(stored: Fields, { name, default: otherwise }: FieldContract): unknown {
  return stored[name] === null ? null : otherwise;
}

type FieldMap = ReadonlyMap<string, FieldContract>;

const whole = new WeakMap<FieldMap, readonly FieldContract[]>();
/** Cached by frozen limits: a surface reads thousands of rows a second. */
const narrowed = new WeakMap<Limits, WeakMap<FieldMap, readonly FieldContract[]>>();

/** The present fields of a row, in the order of its literal. */
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
