// Whether a draft may become a commit: each touched row, and each row whose limits read a touched one, by its contract.
import { type Contract, contractOf } from '../rows/contract.ts';
import type { DeskReader, SeenReader } from '../rows/definitions.ts';
import { type FieldError, Refusal } from '../rows/refusals.ts';
import type { Log } from '../services.ts';
import type { Draft, DraftChange } from './draft.ts';
import type { Memory, SettingPlace } from './memory.ts';

type Reads = ReadonlyMap<string, ReadonlySet<string>>;

export class Validation {
  readonly #memory: Memory;
  readonly #seen: SeenReader;
  /** Of rows with narrowed contracts and values of their own: which addresses their contract read. */
  readonly #reads = new Map<string, ReadonlySet<string>>();
  /** The other way round: which rows' contracts read an address. */
  readonly #readers = new Map<string, Set<string>>();

  constructor(memory: Memory, seen: SeenReader) {
    this.#memory = memory;
    this.#seen = seen;
  }

  /** Throws refusal `invalid-fields` with every fault. Answers what `accept` needs once the draft is a commit. */
  check({ overlay, touched }: Draft): Reads {
    const errors: FieldError[] = [];
    const reads = new Map<string, ReadonlySet<string>>();
    const read = (place: SettingPlace): Contract => {
      if (!isNarrowed(place)) return contractOf(place, overlay, this.#seen);
      const read = new Set<string>();
      const contract = contractOf(place, recording(overlay, read), this.#seen);
      reads.set(place.path, read);
      return contract;
    };
    for (const { place, changes } of touched) {
      const contract = read(place);
      for (const change of changes) {
        const error = contract.checkField(change.field, change.value);
        if (error !== undefined) errors.push(named(change, error));
      }
      const others = this.#namesAt(place).filter((name) => !changes.some(({ field }) => field === name));
      if (isNarrowed(place)) errors.push(...this.#broken(place, contract, overlay, others, changes));
    }
    for (const place of this.#readersOf(touched.map(({ place }) => place.path))) {
      const blamed = touched.flatMap((other) =>
        this.#reads.get(place.path)?.has(other.place.path) ? other.changes : [],
      );
      errors.push(...this.#broken(place, read(place), overlay, this.#namesAt(place), blamed));
    }
    if (errors.length === 0) return reads;
    throw new Refusal('invalid-fields', errors.map(({ message }) => message).join(' '), {}, errors);
  }

  /** After the commit is visible: which contracts to check again when which addresses are touched. */
  accept(reads: Reads): void {
    for (const [path, addresses] of reads) {
      for (const address of this.#reads.get(path) ?? []) this.#readers.get(address)?.delete(path);
      this.#reads.delete(path);
      if (Object.keys(this.#memory.keptAt(path)).length === 0) continue;
      this.#reads.set(path, addresses);
      for (const address of addresses) {
        const readers = this.#readers.get(address);
        if (readers === undefined) this.#readers.set(address, new Set([path]));
        else readers.add(path);
      }
    }
  }

  /** Of the rows that were loaded. */
  learnAll(log: Log): void {
    for (const path of this.#memory.paths()) {
      const read = new Set<string>();
      try {
        if (!this.#memory.has(path)) continue;
        const place = this.#memory.locate(path);
        if (!isNarrowed(place)) continue;
        contractOf(place, recording(this.#memory, read), this.#seen);
      } catch (error) {
        log.warn({ path, err: error }, 'The limits of a row failed');
      }
      this.accept(new Map([[path, read]]));
    }
  }

  #namesAt({ path }: SettingPlace): readonly string[] {
    return Object.keys(this.#memory.keptAt(path));
  }

  #readersOf(touched: readonly string[]): readonly SettingPlace[] {
    const paths = new Set(touched.flatMap((path) => [...(this.#readers.get(path) ?? [])]));
    for (const path of touched) paths.delete(path);
    return [...paths].flatMap((path) => (this.#memory.has(path) ? [this.#memory.locate(path)] : []));
  }

  /** Values that are right now and would no longer be. One that is wrong already is nobody's fault here. */
  #broken(
    place: SettingPlace,
    contract: Contract,
    overlay: DeskReader,
    names: readonly string[],
    blamed: readonly DraftChange[],
  ): readonly FieldError[] {
    const values = overlay.read(place.path);
    return names.flatMap((name) => {
      if (!(name in values)) return [];
      const kept = this.#memory.read(place.path)[name];
      const error = contract.checkField(name, kept);
      const change = blamed[0];
      if (error === undefined || error.code === 'unknown-field' || change === undefined) return [];
      if (contractOf(place, this.#memory, this.#seen).checkField(name, kept) !== undefined) return [];
      const message = `${change.name} can not change so while ${place.path} ${name} is as it is: ${error.message}`;
      return [{ ...error, field: change.name, message, params: { ...error.params, path: place.path, field: name } }];
    });
  }
}

function isNarrowed({ row }: SettingPlace): boolean {
  return row.limits !== undefined || typeof row.fields === 'function';
}

function recording(desk: DeskReader, read: Set<string>): DeskReader {
  return {
    has: (path) => desk.has(path),
    read: (path) => {
      read.add(path);
      return desk.read(path);
    },
  };
}

/** The error in the words of the client: the field it sent, and the address where that is another one. */
function named({ place, field, name, because }: DraftChange, error: FieldError): FieldError {
  if (name === field && because === undefined) return error;
  // The contract may name a member: `destinations/3`.
  const inner = error.field.startsWith(`${field}/`) ? error.field.slice(field.length) : '';
  const params = { ...error.params, path: place.path, field };
  return { ...error, field: name + inner, message: `${name}: ${place.path}: ${error.message}`, params };
}
