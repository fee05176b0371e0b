// Comparison of kept rows with the desk at one moment, made over several turns of the event loop.

import { isSameJson } from '../../base/json.ts';
import { isRefusal } from '../../base/refusals.ts';
import type { Fields } from '../../rows/definitions.ts';
import { exists, isSetting, type RowRef, type SettingPlace } from '../../rows/row-ref.ts';
import type { ComparedRow, ContentRow } from '../../services.ts';
import { type DeskChanges, lookAtAll } from './looking.ts';

export interface ComparisonNeeds {
  /** The row at an address; undefined for none. Throws Refusal for a text that is no address. */
  found(path: string): RowRef | undefined;
  /** The same object again has the same values. */
  readAt(place: SettingPlace): Fields;
}

/** The last comparison of a list, each array by the index of the row. */
interface Last {
  readonly places: SettingPlace[];
  readonly values: Fields[];
  readonly compared: ComparedRow[];
}

export class Comparisons {
  readonly #desk: ComparisonNeeds;
  readonly #changes: DeskChanges;
  /** Of frozen lists, which are frozen deeply: a scene that is recalled again is compared where the desk has changed. */
  readonly #last = new WeakMap<readonly ContentRow[], Last>();

  constructor(desk: ComparisonNeeds, changes: DeskChanges) {
    this.#desk = desk;
    this.#changes = changes;
  }

  /** Calls `then` in the tick of which the comparison is. */
  compare<Result>(rows: readonly ContentRow[], then: (rows: readonly ComparedRow[]) => Result): Promise<Result> {
    const last = this.#lastOf(rows);
    const rowAt = (index: number) => rows[index] as ContentRow;
    const looking = {
      items: () => rows.keys(),
      pathOf: (index: number) => rowAt(index).path,
      look: (index: number) => this.#look(rowAt(index), index, last),
    };
    return lookAtAll(looking, this.#changes, then);
  }

  #lastOf(rows: readonly ContentRow[]): Last {
    const known = this.#last.get(rows);
    if (known !== undefined) return known;
    const last: Last = { places: [], values: [], compared: [] };
    if (Object.isFrozen(rows)) this.#last.set(rows, last);
    return last;
  }

  #look(row: ContentRow, index: number, last: Last): ComparedRow {
    const known = last.places[index];
    let place: RowRef | undefined;
    try {
      place = known !== undefined && exists(known) ? known : this.#desk.found(row.path);
      if (place === undefined) return { row, now: 'gone' };
      // The plan refuses a row that is no setting.
      if (!isSetting(place)) return { row, now: 'other' };
      const now = this.#desk.readAt(place);
      if (place === known && now === last.values[index]) return last.compared[index] as ComparedRow;
      const compared: ComparedRow = { row, now: hasAll(now, row.fields) ? 'same' : 'other' };
      last.places[index] = place;
      last.values[index] = now;
      last.compared[index] = compared;
      return compared;
    } catch (error) {
      // The plan reports the exception of a provider's function.
      return { row, now: place === undefined && isRefusal(error) ? 'gone' : 'other' };
    }
  }
}

function hasAll(now: Fields, kept: Fields): boolean {
  for (const name of Object.keys(kept)) if (!isSameJson(now[name], kept[name])) return false;
  return true;
}
