// Whether a draft may become a commit: each touched row, and each row whose limits read a touched one, by its contract.

import { type FieldError, Refusal } from '../base/refusals.ts';
import { type Contract, contractOf } from '../rows/contract.ts';
import type { ObservedReader } from '../rows/definitions.ts';
import type { SettingPlace } from '../rows/row-ref.ts';
import type { Log } from '../services.ts';
import { ReadIndex } from '../watch/read-index.ts';
import { Recorder } from '../watch/recorder.ts';
import type { Draft, DraftChange, TouchedRow } from './draft.ts';
import type { Memory } from './memory.ts';

/** Of rows with narrowed contracts: which addresses their contract read. */
export type Reads = ReadonlyMap<string, ReadonlySet<string>>;

export class Validation {
  readonly #memory: Memory;
  readonly #observed: ObservedReader;
  /** Which rows with values of their own have a contract that reads an address. */
  readonly #readers = new ReadIndex<string>();

  constructor(memory: Memory, observed: ObservedReader) {
    this.#memory = memory;
    this.#observed = observed;
  }

  /**
   * Throws refusal `invalid-fields` with every fault. Answers what `accept` needs once the draft is a commit. For safety
   * only what is touched is checked: what rows elsewhere make of it keeps nobody from it.
   */
  check({ overlay, touched }: Draft, isForSafety = false): Reads {
    const errors: FieldError[] = [];
    const reads = new Map<string, ReadonlySet<string>>();
    const read = (place: SettingPlace): Contract => {
      if (!isNarrowed(place)) return contractOf(place, overlay, this.#observed);
      const recorder = new Recorder({ desk: overlay, observed: this.#observed });
      reads.set(place.path, recorder.reads);
      return contractOf(place, recorder.desk, recorder.observed);
    };
    for (const { place, changes } of touched) {
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
      try {
        const place = this.#memory.locate(path);
        errors.push(...this.#broken(place, read(place), this.#namesAt(place), blamed));
      } catch {
        // A row whose own functions throw answers a fault itself; it must not keep others from changing.
      }
    }
    if (errors.length === 0) return reads;
    throw new Refusal('invalid-fields', errors.map(({ message }) => message).join(' '), {}, errors);
  }

  /** After the commit is visible: which contracts to check again when which addresses are touched. */
  accept(reads: Reads): void {
    for (const [path, addresses] of reads) {
      if (Object.keys(this.#memory.keptAt(path)).length > 0) this.#readers.set(path, addresses);
      else this.#readers.delete(path);
    }
  }

  /** Of the rows that were loaded. */
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

  /** A field that goes, by implication or because that is asked for: nothing is left to check. */
  #isForgotten({ because, place, field, value }: DraftChange, contract: Contract): boolean {
    if (value === undefined) return true;
    return because !== undefined && !contract.fields.has(field) && field in this.#memory.readAt(place);
  }

  /** Rows that are not touched but read a touched one, each with the changes to what it reads. */
  #readersOf(touched: readonly TouchedRow[]): ReadonlyMap<string, readonly DraftChange[]> {
    const readers = new Map<string, readonly DraftChange[]>();
    const paths = new Set(touched.map(({ place }) => place.path));
    for (const { place, changes } of touched) {
      for (const path of this.#readers.readersOf(place.path)) {
        if (!paths.has(path)) readers.set(path, [...(readers.get(path) ?? []), ...changes]);
      }
    }
    return readers;
  }

  /** Values that are right now and would no longer be. One that is wrong already is nobody's fault here. */
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
      // What the row does not show waits, and a field that goes lets its value wait.
      if (!(name in values)) return [];
      const error = contract.checkField(name, values[name]);
      if (error === undefined || error.code === 'unknown-field') return [];
      if (contractOf(place, this.#memory, this.#observed).checkField(name, values[name]) !== undefined) return [];
      const message = `${change.name} can not change so while ${place.path} ${name} is as it is: ${error.message}`;
      return [{ ...error, field: change.name, message, params: { ...error.params, path: place.path, field: name } }];
    });
  }
}

function isNarrowed({ row }: SettingPlace): boolean {
  return row.limits !== undefined || typeof row.fields === 'function';
}

/** The error in the words of the client: the field it sent, and the address where that is another one. */
function named({ place, field, name, because }: DraftChange, error: FieldError): FieldError {
  if (name === field && because === undefined) return error;
  // The contract may name a member: `destinations/3`.
  const inner = error.field.startsWith(`${field}/`) ? error.field.slice(field.length) : '';
  const params = { ...error.params, path: place.path, field };
  return { ...error, field: name + inner, message: `${name}: ${place.path}: ${error.message}`, params };
}
