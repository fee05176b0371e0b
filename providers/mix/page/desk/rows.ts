// The rows that this page watches, as signals. A view says with `useRows` what it watches while it is shown; every
// component reads with `rowOf` and `fieldOf`. A field is a signal of its own: a level does not wake a name.
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Life, Row, Watched } from 'rowdesk/client';
import { client } from './client.ts';

/** `unknown` before the row's first state. */
export type RowLife = Life | 'unknown';

export interface ShownRow {
  readonly row: Row;
  readonly revision: number;
  readonly life: RowLife;
}

const unknown: ShownRow = { row: {}, revision: 0, life: 'unknown' };
const rows = new Map<string, Signal<ShownRow>>();
const fields = new Map<string, ReadonlySignal<unknown>>();

function signalOf(path: string): Signal<ShownRow> {
  const there = rows.get(path) ?? signal(unknown);
  rows.set(path, there);
  return there;
}

/** A row as last known. It changes while a view watches it. */
export const rowOf = (path: string): ReadonlySignal<ShownRow> => signalOf(path);

/** A field as the desk last had it; undefined while it is unknown. */
export function fieldOf<T = unknown>(path: string, field: string): ReadonlySignal<T | undefined> {
  const key = `${path}#${field}`;
  const there = fields.get(key) ?? computed(() => signalOf(path).value.row[field]);
  fields.set(key, there);
  return there as ReadonlySignal<T | undefined>;
}

export const isLive = (path: string): boolean => signalOf(path).value.life === 'live';

/** Paths of the rows that are live or stale and fit a pattern with one `*`, in the order of their numbers: `/channel/input/*`. */
export function pathsOf(pattern: string): readonly string[] {
  const [head = '', tail = ''] = pattern.split('*');
  known.value;
  const isOf = (path: string) =>
    path.startsWith(head) && path.endsWith(tail) && !path.slice(head.length, path.length - tail.length).includes('/');
  return [...rows.entries()]
    .filter(([path, row]) => isOf(path) && row.peek().life !== 'unknown' && row.peek().life !== 'gone')
    .map(([path]) => path)
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
}

/** Counts rows that come and go. */
const known = signal(0);

function take(watched: Watched): void {
  const { path, life } = watched;
  const there = signalOf(path);
  const before = there.peek().life;
  there.value = watched;
  if (before === 'unknown' || (before === 'gone') !== (life === 'gone')) known.value++;
}

// What no view watches any more is as the desk had it.
client.onForget((path) => {
  const there = signalOf(path);
  if (there.peek().life === 'live') there.value = { ...there.peek(), life: 'stale' };
});

/** Watches rows while the component is there: addresses, and patterns in which a segment `*` stands for any. */
export function useRows(targets: readonly string[]): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same addresses in a new array are no change
  useEffect(() => client.subscribe(targets, take), [targets.join(' ')]);
}
