import { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { FakeTime } from '../testing/fake-time.ts';
import type { Exchange } from './exchange.ts';
import { RowsDouble } from './row-api-double.ts';
import { LogDouble, limits } from './server-fixture.ts';
import { SharedTurns } from './shared-turns.ts';
import { Watchers } from './watchers.ts';

const frameBytes = 65_536;
const time = new FakeTime();

/** A reader whose socket takes everything: the names, numbers and sizes of the events that were written. */
class Reader extends EventEmitter {
  readonly written: string[] = [];
  readonly ids: number[] = [];
  bytes = 0;
  hasEnded = false;
  readonly writableNeedDrain = false;
  readonly writableLength = 0;

  write(frame: Buffer | string): boolean {
    this.bytes += frame.length;
    const id = /id: e-(\d+)/.exec(String(frame))?.[1];
    if (id !== undefined) this.ids.push(Number(id));
    this.written.push(/event: (\w+)/.exec(String(frame))?.[1] ?? 'retry');
    return true;
  }

  end(frame?: Buffer): void {
    if (frame !== undefined) this.write(frame);
    this.hasEnded = true;
    this.emit('close');
  }
}

function readers(count: number) {
  const watchers = new Watchers({ epoch: 'e', time, log: new LogDouble(), limits: limits({}) });
  const rows = new RowsDouble({ '/channel': {} });
  const all = Array.from({ length: count }, () => {
    const response = new Reader();
    const exchange = { response, beginStream: () => {} } as unknown as Exchange;
    watchers.begin(exchange, rows, '/channel', { actor: 'ann', address: '127.0.0.1' });
    response.written.length = 0;
    response.ids.length = 0;
    response.bytes = 0;
    return response;
  });
  const publish = (n: number, size = frameBytes, name: 'change' | 'gone' = 'change') => {
    const json = JSON.stringify({ n, pad: 'x'.repeat(size) });
    rows.publish({ name, key: '', n, revision: n, row: {}, json });
  };
  return { watchers, all, publish };
}

const having = (all: readonly Reader[]) => all.filter(({ written }) => written.length > 0).length;

test('a large row for many watchers takes several turns, and each watcher gets it once', async () => {
  const { all, publish } = readers(50);
  await setImmediate();
  publish(1);
  const perTurn = having(all);
  expect(perTurn).toBe(4);
  for (let turn = 1; having(all) < all.length; turn++) {
    const before = having(all);
    await setImmediate();
    expect(having(all)).toBe(Math.min(before + perTurn, all.length));
    expect(turn).toBeLessThan(20);
  }
  await setImmediate();
  expect(all.every(({ written }) => written.join() === 'change')).toBe(true);
});

test('a small row reaches all of them in its tick', async () => {
  const { all, publish } = readers(100);
  await setImmediate();
  publish(1, 1000);
  expect(having(all)).toBe(100);
});

test('a watcher that waits for its turn gets each state, in order', async () => {
  const { all, publish } = readers(5);
  const last = all[4] as Reader;
  await setImmediate();
  publish(1);
  expect(last.ids).toEqual([]);
  publish(2);
  publish(3);
  expect(last.ids).toEqual([1, 2]);
  while (last.ids.length < 3) await setImmediate();
  expect(last.ids).toEqual([1, 2, 3]);
});

test('a beat, which says that the row is current, and the bye come behind what waits', async () => {
  const { watchers, all, publish } = readers(6);
  const last = all[5] as Reader;
  await setImmediate();
  publish(1);
  time.advance(5000);
  expect(last.written).toEqual(['change', 'beat']);
  publish(2);
  watchers.close();
  expect(last.written).toEqual(['change', 'beat', 'change', 'bye']);
  expect(last.hasEnded).toBe(true);
});

test('the end of a row comes in its turn too, and ends the stream', async () => {
  const { all, publish } = readers(6);
  await setImmediate();
  publish(1);
  publish(2, 10, 'gone');
  while (!all.every(({ hasEnded }) => hasEnded)) await setImmediate();
  expect(all.every(({ written }) => written.at(-1) === 'gone')).toBe(true);
});

test('a stream that has ended is not flushed any more', async () => {
  const turns = new SharedTurns();
  let flushed = 0;
  const stream = { flush: () => void flushed++ };
  turns.spend(1e9);
  expect(turns.admits(stream)).toBe(false);
  turns.leave(stream);
  await setImmediate();
  expect(flushed).toBe(0);
  expect(turns.admits(stream)).toBe(true);
});
