import { setImmediate } from 'node:timers/promises';
import { type Fields, Refusal, type Rows, type Time } from 'rowdesk/provider';
import { FakeTime } from 'rowdesk/testing';
import { expect, test } from 'vitest';
import type { Reader } from './multiplexed-row.ts';
import { Streams } from './streams.ts';

const nobody = { actor: '', address: '' };

/** Nobody who listens here throws. */
const faults = {
  note: (error: unknown) => {
    throw error;
  },
};

type Event = Parameters<Rows['watch']>[1];

/** Rows that are there because a test says so. */
function table(paths: string[]) {
  const watchers = new Map<string, Set<Event>>();
  const listeners = new Set<Parameters<Rows['onAddressesChanged']>[0]>();
  const values = new Map<string, Fields>();
  const rows: Rows = {
    get: async (path) => values.get(path) ?? {},
    expand: (target, most) => {
      const pattern = new RegExp(`^${target.replaceAll('*', '[^/]+')}$`);
      const found = paths.filter((path) => pattern.test(path));
      if (found.length === 0 && !target.includes('*'))
        throw new Refusal('unknown-row', `There is no row at ${target}.`);
      if (found.length > most) throw new Refusal('bad-request', 'too many');
      return found;
    },
    addressesOf: () => paths,
    commit: async () => ({ revision: 0, durable: true }),
    onAddressesChanged: (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    watch: (path, event) => {
      const events = watchers.get(path) ?? new Set();
      watchers.set(path, events.add(event));
      const row = values.get(path) ?? { n: 0 };
      event('snapshot', row, JSON.stringify(row));
      return () => events.delete(event);
    },
    options: () => ({ fields: {} }),
    templates: () => [],
  };
  return {
    rows,
    change: (path: string, row: Fields) => {
      values.set(path, row);
      for (const event of watchers.get(path) ?? []) event('change', row, JSON.stringify(row));
    },
    setPaths: (now: string[]) => {
      for (const path of paths.filter((each) => !now.includes(each))) {
        for (const event of watchers.get(path) ?? []) event('gone', {}, '{}');
      }
      paths.splice(0, paths.length, ...now);
      for (const listener of listeners) listener([]);
    },
    watched: () => [...watchers].filter(([, events]) => events.size > 0).map(([path]) => path),
  };
}

const id = 'a-random-stream-id';

function setUp(paths = ['/channel/input/1', '/channel/input/2', '/console']) {
  const time = new FakeTime();
  const desk = table(paths);
  const streams = new Streams(desk.rows, time, faults);
  const stop = streams.start();
  const sent: [string, Fields][] = [];
  const removed: string[] = [];
  const reader: Reader = { send: (path, row) => sent.push([path, row]), remove: (path) => removed.push(path) };
  const read = (address = '') => streams.read(id, reader, { actor: '', address });
  return { time, streams, sent, removed, read, stop, ...desk };
}

test('a reader gets every row that the targets stand for, then their changes', async () => {
  const { streams, time, sent, read, change } = setUp();
  await streams.demand(id, { targets: ['/channel/*/*', '/console'] }, nobody);
  read();
  expect(sent.map(([path]) => path)).toEqual(['/channel/input/1', '/channel/input/2', '/console']);
  time.advance(40);
  change('/console', { n: 1 });
  expect(sent.at(-1)).toEqual(['/console', { n: 1 }]);
});

test('a reader that comes while a change waits for its time gets it at once, and not again', async () => {
  const { streams, time, sent, read, change } = setUp();
  await streams.demand(id, { targets: ['/console'], intervalMs: 40 }, nobody);
  read();
  change('/console', { n: 1 });
  time.advance(10);
  const late: Fields[] = [];
  streams.read(id, { send: (_path, row) => late.push(row), remove: () => {} }, nobody);
  expect([sent.length, late]).toEqual([1, [{ n: 1 }]]);
  time.advance(40);
  expect([sent.at(-1), late]).toEqual([['/console', { n: 1 }], [{ n: 1 }]]);
  change('/console', { n: 2 });
  time.advance(40);
  expect(late).toEqual([{ n: 1 }, { n: 2 }]);
});

test('rows are watched only while somebody reads, and once for all readers', async () => {
  const { streams, read, watched, sent } = setUp();
  await streams.demand(id, { targets: ['/console'] }, nobody);
  expect(watched()).toEqual([]);
  const stops = [read(), read()];
  expect(watched()).toEqual(['/console']);
  expect(sent).toHaveLength(2);
  for (const stop of stops) stop();
  expect(watched()).toEqual([]);
});

test('each row is sent at most once per interval, the newest value, and what was overtaken is counted', async () => {
  const { streams, time, sent, read, change } = setUp();
  await streams.demand(id, { targets: ['/console', '/channel/input/1'], intervalMs: 100 }, nobody);
  read();
  sent.length = 0;
  for (const n of [1, 2, 3]) change('/console', { n });
  time.advance(99);
  expect(sent).toEqual([]);
  time.advance(1);
  expect(sent).toEqual([['/console', { n: 3 }]]);
  expect(streams.get(id)?.conflations).toBe(2);
  change('/channel/input/1', { n: 1 });
  expect(sent).toHaveLength(2);
});

test('a new demand lets go what it no longer names and sends what is new', async () => {
  const { streams, sent, removed, read, watched } = setUp();
  await streams.demand(id, { targets: ['/console'] }, nobody);
  read();
  await streams.demand(id, { targets: ['/channel/input/1'] }, nobody);
  expect(removed).toEqual(['/console']);
  expect(watched()).toEqual(['/channel/input/1']);
  expect(sent.map(([path]) => path)).toEqual(['/console', '/channel/input/1']);
});

test('a pattern follows rows that come and go', async () => {
  const { streams, sent, removed, read, setPaths, watched } = setUp(['/warnings/a']);
  await streams.demand(id, { targets: ['/warnings/*'] }, nobody);
  read();
  setPaths(['/warnings/b']);
  expect(removed).toEqual(['/warnings/a']);
  expect(watched()).toEqual(['/warnings/b']);
  expect(sent).toEqual([
    ['/warnings/a', { n: 0 }],
    ['/warnings/a', {}],
    ['/warnings/b', { n: 0 }],
  ]);
});

test('targets that stand for nothing, for a stream or for too many are refused, and the old demand stays', async () => {
  const { streams } = setUp(['/console', '/streams', ...Array.from({ length: 3000 }, (_, n) => `/row/${n}/x`)]);
  await streams.demand(id, { targets: ['/console'] }, nobody);
  const errorsOf = async (targets: string[]) => {
    try {
      await streams.demand(id, { targets }, nobody);
      return [];
    } catch (error) {
      return (error as Refusal).errors.map(({ field, code }) => [field, code]);
    }
  };
  expect(await errorsOf(['/console', '/nowhere', '/streams'])).toEqual([
    ['targets/1', 'unknown-item'],
    ['targets/2', 'not-an-option'],
  ]);
  expect(await errorsOf(['/row/*/x', '/row/*/*'])).toEqual([['targets', 'out-of-range']]);
  expect(streams.get(id)?.targets).toEqual(['/console']);
});

test('a stream is gone 30 s after its last reader, or after a demand that nobody reads', async () => {
  const { streams, time, read } = setUp();
  await streams.demand(id, {}, nobody);
  time.advance(29_000);
  const stop = read();
  time.advance(60_000);
  expect(streams.list()).toHaveLength(1);
  stop();
  time.advance(29_999);
  expect(streams.list()).toHaveLength(1);
  time.advance(1);
  expect(streams.list()).toEqual([]);
});

const countOf = (streams: Streams) => ({
  make: (address: string, count: number) =>
    Promise.allSettled(
      Array.from({ length: count }, (_, n) =>
        streams.demand(`of-${address.replaceAll('.', '-')}-${n}-at-random`, {}, { actor: '', address }),
      ),
    ).then((made) => made.filter(({ status }) => status === 'fulfilled').length),
});

test('one address has 16 streams at most, but the computer of the desk as many as it likes', async () => {
  const { streams } = setUp();
  const { make } = countOf(streams);
  expect(await make('192.0.2.1', 17)).toBe(16);
  expect(await make('127.0.0.1', 17)).toBe(17);
  expect(await make('192.0.2.2', 1)).toBe(1);
  expect(streams.list()).toHaveLength(34);
  await expect(streams.demand('one-more-random-id', {}, { actor: '', address: '192.0.2.1' })).rejects.toThrow(
    'There may be 16 streams of one address at most.',
  );
});

test('a few addresses never have all streams, and who has gone leaves a place', async () => {
  const { streams, time } = setUp();
  const { make } = countOf(streams);
  const made = await Promise.all(Array.from({ length: 40 }, (_, n) => make(`192.0.2.${n + 1}`, 16)));
  expect(made.reduce((sum, count) => sum + count, 0)).toBe(448 + 12);
  expect(
    made.filter((count) => count === 0),
    'an address without any',
  ).toEqual([]);
  time.advance(30_000);
  expect(await make('192.0.2.1', 16)).toBe(16);
});

test('the end leaves no timer and no watched row', async () => {
  const { streams, time, read, stop, watched, change } = setUp();
  await streams.demand(id, { targets: ['/console'] }, nobody);
  await streams.demand('another-random-stream-id', {}, nobody);
  const stopReading = read();
  change('/console', { n: 1 });
  stop();
  stopReading();
  expect({ timers: time.timers, watched: watched() }).toEqual({ timers: 0, watched: [] });
});

/** A desk whose every look at an address, and every row that begins to be watched, takes a millisecond. */
function slow(paths: string[]) {
  const desk = table(paths);
  let looks = 0;
  let nowMs = 0;
  const look = () => {
    looks++;
    nowMs++;
  };
  const due: (() => void)[] = [];
  const time: Time = {
    now: () => nowMs,
    monotonicMs: () => nowMs,
    every: () => () => {},
    after: (_ms, run) => {
      due.push(run);
      return () => {};
    },
    sleep: async () => {},
  };
  const rows: Rows = {
    ...desk.rows,
    expand: (target, most) => {
      look();
      return desk.rows.expand(target, most);
    },
    watch: (path, event) => {
      look();
      return desk.rows.watch(path, event);
    },
  };
  const taken = () => {
    const before = looks;
    looks = 0;
    return before;
  };
  const turn = () => {
    for (const run of due.splice(0)) run();
  };
  return { ...desk, turn, taken, streams: new Streams(rows, time, faults) };
}

test('a demand that stands for more than is allowed is looked into no further than that', async () => {
  const { streams, taken } = slow(Array.from({ length: 3000 }, (_, n) => `/row/${n}/x`));
  const targets = Array.from({ length: 60 }, (_, n) => ['/row/*/x', '/row/*/*', '/*/*/x', '/*/*/*'][n % 4] as string);
  await expect(streams.demand(id, { targets: [...new Set(targets)] }, nobody)).rejects.toThrow('4096 is the most');
  expect(taken()).toBe(2);
});

test('more patterns than 64 are refused without a look', async () => {
  const { streams, taken } = slow(['/console']);
  const targets = Array.from({ length: 65 }, (_, n) => `/row/${n}/*`);
  await expect(streams.demand(id, { targets }, nobody)).rejects.toThrow('64 is the most');
  expect(taken()).toBe(0);
});

test('what streams are asked for is looked up, and begun to be watched, over several turns of the loop', async () => {
  const paths = Array.from({ length: 30 }, (_, n) => `/row/${n}`);
  const { streams, turn, taken, watched } = slow(paths);
  streams.read(id, { send: () => {}, remove: () => {} }, nobody);
  const demanded = streams.demand(id, { targets: paths }, nobody);
  const other = streams.demand('another-random-stream-id', { targets: paths }, nobody);
  const turns = [taken()];
  while (watched().length < paths.length) {
    turn();
    // Answers come between the turns.
    await setImmediate();
    turns.push(taken());
  }
  await Promise.all([demanded, other]);
  expect(Math.max(...turns)).toBeLessThanOrEqual(5);
  expect(
    turns.reduce((sum, count) => sum + count, 0),
    'two checks, one look at what is there now, one watch',
  ).toBe(120);
});

test('a pattern is expanded once for all streams, and again when addresses come or go', async () => {
  const { streams, turn, taken, setPaths } = slow(['/warnings/a']);
  const stop = streams.start();
  const demand = async (n: number) => {
    const demanded = streams.demand(`a-random-stream-id-${n}`, { targets: ['/warnings/*'] }, nobody);
    turn();
    await demanded;
  };
  for (const n of [1, 2, 3]) await demand(n);
  expect(taken()).toBe(1);
  setPaths(['/warnings/b']);
  for (const n of [1, 2]) await demand(n);
  expect(taken()).toBe(1);
  stop();
});
