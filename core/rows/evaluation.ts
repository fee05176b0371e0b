// A row's value at this moment.
import type { FieldContract } from './contract.ts';
import type { AliasRow, Fields, Limits, Row, ViewRow } from './definitions.ts';
import type { ObservedReader } from './observed-state.ts';
import type { RowRef, SettingPlace, SettingReader } from './row-ref.ts';
import { fieldsOf, liveFields } from './static-contract.ts';

/** What rows are evaluated from; a recorder has the same shape. */
export interface Sources {
  readonly desk: SettingReader;
  readonly observed: ObservedReader;
}

/** What the task rows show now. */
export interface TaskReader {
  read(place: RowRef): Fields;
  /** Calls `changed` with the address of a task whenever its row changed. */
  onChange(changed: (path: string) => void): () => void;
}

/**
 * The row's fields in the order of its literal; what is absent now is left out. A promise only for views that take
 * time. Throws whatever the provider's functions throw.
 */
export function evaluate(place: RowRef, sources: Sources, tasks: Pick<TaskReader, 'read'>): Fields | Promise<Fields> {
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

/** What the value of a setting follows from. */
interface Moment {
  readonly stored: Fields;
  readonly computed: Fields | undefined;
  readonly limits: Limits | undefined;
  readonly fields: ReadonlyMap<string, FieldContract>;
}

/** What a setting showed last; its value from the second time on, where nothing that it follows from can change in place. */
const lastShown = new Map<RowRef, { readonly moment: Moment; value?: Fields; json?: string }>();
/** Enough for what a surface asks for again and again; a desk has 40,000 rows, and none is kept for its own sake. */
const mostShown = 1024;

/** The value of a setting as JSON, made once for as long as the row is asked for again and shows the same. */
export function jsonOf(place: RowRef, value: Fields): string {
  const last = lastShown.get(place);
  if (last?.value !== value) return JSON.stringify(value);
  last.json ??= JSON.stringify(value);
  return last.json;
}

/** The same object again for as long as the row shows the same. */
function settingValue(place: SettingPlace, { desk, observed }: Sources): Fields {
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

/** `reading` is what its `get` is given: what that asks for is what the alias shows a version of. */
export function aliasValue(row: AliasRow, { at }: RowRef, { desk, observed }: Sources, reading: Sources): Fields {
  return arranged(row, row.get(at, reading.desk, reading.observed), row.limits?.(at, desk, observed));
}

function viewValue(row: ViewRow, { at }: RowRef, { desk, observed }: Sources): Fields | Promise<Fields> {
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

/** `null` is a value; only what was never there falls back to the default (live fields that came into being just now). */
function unwritten(stored: Fields, { name, default: otherwise }: FieldContract): unknown {
  return stored[name] === null ? null : otherwise;
}

type FieldMap = ReadonlyMap<string, FieldContract>;

const whole = new WeakMap<FieldMap, readonly FieldContract[]>();
/** By limits that never change: a provider that freezes what it gives is asked for thousands of rows a second. */
const narrowed = new WeakMap<Limits, WeakMap<FieldMap, readonly FieldContract[]>>();

/** The fields of a row that are there at this moment, in the order of its literal. */
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
