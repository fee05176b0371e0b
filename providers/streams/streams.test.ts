import { type Fields, Refusal, type Rows } from 'rowdesk/provider';
import { FakeTime } from 'rowdesk/testing';
import { expect, test } from 'vitest';
import type { Reader } from './carried-row.ts';
import { Streams } from './streams.ts';

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
  const listeners = new Set<() => void>();
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
      for (const listener of listeners) listener();
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
  const dropped: string[] = [];
  const reader: Reader = { send: (path, row) => sent.push([path, row]), drop: (path) => dropped.push(path) };
  const read = (address = '') => streams.read(id, reader, address);
  return { time, streams, sent, dropped, read, stop, ...desk };
}

test('a reader gets every row that the targets stand for, then their changes', () => {
  const { streams, time, sent, read, change } = setUp();
  streams.demand(id, { targets: ['/channel/*/*', '/console'] }, 'tablet');
  read();
  expect(sent.map(([path]) => path)).toEqual(['/channel/input/1', '/channel/input/2', '/console']);
  time.advance(40);
  change('/console', { n: 1 });
  expect(sent.at(-1)).toEqual(['/console', { n: 1 }]);
});

test('a reader that comes while a change waits for its time gets it at once, and not again', () => {
  const { streams, time, sent, read, change } = setUp();
  streams.demand(id, { targets: ['/console'], intervalMs: 40 }, 'tablet');
  read();
  change('/console', { n: 1 });
  time.advance(10);
  const late: Fields[] = [];
  streams.read(id, { send: (_path, row) => late.push(row), drop: () => {} }, '');
  expect([sent.length, late]).toEqual([1, [{ n: 1 }]]);
  time.advance(40);
  expect([sent.at(-1), late]).toEqual([['/console', { n: 1 }], [{ n: 1 }]]);
  change('/console', { n: 2 });
  time.advance(40);
  expect(late).toEqual([{ n: 1 }, { n: 2 }]);
});

test('rows are watched only while somebody reads, and once for all readers', () => {
  const { streams, read, watched, sent } = setUp();
  streams.demand(id, { targets: ['/console'] }, 'tablet');
  expect(watched()).toEqual([]);
  const stops = [read(), read()];
  expect(watched()).toEqual(['/console']);
  expect(sent).toHaveLength(2);
  for (const stop of stops) stop();
  expect(watched()).toEqual([]);
});

test('each row is sent at most once per interval, the newest value, and what was overtaken is counted', () => {
  const { streams, time, sent, read, change } = setUp();
  streams.demand(id, { targets: ['/console', '/channel/input/1'], intervalMs: 100 }, 'tablet');
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

test('a new demand lets go what it no longer names and sends what is new', () => {
  const { streams, sent, dropped, read, watched } = setUp();
  streams.demand(id, { targets: ['/console'] }, 'tablet');
  read();
  streams.demand(id, { targets: ['/channel/input/1'] }, 'tablet');
  expect(dropped).toEqual(['/console']);
  expect(watched()).toEqual(['/channel/input/1']);
  expect(sent.map(([path]) => path)).toEqual(['/console', '/channel/input/1']);
});

test('a pattern follows rows that come and go', () => {
  const { streams, sent, dropped, read, setPaths, watched } = setUp(['/warnings/a']);
  streams.demand(id, { targets: ['/warnings/*'] }, 'tablet');
  read();
  setPaths(['/warnings/b']);
  expect(dropped).toEqual(['/warnings/a']);
  expect(watched()).toEqual(['/warnings/b']);
  expect(sent).toEqual([
    ['/warnings/a', { n: 0 }],
    ['/warnings/a', {}],
    ['/warnings/b', { n: 0 }],
  ]);
});

test('targets that stand for nothing, for a stream or for too many are refused, and the old demand stays', () => {
  const { streams } = setUp(['/console', '/streams', ...Array.from({ length: 3000 }, (_, n) => `/row/${n}/x`)]);
  streams.demand(id, { targets: ['/console'] }, 'tablet');
  const errorsOf = (targets: string[]) => {
    try {
      streams.demand(id, { targets }, 'tablet');
      return [];
    } catch (error) {
      return (error as Refusal).errors.map(({ field, code }) => [field, code]);
    }
  };
  expect(errorsOf(['/console', '/nowhere', '/streams'])).toEqual([
    ['targets/1', 'unknown-item'],
    ['targets/2', 'not-an-option'],
  ]);
  expect(errorsOf(['/row/*/x', '/row/*/*'])).toEqual([['targets', 'out-of-range']]);
  expect(streams.get(id)?.targets).toEqual(['/console']);
});

test('a stream is gone 30 s after its last reader, or after a demand that nobody reads', () => {
  const { streams, time, read } = setUp();
  streams.demand(id, {}, 'tablet');
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

test('one address has 16 streams at most, but the computer of the desk as many as it likes', () => {
  const { streams } = setUp();
  const make = (owner: string, n: number) => streams.demand(`${owner.replace(/\W/g, '')}-a-random-id-${n}`, {}, owner);
  for (let n = 0; n < 16; n++) make('192.0.2.1', n);
  expect(() => make('192.0.2.1', 16)).toThrow('There may be 16 streams of one client at most.');
  for (let n = 0; n < 17; n++) make('127.0.0.1', n);
  make('192.0.2.2', 0);
  expect(streams.list()).toHaveLength(34);
});

test('the end leaves no timer and no watched row', () => {
  const { streams, time, read, stop, watched, change } = setUp();
  streams.demand(id, { targets: ['/console'] }, 'tablet');
  streams.demand('another-random-stream-id', {}, 'tablet');
  const stopReading = read();
  change('/console', { n: 1 });
  stop();
  stopReading();
  expect({ timers: time.timers, watched: watched() }).toEqual({ timers: 0, watched: [] });
});
