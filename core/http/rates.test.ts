import { expect, test } from 'vitest';
import { FakeTime } from '../testing/fake-time.ts';
import { isLoopback } from './actor.ts';
import { WriteRates } from './rates.ts';

const taken = (rates: WriteRates, address: string, times: number) =>
  Array.from({ length: times }, () => rates.take(address)).filter(Boolean).length;

test('a burst is let through, then writes come as fast as the bucket fills', () => {
  const time = new FakeTime();
  const rates = new WriteRates(2_000, 4_000, time);
  expect(taken(rates, '192.0.2.1', 5_000)).toBe(4_000);
  time.advance(100);
  expect(taken(rates, '192.0.2.1', 5_000)).toBe(200);
  time.advance(60_000);
  expect(taken(rates, '192.0.2.1', 5_000)).toBe(4_000);
});

test('addresses do not pay for each other, and are forgotten when they have been quiet', () => {
  const time = new FakeTime();
  const rates = new WriteRates(10, 20, time);
  expect(taken(rates, '192.0.2.1', 30)).toBe(20);
  expect(taken(rates, '192.0.2.2', 30)).toBe(20);
  time.advance(59_000);
  rates.take('192.0.2.2');
  time.advance(1_000);
  expect(rates.size).toBe(1);
  time.advance(60_000);
  expect([rates.size, time.timers]).toEqual([0, 0]);
});

test('loopback is known in its spellings', () => {
  expect(['127.0.0.1', '127.1.2.3', '::1'].every(isLoopback)).toBe(true);
  expect(['192.0.2.1', '::2', ''].some(isLoopback)).toBe(false);
});
