// Validates a draft by the contracts of each touched row, and of each row whose limits read a touched one.

import { type FieldError, Refusal } from '../base/refusals.ts';
import { atOnce, type Steps } from '../base/steps.ts';
import { type Contract, contractOf } from '../rows/contract.ts';
import type { ObservedReader } from '../rows/observed-state.ts';
import type { SettingPlace } from '../rows/row-ref.ts';
import type { Log } from '../services.ts';
import { ReadIndex } from '../watch/read-index.ts';
import { Recorder } from '../watch/recorder.ts';
import type { Draft, DraftChange, TouchedRow } from './draft.ts';
import type { MadeRow, Memory } from './memory.ts';

/** The addresses that each narrowed contract read, by row. */
export type Reads = ReadonlyMap<string, ReadonlySet<string>>;

/** Rows that are checked between two steps. */
const rowsPerStep = 64;

export class Validation {
  readonly #memory: Memory;
  readonly #observed: ObservedReader;
  /** The rows with kept values whose contract reads an address. */
  readonly #readers = new ReadIndex<string>();

  constructor(memory: Memory, observed: ObservedReader) {
    this.#memory = memory;
    this.#observed = observed;
  }

  /**
   * Throws refusal `invalid-fields` with every fault. Returns the argument of `accept`. For safety only touched rows
   * are checked: rows elsewhere can't block the change.
   */
  check(draft: Draft, isForSafety = false): Reads {
    return atOnce(this.checkInSteps(draft, isForSafety));
  }

  /** The same in steps, between which the desk must not change. */
  *checkInSteps({ overlay, touched }: Draft, isForSafety = false): Steps<Reads> {
    const errors: FieldError[] = [];
    const reads = new Map<string, ReadonlySet<string>>();
    const read = (place: SettingPlace): Contract => {
      if (!isNarrowed(place)) return contractOf(place, overlay, this.#observed);
      const recorder = new Recorder({ desk: overlay, observed: this.#observed });
      reads.set(place.path, recorder.reads);
      return contractOf(place, recorder.desk, recorder.observed);
    };
    let checked = 0;
    for (const { place, changes } of touched) {
      if (++checked % rowsPerStep === 0) yield;
      const contract = read(place);
      for (const change of changes) {
        const error = this.#isForgotten(change, contract) ? undefined : contract.checkField(change.field, change.value);
        if (error !== undefined) errors.push(named(change, error));
      }
      if (!isNarrowed(place)) continue;
      const others = this.#namesAt(place).filter((name) => !changes.some(({ field }) => field === name));
      if (others.length > 0) errors.push(...this.#broken(place, contract, others, changes));
    }
    for (const [path, blamed] of isForSafety ? [] : this.#readersOf(touched)) {
      if (++checked % rowsPerStep === 0) yield;
      try {
        const place = this.#memory.locate(path);
        errors.push(...this.#broken(place, read(place), this.#namesAt(place), blamed));
      } catch {
        // A row whose functions throw answers a fault itself, and must not block changes of others.
      }
    }
    if (errors.length === 0) return reads;
    throw new Refusal('invalid-fields', errors.map(({ message }) => message).join(' '), {}, errors);
  }

  /** Of these reads the ones that `accept` does not know yet, of a commit that makes these rows; in steps. */
  *newIn(reads: Reads, made: readonly MadeRow[]): Steps<Reads> {
    const kept = new Map(made.map(({ path, entry }) => [path, entry.values]));
    const unknown = new Map<string, ReadonlySet<string>>();
    let compared = 0;
    for (const [path, addresses] of reads) {
      if (++compared % rowsPerStep === 0) yield;
      const isEmpty = Object.keys(kept.get(path) ?? this.#memory.keptAt(path)).length === 0;
      if (isEmpty || !this.#readers.has(path, addresses)) unknown.set(path, addresses);
    }
    return unknown;
  }

  /** Called after the commit is visible: indexes the contracts by the addresses that they read. */
  accept(reads: Reads): void {
    for (const [path, addresses] of reads) {
      if (Object.keys(this.#memory.keptAt(path)).length > 0) this.#readers.set(path, addresses);
      else this.#readers.delete(path);
    }
  }

  /** Indexes the contracts of all loaded rows. */
  learnAll(log: Log): void {
    for (const path of this.#memory.paths()) {
      const recorder = new Recorder({ desk: this.#memory, observed: this.#observed });
      try {
        if (!this.#memory.has(path)) continue;
        const place = this.#memory.locate(path);
        if (!isNarrowed(place)) continue;
        contractOf(place, recorder.desk, recorder.observed);
      } catch (error) {
        log.warn({ path, err: error }, 'The limits of a row failed');
      }
      this.accept(new Map([[path, recorder.reads]]));
    }
  }

  #namesAt({ path }: SettingPlace): readonly string[] {
    return Object.keys(this.#memory.keptAt(path));
  }

  /** True for a field that the change removes: nothing is left to check. */
  #isForgotten({ because, place, field, value }: DraftChange, contract: Contract): boolean {
    if (value === undefined) return true;
    return because !== undefined && !contract.fields.has(field) && field in this.#memory.readAt(place);
  }

  /** Untouched rows that read a touched one, each with the changes of what it reads. */
  #readersOf(touched: readonly TouchedRow[]): ReadonlyMap<string, readonly DraftChange[]> {
    let readers: Map<string, readonly DraftChange[]> | undefined;
    let paths: ReadonlySet<string> | undefined;
    for (const { place, changes } of touched) {
      for (const path of this.#readers.readersOf(place.path)) {
        paths ??= new Set(touched.map((row) => row.place.path));
        if (paths.has(path)) continue;
        readers ??= new Map();
        readers.set(path, [...(readers.get(path) ?? []), ...changes]);
      }
    }
    return readers ?? noReaders;
  }

  /** Errors of values that are valid now and would not be with the changes. Values already invalid are no error. */
  #broken(
    place: SettingPlace,
    contract: Contract,
    names: readonly string[],
    blamed: readonly DraftChange[],
  ): readonly FieldError[] {
    const [change] = blamed;
    if (change === undefined) return [];
    const values = this.#memory.readAt(place);
    return names.flatMap((name) => {
      // Hidden values, and values of removed fields, stay dormant.
      if (!(name in values)) return [];
      const error = contract.checkField(name, values[name]);
      if (error === undefined || error.code === 'unknown-field') return [];
      if (contractOf(place, this.#memory, this.#observed).checkField(name, values[name]) !== undefined) return [];
      const message = `${change.name} can not change so while ${place.path} ${name} is as it is: ${error.message}`;
      return [{ ...error, field: change.name, message, params: { ...error.params, path: place.path, field: name } }];
    });
  }
}

const noReaders: ReadonlyMap<string, readonly DraftChange[]> = new Map();

function isNarrowed({ row }: SettingPlace): boolean {
  return row.limits !== undefined || typeof row.fields === 'function';
}

/** The error with the client's name of the field, and the address if it is another row's. */
function named({ place, field, name, because }: DraftChange, error: FieldError): FieldError {
  if (name === field && because === undefined) return error;
  // The contract may name a member: `destinations/3`.
  const inner = error.field.startsWith(`${field}/`) ? error.field.slice(field.length) : '';
  const params = { ...error.params, path: place.path, field };
  return { ...error, field: name + inner, message: `${name}: ${place.path}: ${error.message}`, params };
}
