// The show as it is at one moment, and what kept rows are beside it: looked at over several turns of the event loop.

import { isSameJson } from '../../base/json.ts';
import { isRefusal } from '../../base/refusals.ts';
import type { DeskReader } from '../../rows/definitions.ts';
import type { SettingPlace } from '../../rows/row-ref.ts';
import type { ComparedRow, ContentRow } from '../../services.ts';
import { type Changes, lookAtAll } from './looking.ts';

export interface SnapshotNeeds {
  /** All places of the show, listed as they are asked for. */
  places(): Iterable<SettingPlace>;
  /** What a place holds of the show, by areas; none where it is gone. */
  rowsAt(place: SettingPlace): readonly ContentRow[];
}

export function snapshot({ places, rowsAt }: SnapshotNeeds, changes: Changes): Promise<readonly ContentRow[]> {
  const looking = { items: places, pathOf: ({ path }: SettingPlace) => path, look: rowsAt };
  return lookAtAll(looking, changes, (rows) => rows.flat());
}

/** Calls `then` in the tick in which it is so. */
export function compare<Result>(
  rows: readonly ContentRow[],
  desk: DeskReader,
  changes: Changes,
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
    // What it is that can't be told there is said where it is planned.
    return 'other';
  }
}

/** A text that can't be an address is of no row. True also where it can't be told. */
function isHere(desk: DeskReader, path: string): boolean {
  try {
    return desk.has(path);
  } catch (error) {
    return !isRefusal(error);
  }
}
