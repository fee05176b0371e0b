// The registry of rows: finds the row at an address.

import { Refusal } from '../base/refusals.ts';
import type { At, Row } from './definitions.ts';
import { type Contribution, entriesOf, type RowEntry, type RowError } from './entries.ts';
import { exists, type RowRef } from './row-ref.ts';
import { addressOf, decodeSegment, type Segment } from './template.ts';
import type { TemplateTree } from './template-tree.ts';

export type { Contribution, RowError } from './entries.ts';

/** Size of the cache of located rows, which saves parsing of repeated addresses. */
const mostRemembered = 8192;

export class Registry {
  #rows: readonly Row[] = [];
  #errors: readonly RowError[] = [];
  #tree: TemplateTree<RowEntry> | undefined;
  #entries: ReadonlyMap<Row, RowEntry> = new Map();
  readonly #fixed = new Map<string, RowRef>();
  readonly #remembered = new Map<string, RowRef>();
  readonly #listeners = new Set<(rows: readonly Row[]) => void>();
  /** Undefined until the addresses are watched; empty after the end of watching. */
  #stops: readonly (() => void)[] | undefined;
  /** Gets what a provider's functions throw outside of requests for its rows. */
  failed: (where: string, error: unknown) => void = () => {};

  /**
   * Without rows the registry waits for `add`: services need the registry, and providers make their rows with services.
   */
  constructor(contributions?: readonly Contribution[]) {
    if (contributions !== undefined) this.add(contributions);
  }

  /** Takes the rows of all providers, once. */
  add(contributions: readonly Contribution[]): void {
    if (this.#tree !== undefined) throw new Error('the rows are there already');
    const errors: RowError[] = [];
    entriesOf(contributions, errors);
    const invalid = new Set(errors.map((error) => error.provider));
    const healthy = contributions.filter(({ provider }) => !invalid.has(provider.name));
    const { tree, entries } = entriesOf(healthy, []);
    this.#errors = errors;
    this.#tree = tree;
    this.#entries = new Map(entries.map((entry) => [entry.row, entry]));
    this.#rows = entries.map((entry) => entry.row);
    for (const { row, params } of entries) {
      if (params.length === 0) this.#fixed.set(row.template, { row, at: {}, path: row.template });
    }
    if (this.#listeners.size > 0) this.#watch();
  }

  /** The rows of providers without errors. */
  get rows(): readonly Row[] {
    return this.#rows;
  }

  /** All errors of all providers; a provider with an error has no rows. */
  get errors(): readonly RowError[] {
    return this.#errors;
  }

  /** The provider of a row. */
  providerOf(row: Row): string {
    return this.#entryOf(row).provider;
  }

  /** The segments of a row's template. */
  segmentsOf(row: Row): readonly Segment[] {
    return this.#entryOf(row).segments;
  }

  /**
   * The row at a path (without /api), undefined for none. Decodes each segment once; letters keep their case, and a
   * trailing slash makes another path. Throws refusal `bad-escape`.
   */
  locate(path: string): RowRef | undefined {
    const known = this.#remembered.get(path) ?? this.#fixed.get(path);
    if (known !== undefined) return exists(known) ? known : undefined;
    if (path.charCodeAt(0) !== 47 /* slash */) return undefined;
    const segments = path.slice(1).split('/').map(decodeSegment);
    return this.#treeNow.find(segments, (entry) => {
      const at = read(entry, segments);
      if (at === undefined || !(entry.row.addresses?.has(at) ?? true)) return undefined;
      return this.#place(entry, at);
    });
  }

  /** The row with these parameters, whether or not its address exists now. */
  place(row: Row, at: At): RowRef {
    return this.#place(this.#entryOf(row), at);
  }

  /**
   * The existing addresses of a row, except those that belong to a row with a literal segment. None if the provider's
   * list throws: callers list many rows, and need the others.
   */
  list(row: Row): readonly RowRef[] {
    return [...this.each(row)];
  }

  /** As `list`, one after another. */
  each(row: Row): Iterable<RowRef> {
    return this.#places(this.#entryOf(row), () => true);
  }

  /**
   * The existing rows at an address or a pattern, in which a segment `*` stands for any; at most `most`. Throws refusal
   * `unknown-row` if no template has that shape, `bad-request` for more than `most`, `bad-escape`.
   */
  match(pattern: string, most = Number.POSITIVE_INFINITY): readonly RowRef[] {
    if (!pattern.includes('*')) {
      const place = this.locate(pattern);
      if (place === undefined) throw unknownRow(pattern);
      return [place];
    }
    const parts = pattern.split('/').map((part) => (part === '*' ? undefined : decodeSegment(part)));
    const entries = parts[0] === '' ? this.#treeNow.matching(parts.slice(1)) : [];
    if (entries.length === 0) throw unknownRow(pattern);
    const places: RowRef[] = [];
    for (const entry of entries) {
      const said = entry.params.filter(({ index }) => parts[index + 1] !== undefined);
      const fits = (at: At) => said.every(({ index, name }) => parts[index + 1] === String(at[name]));
      for (const place of this.#places(entry, fits)) {
        if (places.length >= most) throw tooManyPlaces(pattern, most);
        places.push(place);
      }
    }
    return places;
  }

  /** Lazily, and matching ones only: making a reference costs more than checking its parameters. */
  *#places(entry: RowEntry, isWanted: (at: At) => boolean): Iterable<RowRef> {
    const { row, params, segments } = entry;
    if (params.length === 0) {
      yield this.#fixed.get(row.template) as RowRef;
      return;
    }
    const literals = params.map(({ index, name }) => ({ name, beside: this.#treeNow.literalsBeside(segments, index) }));
    const shadowing = literals.filter(({ beside }) => beside.length > 0);
    for (const at of this.#guarded(`the addresses of ${row.template}`, () => row.addresses?.list()) ?? []) {
      if (!isWanted(at)) continue;
      const place = this.#place(entry, at);
      const isSuspect = shadowing.some(({ name, beside }) => beside.includes(String(at[name])));
      if (!isSuspect || this.locate(place.path)?.row === row) yield place;
    }
  }

  /** Calls `changed` with the rows whose set of addresses changed, in that tick. */
  onAddressesChanged(changed: (rows: readonly Row[]) => void): () => void {
    this.#listeners.add(changed);
    if (this.#tree !== undefined) this.#watch();
    return () => this.#listeners.delete(changed);
  }

  /** Ends the watching of address lists. */
  stop(): void {
    for (const stop of this.#stops ?? []) this.#guarded('the end of watching addresses', stop);
    this.#stops = [];
    this.#listeners.clear();
  }

  /** Watches once for all listeners. */
  #watch(): void {
    this.#stops ??= this.#watchAddresses();
  }

  #watchAddresses(): readonly (() => void)[] {
    const sharing = new Map<NonNullable<Row['addresses']>, Row[]>();
    for (const row of this.rows) {
      if (row.addresses?.watch === undefined) continue;
      const rows = sharing.get(row.addresses);
      if (rows === undefined) sharing.set(row.addresses, [row]);
      else rows.push(row);
    }
    return [...sharing].flatMap(([addresses, rows]) => {
      const changed = () => {
        for (const listener of [...this.#listeners]) {
          this.#guarded('a listener of the addresses', () => listener(rows));
        }
      };
      return this.#guarded(`watching the addresses of ${rows[0]?.template}`, () => addresses.watch?.(changed)) ?? [];
    });
  }

  #guarded<T>(where: string, run: () => T): T | undefined {
    try {
      return run();
    } catch (error) {
      this.failed(where, error);
      return undefined;
    }
  }

  #place(entry: RowEntry, at: At): RowRef {
    const path = addressOf(entry.segments, at);
    const known = this.#remembered.get(path);
    if (known?.row === entry.row) return known;
    const place = { row: entry.row, at, path };
    // Of a parameter that is spelled as a literal beside it: the address is the other row's.
    if (this.#fixed.has(path)) return place;
    if (this.#remembered.size >= mostRemembered) this.#remembered.clear();
    this.#remembered.set(path, place);
    return place;
  }

  get #treeNow(): TemplateTree<RowEntry> {
    if (this.#tree === undefined) {
      throw new Error('there are no rows while rows and services are made; use them in get, set, run, watch or start');
    }
    return this.#tree;
  }

  #entryOf(row: Row): RowEntry {
    const entry = this.#entries.get(row);
    if (entry === undefined) throw new Error(`${row.template} is not a row of this desk`);
    return entry;
  }
}

export function unknownRow(path: string): Refusal {
  return new Refusal('unknown-row', `There is no row at ${path.slice(0, 200)}.`, { path: path.slice(0, 200) });
}

function tooManyPlaces(pattern: string, maximum: number): Refusal {
  return new Refusal('bad-request', `${pattern} stands for more than ${maximum} addresses.`, { maximum });
}

function read(entry: RowEntry, segments: readonly string[]): At | undefined {
  const at: Record<string, string | number> = {};
  for (const { index, name, read } of entry.params) {
    const value = read(segments[index] as string);
    if (value === undefined) return undefined;
    at[name] = value;
  }
  return at;
}
