import { expect, test } from 'vitest';
import { ReceivingTable, SendingTable } from './table.ts';

test('a field keeps its number, and each entry is told once', () => {
  const table = new SendingTable();
  expect(table.numberOf('/channel/input/1', 'levelDb')).toBe(0);
  expect(table.numberOf('/channel/input/1', 'pan')).toBe(1);
  expect(table.numberOf('/channel/input/1', 'levelDb')).toBe(0);
  expect(table.takeUntold()).toEqual([
    ['/channel/input/1', 'levelDb'],
    ['/channel/input/1', 'pan'],
  ]);
  table.numberOf('/channel/input/2', 'pan');
  expect(table.takeUntold()).toEqual([['/channel/input/2', 'pan']]);
  expect(table.takeUntold()).toEqual([]);
});

test('both sides agree on every number, and a number that was never told is refused', () => {
  const sending = new SendingTable();
  const receiving = new ReceivingTable();
  sending.numberOf('/clock/force', 'rate');
  receiving.add(sending.takeUntold());
  const muted = sending.numberOf('/channel/main/1', 'muted');
  expect(() => receiving.entry(muted)).toThrow(/number 1/);
  receiving.add(sending.takeUntold());
  expect(receiving.entry(muted)).toEqual({ path: '/channel/main/1', field: 'muted' });
});
