// The desk as it would be with some changes: what limits, implications and checks of a commit read.
import type { DeskReader, Fields } from '../rows/definitions.ts';
import type { Memory } from './memory.ts';

export class Overlay implements DeskReader {
  readonly #memory: Memory;
  readonly #changes = new Map<string, Map<string, unknown>>();
  #merged: Map<string, Fields> | undefined;

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  /** `path` is canonical. */
  set(path: string, field: string, value: unknown): void {
    const changes = this.#changes.get(path);
    if (changes === undefined) this.#changes.set(path, new Map([[field, value]]));
    else changes.set(field, value);
    this.#merged?.delete(path);
  }

  has(path: string): boolean {
    return this.#memory.has(path);
  }

  read(path: string): Fields {
    const known = this.#merged?.get(path);
    if (known !== undefined) return known;
    const place = this.#memory.locate(path);
    const isLive = typeof place.row.fields === 'function';
    const changes = this.#changes.get(place.path);
    if (changes === undefined && !isLive) return this.#memory.read(place.path);
    const values = this.#memory.valuesAt(place, this.#memory.fieldsAt(place, this), changes);
    if (!isLive) {
      this.#merged ??= new Map();
      this.#merged.set(place.path, values);
    }
    return values;
  }
}
