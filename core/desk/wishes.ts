// What the desk wants of targets: the settings that have one, value by value.
import { contractOf } from '../rows/contract.ts';
import type { DeskReader, SeenReader } from '../rows/definitions.ts';
import type { Place } from '../rows/place.ts';
import type { TSchema } from '../typebox.ts';
import { isSetting, type SettingPlace } from './memory.ts';

/** One value that one target shall have. */
export interface Wish {
  readonly target: string;
  readonly path: string;
  readonly field: string;
  readonly value: unknown;
  readonly schema: TSchema;
  /** Its row is left out of the barrier. */
  readonly isContinuous: boolean;
}

export function isTargeted(place: Place): place is SettingPlace {
  return isSetting(place) && place.row.target !== undefined;
}

export function wishOf(
  { path, row }: SettingPlace,
  field: string,
  value: unknown,
  target: string,
  schema: TSchema,
): Wish {
  return { target, path, field, value, schema, isContinuous: row.continuous };
}

/** All wishes of one row; a field that is absent now is not wanted. */
export function wishesAt(place: SettingPlace, desk: DeskReader, seen: SeenReader): readonly Wish[] {
  const values = desk.read(place.path);
  const wishes: Wish[] = [];
  for (const { name, access, target, schema } of contractOf(place, desk, seen).fields.values()) {
    if (access !== 'rw' || target === undefined || !(name in values)) continue;
    wishes.push(wishOf(place, name, values[name], target, schema));
  }
  return wishes;
}

/** True when the wishes of a row depend on more than its own values. */
export function dependsOnOthers({ row }: SettingPlace): boolean {
  return row.limits !== undefined || typeof row.fields === 'function' || typeof row.target === 'function';
}
