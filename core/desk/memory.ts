// The desk's settings in memory: the values that differ from the defaults, by address.

import { freeze, isSameJson } from '../base/json.ts';
import { excesses } from '../rows/bounds.ts';
import type { FieldContract } from '../rows/contract.ts';
import type { DeskReader, Fields } from '../rows/definitions.ts';
import { type Registry, unknownRow } from '../rows/registry.ts';
import { isSetting, type RowRef, type SettingPlace, type SettingReader } from '../rows/row-ref.ts';
import { fieldsOf, liveFields } from '../rows/static-contract.ts';
import { validatorOf } from '../rows/validator.ts';
import type { Log } from '../services.ts';
import type { StoredRow } from '../store/store.ts';

type FieldMap = ReadonlyMap<string, FieldContract>;

export interface MemoryRow {
  /** Includes values that don't fit the row now: they return when they fit. Never mutated. */
  values: Fields;
  revision: number;
  /** The version of the row's literal that `values` conform to. */
  version: number;
  /** The migration to the row's version failed; the next start tries again. */
  isStuck?: boolean;
  merged?: Fields;
  /** The fields of `merged`: live fields change. */
  mergedFor?: FieldMap;
}

/** A row as a commit makes it, which nothing shows before `take`. */
export interface MadeRow {
  readonly path: string;
  readonly entry: Readonly<MemoryRow>;
  /** The values of the writable fields. */
  readonly after: Fields;
  /** The row to store; undefined if all changes are momentary. */
  readonly stored: StoredRow | undefined;
}

const nothing: Fields = Object.freeze({});

export class Memory implements SettingReader {
  readonly #registry: Registry;
  readonly #log: Log;
  readonly #entries = new Map<string, MemoryRow>();
  readonly #defaults = new WeakMap<object, Fields>();

  constructor(registry: Registry, log: Log) {
    this.#registry = registry;
    this.#log = log;
  }

  /** Takes the stored rows. Values are checked when their row is read: a row may appear with its device only. */
  load(rows: readonly StoredRow[]): void {
    for (const { path, fields, revision, version } of rows) {
      this.#entries.set(path, { values: freeze(fields), revision, version });
    }
  }

  /** The row at an address; undefined for none. */
  found(path: string): RowRef | undefined {
    return this.#registry.locate(path);
  }

  /** Throws refusal `unknown-row` for an address without a setting. */
  locate(path: string): SettingPlace {
    const place = this.found(path);
    if (place === undefined || !isSetting(place)) throw unknownRow(path);
    return place;
  }

  has(path: string): boolean {
    return this.found(path) !== undefined;
  }

  read(path: string): Fields {
    return this.readAt(this.locate(path));
  }

  readAt(place: SettingPlace): Fields {
    return this.valuesAt(place, this.fieldsAt(place, this));
  }

  /** The revision that last touched the setting at this canonical address; 0 for never. */
  revisionOf(path: string): number {
    return this.#entries.get(path)?.revision ?? 0;
  }

  /** The addresses that have a record. */
  paths(): Iterable<string> {
    return this.#entries.keys();
  }

  /** The values at an address that differ from the defaults, including values that don't fit. */
  keptAt(path: string): Fields {
    return this.#entries.get(path)?.values ?? nothing;
  }

  /** The version of the row's literal that the kept values conform to; 0 for none. */
  versionOf(path: string): number {
    return this.#entries.get(path)?.version ?? 0;
  }

  fieldsAt({ row, at }: SettingPlace, desk: DeskReader): FieldMap {
    return typeof row.fields === 'function' ? liveFields(row, at, desk) : fieldsOf(row);
  }

  /** The values of the writable fields: defaults, overlaid by kept values, overlaid by `changes`. */
  valuesAt(place: SettingPlace, fields: FieldMap, changes?: ReadonlyMap<string, unknown>): Fields {
    if (changes !== undefined) return this.#laidOver(place, fields, changes);
    const entry = this.#awake(place);
    if (entry === undefined) return this.defaultsAt(place, fields);
    if (entry.merged === undefined || entry.mergedFor !== fields) {
      entry.merged = this.#mergeBounded(place, fields, entry);
      entry.mergedFor = fields;
    }
    return entry.merged;
  }

  defaultsAt(place: SettingPlace, fields: FieldMap): Fields {
    const { row, at } = place;
    const key = row.defaults === undefined ? fields : place;
    // Not cached for live fields with defaults by address: neither alone is a key.
    const isMade = typeof row.fields !== 'function' || row.defaults === undefined;
    let defaults = isMade ? this.#defaults.get(key) : undefined;
    if (defaults === undefined) {
      const own = row.defaults?.(at);
      const made: Record<string, unknown> = {};
      for (const [name, field] of fields) {
        if (field.access === 'rw') made[name] = own !== undefined && name in own ? own[name] : field.default;
      }
      defaults = freeze(made);
      this.#defaults.set(key, defaults);
    }
    return defaults;
  }

  /** The row with these changes, without kept values of fields that are not in `fields`. The row shows them after `take`. */
  made(place: SettingPlace, fields: FieldMap, changes: ReadonlyMap<string, unknown>, revision: number): MadeRow {
    const { path } = place;
    const before = this.#awake(place);
    const version = before?.version ?? place.row.version;
    const defaults = this.defaultsAt(place, fields);
    const values: Record<string, unknown> = { ...before?.values };
    for (const [name, value] of changes) {
      if (value === undefined || !fields.has(name) || isSameJson(value, defaults[name])) delete values[name];
      else values[name] = freeze(value);
    }
    const isStuck = before?.isStuck ?? false;
    const after = this.#laidOver(place, fields, changes);
    Object.freeze(values);
    const entry = { values, revision, version, isStuck, merged: after, mergedFor: fields };
    const isMomentary = (name: string) => fields.get(name)?.life === 'momentary';
    if ([...changes.keys()].every(isMomentary)) return { path, entry, after, stored: undefined };
    const names = Object.keys(values);
    const kept = names.some(isMomentary)
      ? Object.fromEntries(names.filter((name) => !isMomentary(name)).map((name) => [name, values[name]]))
      : values;
    return { path, entry, after, stored: { path, version, revision, fields: kept } };
  }

  /** Makes rows visible, of which none has changed since it was made. */
  take(rows: readonly MadeRow[]): void {
    for (const { path, entry } of rows) this.#entries.set(path, entry);
  }

  #awake({ path, row }: SettingPlace): MemoryRow | undefined {
    const entry = this.#entries.get(path);
    if (entry === undefined || entry.version >= row.version || entry.isStuck) return entry;
    try {
      if (row.migrate !== undefined) entry.values = freeze({ ...row.migrate(entry.values, entry.version) });
      entry.version = row.version;
    } catch (error) {
      entry.isStuck = true;
      this.#log.error({ path, from: entry.version, to: row.version, err: error }, 'A stored row could not be moved up');
    }
    return entry;
  }

  /** The row's values with the changes; a change that does not fit shows its default. */
  #laidOver(place: SettingPlace, fields: FieldMap, changes: ReadonlyMap<string, unknown>): Fields {
    const result: Record<string, unknown> = { ...this.valuesAt(place, fields) };
    for (const [name, value] of changes) {
      const field = fields.get(name);
      if (field?.access !== 'rw') continue;
      const isFit = validatorOf(field.schema).check(value);
      result[name] = isFit ? value : this.defaultsAt(place, fields)[name];
    }
    return Object.freeze(result);
  }

  /** Lowers kept values to their bound, for good: an earlier version of the row may have had none. */
  #mergeBounded(place: SettingPlace, fields: FieldMap, entry: MemoryRow): Fields {
    const merged = this.#merge(place, fields, entry.values);
    const beyond = excesses(fields, () => merged);
    if (beyond.length === 0) return merged;
    const bounded = Object.fromEntries(beyond.map(({ name, maximum }) => [name, maximum]));
    entry.values = freeze({ ...entry.values, ...bounded });
    return freeze({ ...merged, ...bounded });
  }

  #merge(place: SettingPlace, fields: FieldMap, values: Fields): Fields {
    const merged: Record<string, unknown> = { ...this.defaultsAt(place, fields) };
    for (const name of Object.keys(values)) {
      const field = fields.get(name);
      const value = field?.access === 'rw' ? fitting(values[name], field) : undefined;
      if (value !== undefined) merged[name] = value;
    }
    return Object.freeze(merged);
  }
}

/** The items of a list that still fit: a strip of two groups stays in the one that is left. Undefined for none. */
function fitting(value: unknown, { schema }: FieldContract): unknown {
  const { check } = validatorOf(schema);
  if (check(value)) return value;
  if (!Array.isArray(value)) return undefined;
  const left = value.filter((item) => check([item]));
  return left.length > 0 && check(left) ? Object.freeze(left) : undefined;
}
