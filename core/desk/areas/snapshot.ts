// The show at one moment, made over several turns of the event loop.

import type { SettingPlace } from '../../rows/row-ref.ts';
import type { ContentRow } from '../../services.ts';
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
