// The static part of a contract: the fields of a row's literal, made once per row.
import { type TSchema, Type } from '../base/typebox.ts';
import type { FieldContract } from './contract.ts';
import type { At, DeskReader, Life, LiveFields, PerField, Row, Schemas, SettingRow } from './definitions.ts';
import { isReservedName } from './reserved-names.ts';
import { passingSchema } from './validator.ts';

export type FieldMap = ReadonlyMap<string, FieldContract>;

const made = new WeakMap<Row, FieldMap>();

const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** The fields of every task row (interface.md 2.9). */
const taskFields = {
  params: orNull(Type.Record(Type.String(), Type.Unknown())),
  progress: orNull(Type.Object({ done: Type.Number(), total: Type.Number(), phase: Type.String() })),
  refusal: orNull(Type.Record(Type.String(), Type.Unknown())),
  report: orNull(Type.Record(Type.String(), Type.Unknown())),
  running: Type.Boolean({ default: false }),
  startedAt: orNull(Type.String()),
} as const satisfies Schemas;

/** The fields of a row by name, in the order of its literal; empty where its fields are live. */
export function fieldsOf(row: Row): FieldMap {
  let fields = made.get(row);
  if (fields === undefined) {
    fields = build(row);
    made.set(row, fields);
  }
  return fields;
}

/** Cached by row, and by the result of its `fields`: the same object again means the same fields. */
const madeLive = new WeakMap<Row, WeakMap<LiveFields, FieldMap>>();

/** The fields of a row with live fields. */
export function liveFields(row: SettingRow, at: At, desk: DeskReader): FieldMap {
  if (typeof row.fields !== 'function') return fieldsOf(row);
  const live = row.fields(at, desk);
  let ofRow = madeLive.get(row);
  if (ofRow === undefined) {
    ofRow = new WeakMap();
    madeLive.set(row, ofRow);
  }
  let fields = ofRow.get(live);
  if (fields === undefined) {
    for (const schema of Object.values(live.fields)) passingSchema(schema);
    fields = settingFields(row, live.fields, live.writable);
    ofRow.set(live, fields);
  }
  return fields;
}

function build(row: Row): FieldMap {
  switch (row.type) {
    case 'setting':
      return typeof row.fields === 'function' ? new Map() : settingFields(row, row.fields, row.writable);
    case 'alias':
      return new Map(
        Object.entries(row.fields).map(([name, schema]) => {
          const access = row.writable.includes(name) ? 'rw' : 'ro';
          const mergedBy = Object.hasOwn(row.mergedBy, name) ? row.mergedBy[name] : undefined;
          return [name, { ...plain(name, schema, access), ...(mergedBy === undefined ? {} : { mergedBy }) }];
        }),
      );
    case 'view':
      return new Map(
        Object.entries(row.fields).map(([name, schema]) => [
          name,
          plain(name, schema, row.writable.includes(name) ? 'rw' : 'ro'),
        ]),
      );
    case 'task': {
      const shown = Object.entries<TSchema>(taskFields);
      const extra = Object.entries(row.extra);
      return new Map([
        ...shown.map(([name, schema]) => [name, plain(name, schema, name === 'running' ? 'rw' : 'ro')] as const),
        ...extra.map(([name, schema]) => [name, plain(name, schema, 'rw')] as const),
      ]);
    }
  }
}

function plain(name: string, schema: TSchema, access: 'rw' | 'ro'): FieldContract {
  return { name, access, schema, lockable: true, default: defaultOf(schema) };
}

function settingFields(row: SettingRow, fields: Schemas, writable: readonly string[]): FieldMap {
  const result = new Map<string, FieldContract>();
  for (const [name, schema] of Object.entries(fields)) {
    if (isReservedName(name)) continue;
    if (!writable.includes(name)) result.set(name, plain(name, schema, 'ro'));
    else {
      const area = typeof row.area === 'function' ? undefined : forField(row.area, name, undefined);
      const target = typeof row.target === 'function' ? undefined : forField(row.target, name, undefined);
      result.set(name, {
        ...plain(name, schema, 'rw'),
        life: forField<Life>(row.life, name, 'show'),
        lockable: forField(row.lockable, name, true),
        ...(area === undefined ? {} : { area }),
        ...(target === undefined ? {} : { target }),
      });
    }
  }
  return result;
}

/** The value for one field of a member that is given per field or for all. */
export function forField<T extends string | boolean>(perField: PerField<T> | undefined, name: string, otherwise: T): T;
export function forField<T extends string | boolean>(
  perField: PerField<T> | undefined,
  name: string,
  otherwise: undefined,
): T | undefined;
export function forField<T extends string | boolean>(
  perField: PerField<T> | undefined,
  name: string,
  otherwise: T | undefined,
): T | undefined {
  if (typeof perField !== 'object') return perField ?? otherwise;
  return Object.hasOwn(perField, name) ? perField[name] : otherwise;
}

function defaultOf(schema: TSchema): unknown {
  return (schema as { readonly default?: unknown }).default;
}
