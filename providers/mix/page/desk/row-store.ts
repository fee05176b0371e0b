// Rows as signals, each field a signal of its own: a level that moves wakes what shows the level, and neither the name nor
// the list of who mutes it.
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Life, Row, Watched } from 'rowdesk/client';
import { isSameJson } from './same-json.ts';

/** `unknown` before the row's first state. */
export type RowLife = Life | 'unknown';

export interface ShownRow {
  readonly row: Row;
  readonly revision: number;
  readonly life: RowLife;
}

/** The paths that fit a pattern, and a signal that counts their changes. */
interface Collection {
  readonly head: string;
  readonly tail: string;
  readonly members: Set<string>;
  readonly changes: Signal<number>;
  readonly paths: ReadonlySignal<readonly string[]>;
}

const unknown: ShownRow = { row: {}, revision: 0, life: 'unknown' };
/** The desk has the row, as far as is known. */
export const isThere = (life: RowLife): boolean => life === 'live' || life === 'stale';
const { compare } = new Intl.Collator('en', { numeric: true });

export class RowStore {
  readonly #rows = new Map<string, Signal<ShownRow>>();
  readonly #fields = new Map<string, ReadonlySignal<unknown>>();
  readonly #collections = new Map<string, Collection>();

  rowOf(path: string): Signal<ShownRow> {
    const known = this.#rows.get(path);
    if (known !== undefined) return known;
    const made = signal(unknown);
    this.#rows.set(path, made);
    return made;
  }

  fieldOf(path: string, field: string): ReadonlySignal<unknown> {
    const key = `${path}#${field}`;
    const known = this.#fields.get(key);
    if (known !== undefined) return known;
    const row = this.rowOf(path);
    let last: unknown;
    const made = computed(() => {
      const now = row.value.row[field];
      if (!isSameJson(now, last)) last = now;
      return last;
    });
    this.#fields.set(key, made);
    return made;
  }

  /** The same array until a row comes or goes. */
  pathsOf(pattern: string): readonly string[] {
    return (this.#collections.get(pattern) ?? this.#collect(pattern)).paths.value;
  }

  take(watched: Watched): void {
    const { path, life } = watched;
    const there = this.rowOf(path);
    const wasThere = isThere(there.peek().life);
    there.value = watched;
    if (wasThere === isThere(life)) return;
    for (const collection of this.#collections.values()) {
      if (!fits(collection, path)) continue;
      if (wasThere) collection.members.delete(path);
      else collection.members.add(path);
      collection.changes.value++;
    }
  }

  /** A row that is followed no more is as the desk had it. */
  forget(path: string): void {
    const row = this.#rows.get(path);
    if (row?.peek().life === 'live') row.value = { ...row.peek(), life: 'stale' };
  }

  #collect(pattern: string): Collection {
    const [head = '', tail = ''] = pattern.split('*');
    const changes = signal(0);
    const members = new Set<string>();
    const paths = computed(() => {
      changes.value;
      return [...members].sort(compare);
    });
    const made: Collection = { head, tail, members, changes, paths };
    for (const [path, row] of this.#rows) if (isThere(row.peek().life) && fits(made, path)) members.add(path);
    this.#collections.set(pattern, made);
    return made;
  }
}

function fits({ head, tail }: Collection, path: string): boolean {
  if (path.length <= head.length + tail.length || !path.startsWith(head) || !path.endsWith(tail)) return false;
  const slash = path.indexOf('/', head.length);
  return slash < 0 || slash >= path.length - tail.length;
}
