// Desired values: the fields of settings that have a target, and what settings send beside them.

import { isSameJson } from '../base/json.ts';
import type { TSchema } from '../base/typebox.ts';
import type { Contract } from '../rows/contract.ts';
import type { DeskReader, Fields, SettingRow } from '../rows/definitions.ts';
import type { ObservedReader } from '../rows/observed-state.ts';
import { isSetting, type RowRef, type SettingPlace } from '../rows/row-ref.ts';
import { forField } from '../rows/static-contract.ts';
import type { CommitOrigin } from '../services.ts';
import type { DesiredValue } from './target.ts';

/** The desired value of one field on one target. */
export interface TargetedValue extends DesiredValue {
  readonly target: string;
  readonly schema: TSchema;
  /** The row does not hold the barrier. */
  readonly isContinuous: boolean;
}

export function isTargeted(place: RowRef): place is SettingPlace {
  return isSetting(place) && place.row.target !== undefined;
}

export function desiredValueOf(
  { path, row }: SettingPlace,
  field: string,
  value: unknown,
  target: string,
  schema: TSchema,
): TargetedValue {
  return { target, path, field, value, schema, isContinuous: row.continuous };
}

/** The target has the field by itself. */
export function isKeptByTarget(schema: TSchema): boolean {
  return (schema as { readonly keptByTarget?: unknown }).keptByTarget === true;
}

/** What a row sends to its target beside its writable fields; none for a field that is absent now. */
export function sentValuesAt(
  place: SettingPlace,
  contract: Contract,
  desk: DeskReader,
  observed: ObservedReader,
): readonly TargetedValue[] {
  const { row, at } = place;
  if (row.sends === undefined) return [];
  const targets = typeof row.target === 'function' ? row.target(at, desk) : row.target;
  return Object.entries(row.sends.values(at, desk, observed)).flatMap(([name, value]) => {
    const target = forField(targets, name, undefined);
    const field = contract.fields.get(name);
    return target && field ? [desiredValueOf(place, name, value, target, field.schema)] : [];
  });
}

/** All desired values of one row, by its contract and values; none for a field that is absent now. */
export function desiredValuesAt(place: SettingPlace, contract: Contract, values: Fields): readonly TargetedValue[] {
  const desired: TargetedValue[] = [];
  for (const { name, access, target, schema } of contract.fields.values()) {
    if (access !== 'rw' || target === undefined || !(name in values)) continue;
    desired.push(desiredValueOf(place, name, values[name], target, schema));
  }
  return desired;
}

/** True when a row's desired values depend on more than the row's own fields. */
export function dependsOnOthers({ row }: SettingPlace): boolean {
  return row.limits !== undefined || isMovable(row);
}

/** True when the fields of a row, their target or what it gets depend on more than one changed value. */
export function isMovable(row: SettingRow): boolean {
  return typeof row.fields === 'function' || typeof row.target === 'function' || row.sends !== undefined;
}

/** Whether the origin of a commit has a desired value already. */
export function valuesOf(origin: CommitOrigin | undefined): (desired: TargetedValue) => boolean {
  if (origin === undefined) return () => false;
  const values = new Map(origin.values.map(({ path, field, value }) => [`${path} ${field}`, value]));
  return ({ target, path, field, value }) => {
    const key = `${path} ${field}`;
    return target === origin.target && values.has(key) && isSameJson(values.get(key), value);
  };
}

/** False for a place whose row sends nothing to this target now. Asks the row, and reads no field. */
export function maySend({ row, at }: SettingPlace, target: string, desk: DeskReader): boolean {
  const targets = typeof row.target === 'function' ? row.target(at, desk) : row.target;
  return typeof targets === 'object' ? Object.values(targets).includes(target) : targets === target;
}
