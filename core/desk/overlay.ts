// The desk with some changes laid over it, as limits, implications and checks of a commit read it.
import type { Fields } from '../rows/definitions.ts';
import type { SettingPlace, SettingReader } from '../rows/row-ref.ts';
import type { Memory } from './memory.ts';

/** The changes at one address. */
interface Laid {
  readonly place: SettingPlace;
  readonly values: Map<string, unknown>;
}

export class Overlay implements SettingReader {
  readonly #memory: Memory;
  readonly #changes = new Map<string, Laid>();
  #merged: Map<string, Fields> | undefined;

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  set(place: SettingPlace, field: string, value: unknown): void {
    const { path } = place;
    const laid = this.#changes.get(path);
    if (laid === undefined) this.#changes.set(path, { place, values: new Map([[field, value]]) });
    else laid.values.set(field, value);
    this.#merged?.delete(path);
  }

  has(path: string): boolean {
    return this.#memory.has(path);
  }

  read(path: string): Fields {
    return this.#merged?.get(path) ?? this.readAt(this.#changes.get(path)?.place ?? this.#memory.locate(path));
  }

  readAt(place: SettingPlace): Fields {
    const { path } = place;
    const known = this.#merged?.get(path);
    if (known !== undefined) return known;
    const isLive = typeof place.row.fields === 'function';
    const laid = this.#changes.get(path);
    if (laid === undefined && !isLive) return this.#memory.readAt(place);
    const values = this.#memory.valuesAt(place, this.#memory.fieldsAt(place, this), laid?.values);
    if (!isLive) {
      this.#merged ??= new Map();
      this.#merged.set(path, values);
    }
    return values;
  }
}
