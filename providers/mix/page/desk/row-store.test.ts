import { effect } from '@preact/signals';
import type { Life, Row } from 'rowdesk/client';
import { expect, test } from 'vitest';
import { RowStore } from './row-store.ts';

const path = (index: number) => `/channel/input/${index}`;
const take = (store: RowStore, index: number, row: Row, life: Life = 'live') =>
  store.take({ path: path(index), row, revision: 1, life });

test('a level that moves wakes what shows this level, and nothing else of 240 strips', () => {
  const store = new RowStore();
  const woken: string[] = [];
  const strip = { name: 'Kick', mutedBy: ['dca:1'], dcas: [1], muted: false };
  for (let index = 1; index <= 240; index++) {
    take(store, index, { ...strip, levelDb: -20 });
    for (const field of ['levelDb', ...Object.keys(strip)]) {
      effect(() => {
        store.fieldOf(path(index), field).value;
        woken.push(`${index} ${field}`);
      });
    }
  }
  effect(() => {
    store.pathsOf('/channel/input/*');
    woken.push('paths');
  });
  woken.length = 0;
  for (let levelDb = -20; levelDb < 10; levelDb++) take(store, 7, { ...structuredClone(strip), levelDb });
  // The first of them is no move.
  expect(woken).toEqual(Array.from({ length: 29 }, () => '7 levelDb'));
  take(store, 7, { ...strip, mutedBy: ['dca:1', 'mute'], levelDb: 9 });
  expect(woken.at(-1)).toBe('7 mutedBy');
});

test('paths of a pattern stand in the order of their numbers and change when a row comes or goes', () => {
  const store = new RowStore();
  let reads = 0;
  let paths: readonly string[] = [];
  for (const index of [10, 2]) take(store, index, { name: '' });
  effect(() => {
    paths = store.pathsOf('/channel/input/*');
    reads++;
  });
  take(store, 1, { name: '' });
  store.take({ path: '/channel/input/3/clip', row: { clipped: true }, revision: 1, life: 'live' });
  store.take({ path: '/channel/main/1', row: { name: '' }, revision: 1, life: 'live' });
  expect([paths, reads]).toEqual([[path(1), path(2), path(10)], 2]);
  take(store, 2, { name: '' }, 'stale');
  expect(reads).toBe(2);
  take(store, 2, { name: '' }, 'gone');
  expect([paths, store.pathsOf('/channel/*/1')]).toEqual([
    [path(1), path(10)],
    [path(1), '/channel/main/1'],
  ]);
});

test('a row that is followed no more is stale until it comes', () => {
  const store = new RowStore();
  for (const index of [1, 2]) take(store, index, { levelDb: -6 });
  store.forget(path(1));
  expect([1, 2].map((index) => store.rowOf(path(index)).value.life)).toEqual(['stale', 'live']);
  expect(store.fieldOf(path(1), 'levelDb').value).toBe(-6);
});
