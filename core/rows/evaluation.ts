// A row's value at this moment.
import type { TaskRows } from '../tasks/task-rows.ts';
import type { FieldContract } from './contract.ts';
import type { AliasRow, DeskReader, Fields, Limits, Row, SeenReader, SettingRow, ViewRow } from './definitions.ts';
import type { Place } from './place.ts';
import { presentFields } from './present-fields.ts';
import { fieldsOf, liveFields } from './static-contract.ts';

/** What rows are evaluated from; a recorder has the same shape. */
export interface Sources {
  readonly desk: DeskReader;
  readonly seen: SeenReader;
}

/**
 * The row's fields in the order of its literal; what is absent now is left out. A promise only for views that take
 * time. Throws whatever the provider's functions throw.
 */
export function evaluate(place: Place, sources: Sources, tasks: TaskRows): Fields | Promise<Fields> {
  const { row } = place;
  switch (row.type) {
    case 'setting':
      return settingValue(row, place, sources);
    case 'alias':
      return aliasValue(row, place, sources, sources);
    case 'view':
      return viewValue(row, place, sources);
    case 'task':
      return tasks.read(place);
  }
}

function settingValue(row: SettingRow, { at, path }: Place, { desk, seen }: Sources): Fields {
  const stored = desk.read(path);
  const computed = row.computed?.(at, desk, seen);
  const limits = row.limits?.(at, desk, seen);
  const fields = typeof row.fields === 'function' ? liveFields(row, at, desk) : fieldsOf(row);
  const value: Record<string, unknown> = {};
  for (const field of presentFields(fields, limits)) {
    const { name } = field;
    const own = field.access === 'rw' ? (stored[name] ?? unwritten(stored, field)) : computed?.[name];
    if (own !== undefined) value[name] = own;
  }
  return value;
}

/** `reading` is what its `get` is given: what that asks for is what the alias shows a version of. */
export function aliasValue(row: AliasRow, { at }: Place, { desk, seen }: Sources, reading: Sources): Fields {
  return arranged(row, row.get(at, reading.desk, reading.seen), row.limits?.(at, desk, seen));
}

function viewValue(row: ViewRow, { at }: Place, { desk, seen }: Sources): Fields | Promise<Fields> {
  const value = row.get(at, desk, seen);
  const limits = row.limits?.(at, desk, seen);
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
