import { expect, test } from 'vitest';
import { FakeTime } from '../testing/fake-time.ts';
import { FailedKeys } from './failed-keys.ts';

function counting() {
  const time = new FakeTime();
  const lines: object[] = [];
  const raised: string[] = [];
  const log = { debug: () => {}, info: () => {}, error: () => {}, warn: (fields: object) => void lines.push(fields) };
  const warnings = {
    raise: ({ detail }: { readonly detail: string }) => void raised.push(detail),
    clear: (id: string) => void raised.push(`no ${id}`),
  };
  return { time, lines, raised, failed: new FailedKeys({ time, log, warnings }) };
}

test('a flood is one warning, and a line a minute; the warning ends a minute later', () => {
  const { time, lines, raised, failed } = counting();
  const floods = Array.from({ length: 10_000 }, () => failed.count('192.0.2.7'));
  expect([floods[18], floods[19], floods.at(-1)]).toEqual([false, true, true]);
  expect(raised).toEqual(['192.0.2.7 has sent 20 wrong keys within a minute. Every one is refused.']);
  expect(lines).toEqual([]);
  time.advance(60_000);
  expect(lines).toEqual([{ wrongKeys: 10_000, from: ['192.0.2.7'] }]);
  expect(raised).toHaveLength(1);
  time.advance(60_000);
  expect(raised.at(-1)).toBe('no wrong-keys');
  time.advance(600_000);
  expect(lines).toHaveLength(1);
});

test('however many addresses try, the table has as many lines as it may, and is empty a minute later', () => {
  const { time, lines, failed } = counting();
  for (let n = 0; n < 10_000; n++) failed.count(`2001:db8::${n}`);
  expect(failed.size).toBe(257);
  time.advance(60_000);
  expect(failed.size).toBe(0);
  expect((lines[0] as { readonly from: readonly string[] }).from).toHaveLength(8);
});
