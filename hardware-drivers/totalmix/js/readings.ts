// What a device reports to the desk: a list in which an unchanged reading stays the same object at the same place.
import type { Reading } from 'rowdesk/driver';
import type { Place } from './places.ts';

export class Readings {
  readonly #at = new Map<string, number>();
  readonly #list: Reading[] = [];

  get list(): readonly Reading[] {
    return this.#list;
  }

  set({ path, field }: Place, value: unknown, state: 'applied' | 'unverified'): void {
    const id = `${path} ${field}`;
    const at = this.#at.get(id) ?? this.#list.length;
    const before = this.#list[at];
    if (before?.state === state && isSame(before.value, value)) return;
    this.#at.set(id, at);
    this.#list[at] = { path, field, value, state };
  }

  clear(): void {
    this.#at.clear();
    this.#list.length = 0;
  }
}

function isSame(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b));
}
