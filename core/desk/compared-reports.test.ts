import { beforeEach, expect, test } from 'vitest';
import { Faults } from '../base/fault-log.ts';
import { ObservedValues } from '../reconcile/observed-values.ts';
import { MemoryStore } from '../testing/memory-store.ts';
import type { DeskCore } from './desk.ts';
import { deskOn, log, write } from './desk-fixture.ts';

let reports: ObservedValues;
let desk: DeskCore;
beforeEach(async () => {
  reports = new ObservedValues(new Faults(log));
  desk = await deskOn(new MemoryStore(), undefined, { observed: reports });
});

const report = (path: string, field: string, value: unknown, state: 'applied' | 'unverified' | 'refused' = 'applied') =>
  reports.report('mixer', 1, [{ path, field, value, state }]);

test('a report matches the desired value of now within the tolerance of the field', async () => {
  await write(desk, '/a/strip/1', { levelDb: -20 });
  expect(desk.observed.matches('/a/strip/1', 'levelDb')).toBe(false);
  report('/a/strip/1', 'levelDb', -20.004);
  expect(desk.observed.matches('/a/strip/1', 'levelDb')).toBe(true);
  await write(desk, '/a/strip/1', { levelDb: -19.9 });
  expect(desk.observed.matches('/a/strip/1', 'levelDb')).toBe(false);
  report('/a/values', 'width', 3.004);
  expect(desk.observed.matches('/a/values', 'width')).toBe(false);
  report('/a/values', 'width', 3.000001);
  expect(desk.observed.matches('/a/values', 'width')).toBe(true);
});

test('a value that is refused, or that a target can not read back, matches nothing', () => {
  for (const state of ['refused', 'unverified'] as const) {
    report('/a/strip/1', 'levelDb', 0, state);
    expect(desk.observed.matches('/a/strip/1', 'levelDb')).toBe(false);
  }
});

test('a report on a field that the desk does not set, or on no row, matches nothing', async () => {
  report('/a/strip/1', 'loud', false);
  report('/a/strip/9', 'levelDb', 0);
  report('/a/values', 'width', 3);
  await write(desk, '/a/box', { model: 'small' });
  for (const [path, field] of [
    ['/a/strip/1', 'loud'],
    ['/a/strip/9', 'levelDb'],
    ['/a/values', 'width'],
  ] as const) {
    expect(desk.observed.matches(path, field)).toBe(false);
  }
});
