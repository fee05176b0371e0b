import { expect, test } from 'vitest';
import { Budget } from './gate.ts';

/** A packet of 9,000 bytes, each of whose questions points to a name of 120 labels. */
function pointers(count: number): Buffer {
  const header = Buffer.alloc(12);
  header.writeUInt16BE(count, 4);
  const name = Buffer.from([...Array.from({ length: 120 }, () => [1, 97]).flat(), 0]);
  const type = Buffer.from([0, 12, 0, 1]);
  const pointer = Buffer.concat([Buffer.from([0xc0, 12]), type]);
  return Buffer.concat([header, name, type, ...Array.from({ length: count - 1 }, () => pointer)]);
}

test('a packet of many records that point to one long name is not decoded', () => {
  const costly = pointers(1_400);
  expect(costly.length).toBeLessThan(9_000);
  expect(new Budget().allows(costly, '10.0.0.1', 0)).toBe(false);
  expect(new Budget().allows(pointers(256), '10.0.0.1', 0)).toBe(true);
});

test('a sender has as many records as packets allow it, whatever their number in each, and others theirs', () => {
  const budget = new Budget();
  const allowed = (sender: string, records: number, nowMs: number) =>
    Array.from({ length: 500 }, () => budget.allows(pointers(records), sender, nowMs)).filter(Boolean).length;
  expect(allowed('10.0.0.1', 250, 0)).toBe(8);
  expect(allowed('10.0.0.2', 1, 0)).toBe(200);
  expect(allowed('10.0.0.1', 250, 1_000)).toBe(2);
});

test('what is no packet is refused', () => {
  const budget = new Budget();
  expect(budget.allows(Buffer.alloc(11), '10.0.0.1', 0)).toBe(false);
  expect(budget.allows(Buffer.alloc(9_001), '10.0.0.1', 0)).toBe(false);
});
