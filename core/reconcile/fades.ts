// Fades under way. A PATCH of a fading level without a fade ends the fade (rows.md "Show"), also where the desk has that
// value already: no change of the commit says so, hence the values are written again.

import { Faults } from '../base/fault-log.ts';
import { isSameJson } from '../base/json.ts';
import type { Commit } from '../desk/commit.ts';
import type { DeskCore } from '../desk/desk.ts';
import type { Change, DeskReader } from '../rows/definitions.ts';
import { isSetting, type RowRef } from '../rows/row-ref.ts';
import type { Log, Time } from '../services.ts';

interface Field {
  readonly path: string;
  readonly field: string;
}

const keyOf = ({ path, field }: Field) => `${path}\n${field}`;

export interface FadesNeeds {
  readonly desk: DeskCore;
  readonly time: Pick<Time, 'monotonicMs'>;
  readonly log: Log;
}

export class Fades {
  readonly #needs: FadesNeeds;
  readonly #locate: (path: string) => RowRef | undefined;
  /** The end of each fade, monotonic milliseconds, by address and field. */
  readonly #untilMs = new Map<string, number>();
  #lastMs = Number.NEGATIVE_INFINITY;

  constructor(needs: FadesNeeds, locate: (path: string) => RowRef | undefined) {
    this.#needs = needs;
    this.#locate = locate;
  }

  /** Notes the fades of this commit. Returns the fields whose fades the commit ends without changing their values. */
  follow({ changes, asked = [], fadeMs }: Commit): readonly Field[] {
    // Hardly ever does anything fade.
    if (fadeMs === undefined && this.#untilMs.size === 0) return [];
    const nowMs = this.#needs.time.monotonicMs();
    if (this.#lastMs <= nowMs) this.#untilMs.clear();
    const changed = changes.map(({ place, field }) => ({ path: place.path, field }));
    if (fadeMs !== undefined) {
      for (const each of changed) this.#untilMs.set(keyOf(each), nowMs + fadeMs);
      this.#lastMs = Math.max(this.#lastMs, nowMs + fadeMs);
      return [];
    }
    if (this.#untilMs.size === 0) return [];
    for (const each of changed) this.#untilMs.delete(keyOf(each));
    return this.#withCopies(asked).filter((each) => {
      const untilMs = this.#untilMs.get(keyOf(each)) ?? nowMs;
      return this.#untilMs.delete(keyOf(each)) && untilMs > nowMs;
    });
  }

  #withCopies(requested: readonly Change[]): readonly Field[] {
    const all = new Map(requested.map((each) => [keyOf(each), each]));
    // A copy may have copies: the loop reaches those that it adds.
    for (const each of all.values()) for (const copy of this.#copiesOf(each)) all.set(keyOf(copy), copy);
    return [...all.values()];
  }

  #copiesOf(requested: Change): readonly Change[] {
    const { desk, log } = this.#needs;
    try {
      return linkedCopiesOf(requested, desk, this.#locate);
    } catch (error) {
      new Faults(log).note(error, `the changes that ${requested.path} ${requested.field} implies`);
      return [];
    }
  }
}

/**
 * The same value of the same field in linked rows (the other leg of a pair), where the desk has it already. Throws what
 * the row's `implies` throws.
 */
function linkedCopiesOf(
  { path, field, value }: Change,
  desk: DeskReader,
  locate: (path: string) => RowRef | undefined,
): readonly Change[] {
  const place = locate(path);
  if (place === undefined || !isSetting(place)) return [];
  const implied = place.row.implies?.({ path, at: place.at, field, value }, desk, desk) ?? [];
  return implied
    .filter(
      (each) => each.field === field && isSameJson(each.value, value) && isSameJson(desk.read(each.path)[field], value),
    )
    .map((each) => ({ path: each.path, field, value }));
}
