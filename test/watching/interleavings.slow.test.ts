// Random writers and watchers, some of whom stall, go on or leave: every watcher sees the row go forward, each state
// once, and ends with what GET says.
import { setImmediate } from 'node:timers/promises';
import { createParser } from 'eventsource-parser';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Value } from '../../core/base/typebox.ts';
import { HttpLimits } from '../../core/http/limits.ts';
import { Watchers } from '../../core/http/watchers.ts';
import { FakeTime, MemoryStore, startTestHost, type TestHost } from '../../core/testing.ts';
import console from '../../providers/console/index.ts';
import { isFull } from '../harness/depth.ts';
import { exchangeOf, SlowResponse } from './slow-response.ts';

const runs = isFull ? 10_000 : 300;
const stream = '/streams/of-the-interleavings';
const watched = [
  '/channel/input/1',
  '/channel/input/2',
  '/channel',
  '/channel/input/1/colour',
  '/console',
  stream,
] as const;
const carried = ['/channel/input/1', '/channel/input/2', '/console'];

const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const limits = Value.Default(HttpLimits, {}) as HttpLimits;
let time: FakeTime;
let desk: TestHost;
let watchers: Watchers;
beforeAll(async () => {
  time = new FakeTime();
  // A small desk: rows are parsed by the hundred thousand here.
  const providers = [{ provider: console, config: { layout: { input: 2, main: 1 } } }, 'channel', 'streams'];
  desk = await startTestHost({ providers, store: new MemoryStore(), time });
  watchers = new Watchers({ epoch: 'e', time, log, limits, random: () => 0 });
});
afterAll(() => desk.close());

type Step =
  | { readonly do: 'write'; readonly strip: number; readonly level: number }
  | { readonly do: 'writeBoth'; readonly level: number }
  | { readonly do: 'rename'; readonly name: string }
  | { readonly do: 'watch'; readonly path: string }
  | { readonly do: 'stall' | 'resume' | 'abort'; readonly which: number }
  | { readonly do: 'wait'; readonly ms: number };

const which = fc.nat({ max: 20 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('write' as const),
      strip: fc.integer({ min: 1, max: 2 }),
      level: fc.integer({ min: -20, max: 0 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('writeBoth' as const), level: fc.integer({ min: -20, max: 0 }) }),
  },
  // Long enough that a few of them fill the buffer of a socket.
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('rename' as const),
      name: fc.constantFrom('FOH', 'Monitors', 'é'.repeat(64)),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('watch' as const), path: fc.constantFrom(...watched) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('stall' as const, 'resume' as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('abort' as const), which }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(1, 40, 100, 150, 1_000) }),
  },
);

interface Reader {
  readonly path: string;
  readonly response: SlowResponse;
}

const write = async (path: string, body: object) => desk.host.rows.open(path).patch(body, { actor: 'writer' });

async function carryOut(each: Step, readers: Reader[]): Promise<void> {
  const reader = 'which' in each ? readers[each.which % (readers.length || 1)] : undefined;
  if (each.do === 'write') await write(`/channel/input/${each.strip}`, { levelDb: each.level });
  else if (each.do === 'rename') await write('/channel/input/1', { name: each.name });
  else if (each.do === 'wait') time.advance(each.ms);
  else if (each.do === 'watch') {
    const response = new SlowResponse();
    watchers.begin(exchangeOf(response), desk.host.rows, each.path, { actor: 'reader', address: '127.0.0.1' });
    readers.push({ path: each.path, response });
  } else if (each.do === 'writeBoth') {
    const strips = [1, 2].map((index) => ({ kind: 'input', index, levelDb: each.level }));
    await write('/channel', { strips });
  } else if (each.do === 'stall') reader?.response.stall();
  else if (each.do === 'resume') reader?.response.resume();
  else reader?.response.destroy();
}

/** What the reader has understood, beats left out. */
function eventsOf({ received }: SlowResponse) {
  const events: { readonly event: string; readonly n: number; readonly revision: number; readonly row: object }[] = [];
  const parser = createParser({
    onEvent: ({ event = '', id = '', data }) => {
      if (event === 'beat') return;
      const [, n, revision] = id.split('-').map(Number);
      events.push({ event, n: n as number, revision: revision as number, row: JSON.parse(data) });
    },
  });
  parser.feed(Buffer.concat(received).toString());
  return events;
}

async function judge({ path, response }: Reader): Promise<void> {
  const events = eventsOf(response);
  const before = new Map<unknown, (typeof events)[number]>();
  for (const event of events) {
    // A stream carries rows: each of them is in order, whatever comes between.
    const key = path === stream ? (event.row as { path?: string }).path : '';
    const last = before.get(key);
    before.set(key, event);
    if (last === undefined) continue;
    expect(event.n).toBeGreaterThan(last.n);
    expect(event.revision).toBeGreaterThanOrEqual(last.revision);
    // What went and came back while it was held back is the same state under a new id.
    if (path !== stream && !response.hasStalled) expect(event.row).not.toEqual(last.row);
  }
  expect(response.mostWaited).toBeLessThanOrEqual(limits.watcherBytes);
  expect(events[0]?.event).toBe('snapshot');
  if (response.destroyed) return;
  if (path !== stream) {
    expect(events.slice(1).every(({ event }) => event === 'change')).toBe(true);
    expect(events.at(-1)?.row).toEqual(await desk.host.rows.get(path));
    return;
  }
  const last = new Map(
    events.slice(1).map(({ row }) => [(row as { path: string }).path, (row as { row: object }).row]),
  );
  for (const each of carried) expect(last.get(each), each).toEqual(await desk.host.rows.get(each));
}

test(`every watcher ends with what GET says, in order, each state once, in ${runs} interleavings`, {
  timeout: 600_000,
}, async () => {
  await write(`${stream}/demand`, { targets: carried });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), async (steps) => {
      const readers: Reader[] = [];
      for (const each of steps) await carryOut(each, readers);
      for (const { response } of readers) if (!response.destroyed) response.resume();
      // What is held back for its time comes.
      time.advance(1_000);
      // What waits for a turn of its own as well.
      for (let turn = 0; turn < readers.length; turn++) await setImmediate();
      for (const reader of readers) await judge(reader);
      for (const { response } of readers) response.destroy();
      expect([watchers.size, desk.host.rows.watched]).toEqual([0, { rows: 0, reads: 0, touched: 0 }]);
      // The stream is asked for again before it is forgotten.
      await write(`${stream}/demand`, { targets: carried });
    }),
    { numRuns: runs, seed: 20_260_902, endOnFailure: true },
  );
});

test('a reader that stalls is owed one state of a row, whatever happens, and is let go after 30 s', async () => {
  const response = new SlowResponse();
  watchers.begin(exchangeOf(response), desk.host.rows, '/channel', { actor: 'reader', address: '127.0.0.1' });
  response.stall();
  for (let n = 0; n < 5_000; n++) {
    await write('/channel/input/1', { levelDb: -(n % 100) / 10 });
    if (n < 2_500) time.advance(10);
  }
  // The buffer of the socket, and one row over it.
  const rowBytes = Buffer.byteLength(JSON.stringify(await desk.host.rows.get('/channel')));
  expect(response.mostWaited).toBeLessThan(16_384 + rowBytes + 100);
  expect(response.destroyed).toBe(false);
  time.advance(8_000);
  expect([response.destroyed, watchers.size]).toEqual([true, 0]);
});
