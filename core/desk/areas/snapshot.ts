// The show at one moment, and its comparison with kept rows, made over several turns of the event loop.

import { isSameJson } from '../../base/json.ts';
import { isRefusal } from '../../base/refusals.ts';
import type { Fields } from '../../rows/definitions.ts';
import { isSetting, type RowRef, type SettingPlace } from '../../rows/row-ref.ts';
import type { ComparedRow, ContentRow } from '../../services.ts';
import { type DeskChanges, lookAtAll } from './looking.ts';

export interface SnapshotNeeds {
  /** All settings of the show, listed lazily. */
  places(): Iterable<SettingPlace>;
  /** The fields of a setting, one row per area; none if the setting is gone. */
  rowsAt(place: SettingPlace): readonly ContentRow[];
}

export function snapshot({ places, rowsAt }: SnapshotNeeds, changes: DeskChanges): Promise<readonly ContentRow[]> {
  const looking = { items: places, pathOf: ({ path }: SettingPlace) => path, look: rowsAt };
  return lookAtAll(looking, changes, (rows) => rows.flat());
}

export interface CompareNeeds {
  /** The row at an address; undefined for none. Throws Refusal for a text that is no address. */
  found(path: string): RowRef | undefined;
  readAt(place: SettingPlace): Fields;
}

/** Calls `then` in the tick of which the comparison is. */
export function compare<Result>(
  rows: readonly ContentRow[],
  desk: CompareNeeds,
  changes: DeskChanges,
  then: (rows: readonly ComparedRow[]) => Result,
): Promise<Result> {
  const look = (row: ContentRow): ComparedRow => ({ row, now: comparedWith(desk, row) });
  return lookAtAll({ items: () => rows, pathOf: ({ path }) => path, look }, changes, then);
}

function comparedWith(desk: CompareNeeds, { path, fields }: ContentRow): ComparedRow['now'] {
  let place: RowRef | undefined;
  try {
    place = desk.found(path);
    if (place === undefined) return 'gone';
    // The plan refuses a row that is no setting.
    if (!isSetting(place)) return 'other';
    const now = desk.readAt(place);
    return Object.keys(fields).every((name) => isSameJson(now[name], fields[name])) ? 'same' : 'other';
  } catch (error) {
    // The plan reports the exception of a provider's function.
    return place === undefined && isRefusal(error) ? 'gone' : 'other';
  }
}
