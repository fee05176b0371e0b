import { expect, test } from 'vitest';
import { Backoff } from './backoff.ts';

test('a process that ends again and again is started after 0, 1, 1, 2, 4 ... 60 s', () => {
  const backoff = new Backoff();
  backoff.started(0);
  const waits = Array.from({ length: 11 }, () => backoff.ended(0) / 1000);
  expect(waits).toEqual([0, 1, 1, 2, 4, 8, 16, 32, 60, 60, 60]);
});

test('after a minute without an end the next one is started again at once', () => {
  const backoff = new Backoff();
  backoff.started(0);
  backoff.ended(1000);
  backoff.ended(2000);
  backoff.started(3000);
  expect(backoff.ended(62_999)).toBe(1000);
  backoff.started(63_000);
  expect(backoff.ended(123_000)).toBe(0);
});
