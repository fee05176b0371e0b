// The show by areas: every stored, undoable field with an area.

import type { Faults } from '../../base/fault-log.ts';
import { contractOf } from '../../rows/contract.ts';
import type { Fields, Row, SettingRow } from '../../rows/definitions.ts';
import type { Registry } from '../../rows/registry.ts';
import { isSetting, type SettingPlace } from '../../rows/row-ref.ts';
import { settingAt } from '../../rows/setting-at.ts';
import type {
  AreaFilter,
  AreaPlan,
  AreaPlanOptions,
  Areas,
  AreaValue,
  ComparedRow,
  ContentRow,
} from '../../services.ts';
import type { DeskCore } from '../desk.ts';
import { areaNamesOf, areaOfShow } from './area-names.ts';
import { Comparisons } from './comparisons.ts';
import type { DeskChanges } from './looking.ts';
import { planOf } from './plan.ts';
import { snapshot } from './snapshot.ts';

export class ShowAreas implements Areas {
  readonly #registry: Registry;
  readonly #desk: DeskCore;
  readonly #faults: Faults;
  readonly #comparisons: Comparisons;
  #names: readonly string[] | undefined;
  /** Cached by row until its addresses change. */
  readonly #namesOf = new Map<Row, Iterable<string>>();

  constructor(registry: Registry, desk: DeskCore, faults: Faults) {
    this.#registry = registry;
    this.#desk = desk;
    this.#faults = faults;
    const found = (path: string) => registry.locate(path);
    this.#comparisons = new Comparisons({ found, readAt: (place) => desk.readAt(place) }, this.#changes);
    // Only rows with areas: addresses of entries, streams and warnings change all the time.
    registry.onAddressesChanged((rows) => {
      for (const row of rows) {
        if (row.type !== 'setting' || row.area === undefined) continue;
        this.#namesOf.delete(row);
        this.#names = undefined;
      }
    });
  }

  list(): readonly string[] {
    if (this.#names !== undefined) return this.#names;
    let isWhole = true;
    const names = new Set<string>();
    for (const row of this.#rows()) {
      const own = this.#namesAt(row);
      isWhole &&= own !== undefined;
      for (const name of own ?? []) names.add(name);
    }
    const sorted = [...names].sort();
    if (isWhole) this.#names = sorted;
    return sorted;
  }

  areaOf(path: string, field: string): string | undefined {
    return this.#tried(path, () => {
      const place = settingAt(this.#registry, path);
      return place && this.#areasAt(place).get(field);
    });
  }

  content(filter: AreaFilter = {}): readonly AreaValue[] {
    return this.#values(filter, (place) => this.#desk.read(place.path));
  }

  defaults(filter: AreaFilter = {}): readonly AreaValue[] {
    return this.#values(filter, (place) => {
      const { fields } = contractOf(place, this.#desk, this.#desk.observed);
      return Object.fromEntries([...fields.values()].map((field) => [field.name, field.default]));
    });
  }

  async snapshot(): Promise<readonly ContentRow[]> {
    await this.#prepareNames();
    const rowsAt = (place: SettingPlace) => this.#tried(place.path, () => this.#contentAt(place)) ?? [];
    return snapshot({ places: () => this.#places(), rowsAt }, this.#changes);
  }

  compare<Result>(rows: readonly ContentRow[], then: (rows: readonly ComparedRow[]) => Result): Promise<Result> {
    return this.#comparisons.compare(rows, then);
  }

  get #changes(): DeskChanges {
    return {
      onCommit: (listener) => this.#desk.onCommit(listener),
      onAddressesChanged: (listener) =>
        this.#registry.onAddressesChanged((rows) => {
          if (rows.some((row) => row.type === 'setting' && row.area !== undefined)) listener();
        }),
    };
  }

  #values({ areas, has = () => true }: AreaFilter, valuesAt: (place: SettingPlace) => Fields): readonly AreaValue[] {
    const selected = areas === undefined ? undefined : new Set(areas);
    const valuesOf = (place: SettingPlace) => {
      const named = [...this.#areasAt(place)].filter(([, area]) => selected?.has(area) ?? true);
      if (named.length === 0) return [];
      const at = valuesAt(place);
      const { path } = place;
      return named.flatMap(([field, area]) => (field in at ? { path, field, value: at[field], area } : []));
    };
    const values: AreaValue[] = [];
    for (const place of this.#places()) {
      if (has(place.path)) values.push(...(this.#tried(place.path, () => valuesOf(place)) ?? []));
    }
    return values;
  }

  *#places(): Iterable<SettingPlace> {
    for (const row of this.#rows()) {
      for (const place of this.#tried(row.template, () => this.#registry.list(row)) ?? []) {
        if (isSetting(place)) yield place;
      }
    }
  }

  #contentAt(place: SettingPlace): readonly ContentRow[] {
    const { path } = place;
    const fields = this.#desk.read(path);
    const byArea = new Map<string, Record<string, unknown>>();
    for (const [field, area] of this.#areasAt(place)) {
      if (!(field in fields)) continue;
      const own = byArea.get(area) ?? {};
      byArea.set(area, own);
      own[field] = fields[field];
    }
    return [...byArea].map(([area, fields]) => ({ path, area, fields }));
  }

  plan(values: Parameters<Areas['plan']>[0], options: AreaPlanOptions): AreaPlan {
    const desk = this.#desk;
    return planOf(values, {
      desk,
      faults: this.#faults,
      locate: (path) => settingAt(this.#registry, path),
      areaOf: (path, field) => this.areaOf(path, field),
      ...options,
    });
  }

  /** Fills the cache of names, one row per turn: all rows at once would be a long turn after a start. */
  async #prepareNames(): Promise<void> {
    for (const row of this.#rows()) {
      if (this.#namesOf.has(row)) continue;
      this.#namesAt(row);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  #namesAt(row: SettingRow): Iterable<string> | undefined {
    let names = this.#namesOf.get(row);
    if (names !== undefined) return names;
    names = this.#tried(row.template, () => areaNamesOf(row, this.#desk));
    if (names !== undefined) this.#namesOf.set(row, names);
    return names;
  }

  #rows(): readonly SettingRow[] {
    return this.#registry.rows.filter((row): row is SettingRow => row.type === 'setting' && row.area !== undefined);
  }

  /** Undefined if a provider's function throws: its row has no area then, and the other rows keep theirs. */
  #tried<T>(where: string, run: () => T): T | undefined {
    try {
      return run();
    } catch (error) {
      this.#faults.note(error, `the areas of ${where}`);
      return undefined;
    }
  }

  /** The areas of the row's fields, by field. */
  #areasAt(place: SettingPlace): ReadonlyMap<string, string> {
    const areas = new Map<string, string>();
    for (const field of contractOf(place, this.#desk, this.#desk.observed).fields.values()) {
      const area = areaOfShow(field);
      if (area !== undefined) areas.set(field.name, area);
    }
    return areas;
  }
}
