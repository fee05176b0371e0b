import { expect, test } from 'vitest';
import { setting, Type, task } from '../provider.ts';
import { mayWrite, mayWriteSome, type Permit } from './permit.ts';
import { Registry } from './registry.ts';
import type { RowRef } from './row-ref.ts';

const number = Type.Number({ default: 0 });
const params = { n: Type.Integer({ minimum: 1 }) };
const addresses = { has: () => true, list: () => [{ n: 1 }, { n: 2 }] };
const busOf = ({ n }: { readonly n: number }) => `mix/${n}`;
const rows = [
  setting('/lamp', { fields: { a: number, b: number }, writable: ['a', 'b'], writers: { a: 'mix' } }),
  setting('/lamp/plain', { fields: { a: number }, writable: ['a'] }),
  setting('/lamp/all', { fields: { a: number }, writable: ['a'], writers: 'view' }),
  setting('/lamp/of/{n}', {
    params,
    addresses,
    fields: { a: number, b: number },
    writable: ['a', 'b'],
    writers: { a: 'bus', b: 'parts' },
    busOf,
  }),
  task('/lamp/run', { extra: { fast: Type.Boolean({ default: false }) }, writers: 'mix', run: () => ({}) }),
];
const registry = new Registry([{ provider: { name: 'lamp', roots: ['lamp'] }, rows }]);
const permits: readonly Permit[] = [
  { name: '', role: 'none' },
  { name: 'v', role: 'view' },
  { name: 'b', role: 'mix', bus: 'mix/1' },
  { name: 'm', role: 'mix' },
  { name: 'r', role: 'run' },
];

test.each([
  ['/lamp', 'a', [false, false, false, true, true]],
  ['/lamp', 'b', [false, false, false, false, true]],
  ['/lamp', 'toString', [false, false, false, false, true]],
  ['/lamp/plain', 'a', [false, false, false, false, true]],
  ['/lamp/all', 'a', [false, true, true, true, true]],
  ['/lamp/of/1', 'a', [false, false, true, true, true]],
  ['/lamp/of/2', 'a', [false, false, false, true, true]],
  ['/lamp/of/2', 'b', [false, false, true, true, true]],
  ['/lamp/run', 'running', [false, false, false, true, true]],
  ['/lamp/run', 'fast', [false, false, false, true, true]],
])('%s %s: none, view, bus, mix, run', (path, field, expected) => {
  expect(registry.errors).toEqual([]);
  const place = registry.locate(path) as RowRef;
  expect(permits.map((permit) => mayWrite(permit, place, field))).toEqual(expected);
  for (const [n, permit] of permits.entries()) if (expected[n]) expect(mayWriteSome(permit, place)).toBe(true);
});

test('a row that nobody but those that run the desk may write is known beforehand', () => {
  const place = registry.locate('/lamp/plain') as RowRef;
  expect(permits.map((permit) => mayWriteSome(permit, place))).toEqual([false, false, false, false, true]);
});

test('what `writers` can not be is an error of the row', () => {
  const faulty = (literal: object) => {
    const row = setting('/lamp', { fields: { a: number }, writable: ['a'], ...literal } as never);
    return new Registry([{ provider: { name: 'lamp', roots: ['lamp'] }, rows: [row] }]).errors.map(
      ({ message }) => message,
    );
  };
  expect(faulty({ writers: 'everybody' })).toEqual([
    'writers has "everybody", which is none of run, mix, bus, parts, view',
  ]);
  expect(faulty({ writers: { b: 'mix' } })).toEqual([
    'writers.b is not a writable field; name it in writable or take it out',
  ]);
  expect(faulty({ writers: 'bus' })).toEqual(['writers has "bus", and busOf does not say which']);
});
