// What the desk wants of targets: the settings that have one, value by value.

import type { TSchema } from '../base/typebox.ts';
import { isSetting, type SettingPlace } from '../desk/memory.ts';
import type { Contract } from '../rows/contract.ts';
import type { Fields, SettingRow } from '../rows/definitions.ts';
import type { RowRef } from '../rows/row-ref.ts';

/** One value that one target shall have. */
export interface DesiredValue {
  readonly target: string;
  readonly path: string;
  readonly field: string;
  readonly value: unknown;
  readonly schema: TSchema;
  /** Its row is left out of the barrier. */
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
): DesiredValue {
  return { target, path, field, value, schema, isContinuous: row.continuous };
}

/** All wishes of one row, by its contract and values now; a field that is absent now is not wanted. */
export function desiredValuesAt(place: SettingPlace, contract: Contract, values: Fields): readonly DesiredValue[] {
  const wishes: DesiredValue[] = [];
  for (const { name, access, target, schema } of contract.fields.values()) {
    if (access !== 'rw' || target === undefined || !(name in values)) continue;
    wishes.push(desiredValueOf(place, name, values[name], target, schema));
  }
  return wishes;
}

/** True when more than the values of a row decides what is wanted of which target. */
export function dependsOnOthers({ row }: SettingPlace): boolean {
  return row.limits !== undefined || isMovable(row);
}

/** True when the fields of a row or their target come and go with its own values, too. */
export function isMovable(row: SettingRow): boolean {
  return typeof row.fields === 'function' || typeof row.target === 'function';
}
