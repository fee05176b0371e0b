import { expect, test } from 'vitest';
import { encodeFrame, frameKinds } from './frames.ts';
import { ReceivingTable, SendingTable } from './table.ts';

test('a field keeps its number, and each entry is sent once', () => {
  const table = new SendingTable();
  expect(table.numberOf('/channel/input/1', 'levelDb')).toBe(0);
  expect(table.numberOf('/channel/input/1', 'pan')).toBe(1);
  expect(table.numberOf('/channel/input/1', 'levelDb')).toBe(0);
  expect(table.takeUnsent()).toEqual([
    ['/channel/input/1', 'levelDb'],
    ['/channel/input/1', 'pan'],
  ]);
  table.numberOf('/channel/input/2', 'pan');
  expect(table.takeUnsent()).toEqual([['/channel/input/2', 'pan']]);
  expect(table.takeUnsent()).toEqual([]);
});

test('both sides agree on every number, and a number without an entry is refused', () => {
  const sending = new SendingTable();
  const receiving = new ReceivingTable();
  sending.numberOf('/clock/force', 'rate');
  receiving.add(sending.takeUnsent());
  const muted = sending.numberOf('/channel/main/1', 'muted');
  expect(() => receiving.entry(muted)).toThrow(/number 1/);
  receiving.add(sending.takeUnsent());
  expect(receiving.entry(muted)).toEqual({ path: '/channel/main/1', field: 'muted' });
});

test('a table of many entries is sent in several messages, so that none is larger than a frame', () => {
  const sending = new SendingTable();
  const receiving = new ReceivingTable();
  const field = '\u0001'.repeat(500);
  for (let n = 0; n < 10_000; n += 1) sending.numberOf(`/${n}`, field);
  let messages = 0;
  for (let entries = sending.takeUnsent(); entries.length > 0; entries = sending.takeUnsent()) {
    messages += 1;
    expect(() => encodeFrame(frameKinds.json, Buffer.from(JSON.stringify({ type: 'table', entries })))).not.toThrow();
    receiving.add(entries);
  }
  expect(messages).toBeGreaterThan(1);
  expect(receiving.entry(9999)).toEqual({ path: '/9999', field });
});
