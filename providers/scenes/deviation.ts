// Whether the desk is still as it was stored: looked at once as a whole, then only where something changes.
import type { AreaValue, Desk } from 'rowdesk/provider';
import { isSame } from './same.ts';

export class Deviation {
  readonly #desk: Desk;
  readonly #stored: () => readonly AreaValue[];
  /** By address what should be there; undefined until somebody asks. */
  #wanted: Map<string, AreaValue[]> | undefined;
  readonly #deviating = new Set<string>();

  /** `stored`: the fields that count, as they should be. */
  constructor(desk: Desk, stored: () => readonly AreaValue[]) {
    this.#desk = desk;
    this.#stored = stored;
  }

  /** What should be there has changed. */
  forget(): void {
    this.#wanted = undefined;
  }

  /** These addresses have changed. */
  touched(paths: readonly string[]): void {
    for (const path of paths) this.#look(path);
  }

  get isThere(): boolean {
    if (this.#wanted === undefined) this.#lookAtAll();
    return this.#deviating.size > 0;
  }

  #lookAtAll(): void {
    this.#deviating.clear();
    this.#wanted = new Map();
    for (const value of this.#stored()) {
      const known = this.#wanted.get(value.path);
      if (known === undefined) this.#wanted.set(value.path, [value]);
      else known.push(value);
    }
    for (const path of this.#wanted.keys()) this.#look(path);
  }

  #look(path: string): void {
    const wanted = this.#wanted?.get(path);
    if (wanted === undefined) return;
    const now = this.#desk.has(path) ? this.#desk.read(path) : undefined;
    const isAsStored = wanted.every(({ field, value }) => now !== undefined && isSame(now[field], value));
    if (isAsStored) this.#deviating.delete(path);
    else this.#deviating.add(path);
  }
}
