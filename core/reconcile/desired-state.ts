// The desired state of all targets, and the rows whose desired values depend on more than their own fields.

import type { DeskCore } from '../desk/desk.ts';
import { contractOf } from '../rows/contract.ts';
import type { SettingRow } from '../rows/definitions.ts';
import type { Registry } from '../rows/registry.ts';
import type { RowRef, SettingPlace } from '../rows/row-ref.ts';
import { type FieldMap, fieldsOf, liveFields } from '../rows/static-contract.ts';
import type { Log } from '../services.ts';
import { ReadIndex } from '../watch/read-index.ts';
import { Recorder } from '../watch/recorder.ts';
import {
  dependsOnOthers,
  desiredValuesAt,
  isKeptByTarget,
  isTargeted,
  maySend,
  sentValuesAt,
  type TargetedValue,
} from './desired-value.ts';

export interface DesiredStateNeeds {
  readonly desk: DeskCore;
  readonly registry: Registry;
  readonly log: Log;
}

export class DesiredState {
  readonly #needs: DesiredStateNeeds;
  /** Rows whose desired values depend on more than their own fields, by the addresses that they read. */
  readonly #readers = new ReadIndex<string>();

  constructor(needs: DesiredStateNeeds) {
    this.#needs = needs;
  }

  /** All desired values of a target. */
  of(target: string): readonly TargetedValue[] {
    return this.#valuesAt(this.#placesOf(target), target);
  }

  /** The desired values of what a target keeps by itself. Rows without such a field, which most are, are not even listed. */
  keptBy(target: string): readonly TargetedValue[] {
    const places = this.#placesOf(target, (place) => this.#mayBeKept(place), mayHaveKept);
    return this.#valuesAt(places, target).filter(({ schema }) => isKeptByTarget(schema));
  }

  #valuesAt(places: readonly SettingPlace[], target: string): readonly TargetedValue[] {
    return places.flatMap((place) => this.at(place)).filter((value) => value.target === target);
  }

  /** What is left out by `isMeant` is not asked for its target, which takes longer. */
  #placesOf(
    target: string,
    isMeant: (place: SettingPlace) => boolean = () => true,
    isRowMeant: (row: SettingRow) => boolean = () => true,
  ): readonly SettingPlace[] {
    const { registry } = this.#needs;
    const rows = registry.rows.filter((row) => {
      if (row.type !== 'setting' || row.target === undefined || !isRowMeant(row)) return false;
      if (typeof row.target === 'object') return Object.values(row.target).includes(target);
      return typeof row.target === 'function' || row.target === target;
    });
    return rows
      .flatMap((row) => registry.list(row))
      .filter(isTargeted)
      .filter((place) => isMeant(place) && this.#maySend(place, target));
  }

  #mayBeKept({ row, at }: SettingPlace): boolean {
    try {
      return hasKept(liveFields(row, at, this.#needs.desk));
    } catch {
      return true; // `at` has the words
    }
  }

  /**
   * False for a row of another target, which is not evaluated: a device may have thousands of rows. What the row read to
   * say so is noted: another value may make this its target.
   */
  #maySend(place: SettingPlace, target: string): boolean {
    if (typeof place.row.target !== 'function') return true;
    const { desk } = this.#needs;
    const recorder = new Recorder({ desk, observed: desk.observed });
    try {
      if (maySend(place, target, recorder.desk)) return true;
      this.#readers.add(place.path, recorder.reads);
      return false;
    } catch {
      return true; // `at` has the words
    }
  }

  /** Empty where a provider's function throws, so that the other rows still reach their targets. */
  at(place: SettingPlace): readonly TargetedValue[] {
    const { desk, log } = this.#needs;
    const recorder = new Recorder({ desk, observed: desk.observed });
    try {
      const contract = contractOf(place, recorder.desk, recorder.observed);
      const sent = sentValuesAt(place, contract, recorder.desk, recorder.observed);
      const desired = desiredValuesAt(place, contract, desk.read(place.path));
      const own = sent.length === 0 ? desired : desired.filter(({ field }) => sent.every((one) => one.field !== field));
      return [...own, ...sent];
    } catch (error) {
      log.error({ err: error, path: place.path }, 'The desired values of a row can not be computed');
      return [];
    } finally {
      if (dependsOnOthers(place)) this.#readers.set(place.path, recorder.reads);
    }
  }

  /** Rows whose desired values depend on these addresses or reports. */
  readersOf(keys: Iterable<string>): Set<SettingPlace> {
    const places = new Set<SettingPlace>();
    for (const key of keys) {
      for (const path of this.#readers.readersOf(key)) {
        const place = this.locate(path);
        if (place !== undefined && isTargeted(place)) places.add(place);
      }
    }
    return places;
  }

  /** Undefined also where the provider throws: that row has no desired values, the others keep theirs. */
  locate(path: string): RowRef | undefined {
    try {
      return this.#needs.registry.locate(path);
    } catch (error) {
      this.#needs.log.error({ err: error, path }, 'Whether a row exists can not be determined');
      return undefined;
    }
  }
}

/** False for a row none of whose addresses has a field that a target keeps. */
function mayHaveKept(row: SettingRow): boolean {
  return typeof row.fields === 'function' || hasKept(fieldsOf(row));
}

/** By the fields of a row: rows that are alike share them. */
const kept = new WeakMap<FieldMap, boolean>();

function hasKept(fields: FieldMap): boolean {
  let has = kept.get(fields);
  if (has === undefined) {
    has = [...fields.values()].some(({ schema }) => isKeptByTarget(schema));
    kept.set(fields, has);
  }
  return has;
}
