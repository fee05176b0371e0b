// Desired values: the fields of settings that have a target.

import type { TSchema } from '../base/typebox.ts';
import type { Contract } from '../rows/contract.ts';
import type { Fields, SettingRow } from '../rows/definitions.ts';
import { isSetting, type RowRef, type SettingPlace } from '../rows/row-ref.ts';
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

/** True when the fields of a row or their target depend on the row's own values, too. */
export function isMovable(row: SettingRow): boolean {
  return typeof row.fields === 'function' || typeof row.target === 'function';
}
