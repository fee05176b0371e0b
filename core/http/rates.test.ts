import { expect, test } from 'vitest';
import { FakeTime } from '../testing/fake-time.ts';
import { WriteRates } from './rates.ts';
import { isLoopback, limitedAs } from './remote-address.ts';

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

test('limits count IPv4 by the address, IPv6 by its /64, and loopback not at all', () => {
  const here = limitedAs('2001:db8:0:1:a:b:c:d');
  const same = ['2001:db8:0:1::1', '2001:db8:0:1:ffff::', '2001:db8:0:1:2:3:4:5'];
  expect(same.map(limitedAs)).toEqual([here, here, here]);
  const others = ['2001:db8:0:2::1', '2001:db8::1', '2001:db8:0:0:1::', 'fe80::1%eth0', 'fe80::1%eth1', '192.0.2.1'];
  const keys = [...others, '2001:db8:0:1::1'].map(limitedAs);
  expect(new Set(keys).size).toBe(6);
  expect(limitedAs('2001:db8::1')).toBe(limitedAs('2001:db8:0:0:1::'));
  expect([limitedAs('192.0.2.1'), limitedAs('127.0.0.1'), limitedAs('::1')]).toEqual([
    '192.0.2.1',
    undefined,
    undefined,
  ]);
});
