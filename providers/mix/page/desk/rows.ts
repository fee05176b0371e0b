// The rows that this page watches, as signals. A view says with `useRows` what it watches while it is shown; every
// component reads with `rowOf` and `fieldOf`.
import type { ReadonlySignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { client } from './client.ts';
import { isThere as isThereIn, RowStore, type ShownRow } from './row-store.ts';

export type { RowLife, ShownRow } from './row-store.ts';

const store = new RowStore();

/** A row as last known. It changes while a view watches it. */
export const rowOf = (path: string): ReadonlySignal<ShownRow> => store.rowOf(path);

/** A field as the desk last had it; undefined while it is unknown. Another signal than those of the row's other fields. */
export const fieldOf = <T = unknown>(path: string, field: string): ReadonlySignal<T | undefined> =>
  store.fieldOf(path, field) as ReadonlySignal<T | undefined>;

export const isLive = (path: string): boolean => store.rowOf(path).value.life === 'live';

/** The desk has answered for the row, and has it, as far as is known. */
export const isThere = (path: string): boolean => isThereIn(store.rowOf(path).value.life);

/** Words that a row bears out: '' until the desk has answered for the row. */
export const onceThere = (path: string, words: string): string => (isThere(path) ? words : '');

/** Paths of the rows that are live or stale and fit a pattern with one `*`, in the order of their numbers: `/channel/input/*`. */
export const pathsOf = (pattern: string): readonly string[] => store.pathsOf(pattern);

// What no view watches any more is as the desk had it.
client.onForget((path) => store.forget(path));

/** Watches rows while the component is there: addresses, and patterns in which a segment `*` stands for any. */
export function useRows(targets: readonly string[]): void {
  useEffect(() => client.subscribe(targets, (watched) => store.take(watched)), [targets.join(' ')]);
}
