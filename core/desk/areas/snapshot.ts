// The show at one moment, and its comparison with kept rows, made over several turns of the event loop.

import { isSameJson } from '../../base/json.ts';
import { isRefusal } from '../../base/refusals.ts';
import type { DeskReader } from '../../rows/definitions.ts';
import type { SettingPlace } from '../../rows/row-ref.ts';
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

/** Calls `then` in the tick of which the comparison is. */
export function compare<Result>(
  rows: readonly ContentRow[],
  desk: DeskReader,
  changes: DeskChanges,
  then: (rows: readonly ComparedRow[]) => Result,
): Promise<Result> {
  const look = (row: ContentRow): ComparedRow => ({ row, now: comparedWith(desk, row) });
  return lookAtAll({ items: () => rows, pathOf: ({ path }) => path, look }, changes, then);
}

function comparedWith(desk: DeskReader, { path, fields }: ContentRow): ComparedRow['now'] {
  if (!isHere(desk, path)) return 'gone';
  try {
    const now = desk.read(path);
    return Object.keys(fields).every((name) => isSameJson(now[name], fields[name])) ? 'same' : 'other';
  } catch {
    // The plan reports the exception.
    return 'other';
  }
}

/** False for a text that is no address. True if a provider's function throws. */
function isHere(desk: DeskReader, path: string): boolean {
  try {
    return desk.has(path);
  } catch (error) {
    return !isRefusal(error);
  }
}
