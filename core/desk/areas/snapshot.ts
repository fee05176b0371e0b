// The show as it is at one moment, looked at over several turns of the event loop: what changes meanwhile is looked at again,
// and the last look is the moment.

import { Turns } from '../../base/turns.ts';
import type { ContentRow } from '../../services.ts';
import type { SettingPlace } from '../memory.ts';

/** Addresses that are looked at in one turn; a few milliseconds. */
const placesPerTurn = 200;
/** A desk that never stands still is looked at in one turn in the end. */
const mostRounds = 4;

export interface SnapshotNeeds {
  /** All places of the show, listed as they are asked for. */
  places(): Iterable<SettingPlace>;
  /** What a place holds of the show, by areas; none where it is gone. */
  rowsAt(place: SettingPlace): readonly ContentRow[];
  /** The desk's. */
  onCommit(listener: (revision: number, paths: readonly string[]) => void): () => void;
  onAddressesChanged(listener: () => void): () => void;
}

export async function snapshot(needs: SnapshotNeeds): Promise<readonly ContentRow[]> {
  const touched = new Set<string>();
  let isOther = false;
  const stops = [
    needs.onCommit((_revision, paths) => {
      for (const path of paths) touched.add(path);
    }),
    needs.onAddressesChanged(() => {
      isOther = true;
    }),
  ];
  try {
    for (let round = 1; ; round++) {
      isOther = false;
      touched.clear();
      const found = new Map<string, { readonly place: SettingPlace; rows: readonly ContentRow[] }>();
      const turns = new Turns(round < mostRounds ? placesPerTurn : Number.POSITIVE_INFINITY);
      for (const place of needs.places()) {
        found.set(place.path, { place, rows: needs.rowsAt(place) });
        await turns.spend();
        // A list that is being gone through may be another now.
        if (isOther) break;
      }
      if (isOther || touched.size > placesPerTurn) continue;
      // No turn ends before the answer: it is of this moment. What a row has may follow from the row above it.
      for (const [path, each] of touched.size === 0 ? [] : found) {
        if (touched.has(path) || touched.has(path.slice(0, path.lastIndexOf('/'))))
          each.rows = needs.rowsAt(each.place);
      }
      return [...found.values()].flatMap(({ rows }) => rows);
    }
  } finally {
    for (const stop of stops) stop();
  }
}
