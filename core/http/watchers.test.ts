import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { FakeTime } from '../testing/fake-time.ts';
import type { Exchange } from './exchange.ts';
import { RowsDouble } from './row-api-double.ts';
import { LogDouble, limits } from './server-fixture.ts';
import { Watchers } from './watchers.ts';

/** As much of an exchange as a stream needs; its response takes everything at once. */
function exchange(): Exchange {
  const response = Object.assign(new EventEmitter(), { write: () => true, end: () => {}, writableNeedDrain: false });
  return { response, beginStream: () => {} } as unknown as Exchange;
}

function enter(watchers: Watchers, address: string, times: number): Exchange[] {
  const rows = new RowsDouble({ '/clock': {} });
  return Array.from({ length: times }, () => {
    const given = exchange();
    watchers.begin(given, rows, '/clock', { actor: 'ann', address });
    return given;
  });
}

const make = () =>
  new Watchers({ epoch: 'e', time: new FakeTime(), log: new LogDouble(), limits: limits({ watchersPerAddress: 3 }) });

test('one address may have so many watchers, and others theirs', () => {
  const watchers = make();
  const [first] = enter(watchers, '192.0.2.1', 3);
  expect(() => enter(watchers, '192.0.2.1', 1)).toThrow('3 watchers of one address');
  enter(watchers, '192.0.2.2', 3);
  first?.response.emit('close');
  enter(watchers, '192.0.2.1', 1);
  expect(watchers.size).toBe(6);
});

test('loopback is exempt from the limit per address', () => {
  const watchers = make();
  enter(watchers, '127.0.0.1', 10);
  enter(watchers, '::1', 10);
  expect(watchers.size).toBe(20);
});

test('eight addresses with all they may have leave places for addresses that have none', () => {
  const options = { epoch: 'e', time: new FakeTime(), log: new LogDouble() };
  const watchers = new Watchers({ ...options, limits: limits({ watchers: 512, watchersPerAddress: 64 }) });
  const taken = Array.from({ length: 8 }, (_, n) => {
    let count = 0;
    try {
      for (; ; count++) enter(watchers, `192.0.2.${n + 1}`, 1);
    } catch {
      return count;
    }
  });
  expect(taken.reduce((sum, count) => sum + count, 0)).toBe(449);
  for (let n = 0; n < 62; n++) enter(watchers, `198.51.100.${n + 1}`, 1);
  expect(() => enter(watchers, '198.51.100.1', 1)).toThrow('448 watchers of addresses that have one already');
  enter(watchers, '127.0.0.1', 1);
  expect(() => enter(watchers, '198.51.100.200', 1)).toThrow('512 watchers in all');
});
