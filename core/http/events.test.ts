// Event streams over real sockets: what is sent, to whom, and what a reader costs that doesn't read.
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FakeTime } from '../testing/fake-time.ts';
import { RowsDouble } from './row-api-double.ts';
import { type Fixture, startServer } from './server-fixture.ts';

interface Reader {
  readonly response: IncomingMessage;
  readonly events: EventSourceMessage[];
  readonly retries: number[];
  readonly ended: Promise<unknown>;
  leave(): void;
}

let time: FakeTime;
let rows: RowsDouble;
let fixture: Fixture;
beforeEach(async () => {
  time = new FakeTime();
  rows = new RowsDouble({ '/clock': { rate: 48000 }, '/console': { name: 'FOH' } }, ['/console']);
  fixture = await startServer(rows, { time });
});
afterEach(() => fixture.server.close());

async function watch(path: string): Promise<Reader> {
  const sent = request({ host: '127.0.0.1', port: fixture.port, path: `/api${path}?watch=1` }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const events: EventSourceMessage[] = [];
  const retries: number[] = [];
  const parser = createParser({ onEvent: (event) => void events.push(event), onRetry: (ms) => void retries.push(ms) });
  response.setEncoding('utf8').on('data', (chunk: string) => parser.feed(chunk));
  response.on('error', () => {});
  return {
    response,
    events,
    retries,
    ended: new Promise((resolve) => response.on('close', resolve)),
    leave: () => sent.destroy(),
  };
}

const got = (reader: Reader, count: number) => expect.poll(() => reader.events.length).toBe(count);

/** A client that asks for a stream and reads none of it. */
async function stalled(path: string): Promise<Socket> {
  const socket = connect(fixture.port, '127.0.0.1');
  const before = rows.sinks.size;
  socket.write(`GET /api${path}?watch=1 HTTP/1.1\r\nHost: 127.0.0.1:${fixture.port}\r\n\r\n`);
  await expect.poll(() => rows.sinks.size).toBe(before + 1);
  return socket.pause();
}

/** Publishes a row of 64 KiB. */
function publishLarge(n: number, key = ''): void {
  const row = { pad: 'x'.repeat(65_536), n };
  rows.publish({ name: 'change', key, n, revision: n, row, json: JSON.stringify(row) });
}

/** More than can be sent to who doesn't read. */
function fill(key = ''): void {
  for (let n = 0; n < 200; n++) publishLarge(n, key);
}

test('a stream begins with a snapshot and goes on with whole rows, each with its id', async () => {
  const reader = await watch('/console');
  expect(reader.response.headers).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    connection: 'close',
  });
  expect(reader.response.headers['transfer-encoding']).toBeUndefined();
  await got(reader, 1);
  await fixture.send('PATCH', '/api/console', { body: '{"name":"Monitors"}' });
  await got(reader, 2);
  expect(reader.events).toEqual([
    { id: 'epoch-1-1', event: 'snapshot', data: '{"name":"FOH"}' },
    { id: 'epoch-2-2', event: 'change', data: '{"name":"Monitors"}' },
  ]);
  expect(reader.retries[0]).toBeGreaterThanOrEqual(1_000);
  expect(reader.retries[0]).toBeLessThan(3_000);
});

test('a row that is not there is refused, and no stream begins', async () => {
  const { status, json } = await fixture.send('GET', '/api/nowhere?watch=1');
  expect([status, json.code]).toEqual([404, 'unknown-row']);
  expect(fixture.server.watchers).toBe(0);
});

test('every 5 s there is a beat with the revision', async () => {
  const reader = await watch('/clock');
  await got(reader, 1);
  rows.revision = 17;
  time.advance(10_000);
  await got(reader, 3);
  expect(reader.events.slice(1)).toEqual([
    { id: undefined, event: 'beat', data: '{"revision":17}' },
    { id: undefined, event: 'beat', data: '{"revision":17}' },
  ]);
});

test('a row that is gone says so and the stream ends', async () => {
  const reader = await watch('/clock');
  rows.publish(rows.publication('gone', '/clock'));
  await reader.ended;
  expect(reader.events.map(({ event }) => event)).toEqual(['snapshot', 'gone']);
  await expect.poll(() => rows.sinks.size).toBe(0);
});

test('a client that leaves is forgotten', async () => {
  const reader = await watch('/clock');
  expect(rows.watchers).toEqual([{ actor: '127.0.0.1', address: '127.0.0.1' }]);
  reader.leave();
  await expect.poll(() => [rows.sinks.size, fixture.server.watchers]).toEqual([0, 0]);
});

test('at shutdown every client gets bye and its connection ends', async () => {
  const readers = await Promise.all([watch('/clock'), watch('/console')]);
  await fixture.server.close();
  for (const reader of readers) {
    await reader.ended;
    expect(reader.events.at(-1)).toMatchObject({ event: 'bye', data: '{"revision":1}' });
  }
  expect(time.timers).toBe(0);
});

test('a reader that stops gets the newest only when it goes on, and others are not delayed', async () => {
  const slow = await stalled('/clock');
  const other = await watch('/clock');
  for (let n = 0; n < 200; n++) {
    publishLarge(n);
    while (other.events.length < n + 2) await setImmediate();
  }
  const [last] = other.events.slice(-1);
  const received: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (event) => void received.push(event) });
  slow.setEncoding('latin1').on('data', (chunk) => parser.feed(String(chunk)));
  slow.resume();
  await expect.poll(() => received.at(-1)?.id).toBe(last?.id);
  expect(received.length).toBeLessThan(200);
  slow.destroy();
});

test('of a stream that carries rows, the newest of each row is owed', async () => {
  const slow = await stalled('/clock');
  fill('/a');
  fill('/b');
  rows.publish({ name: 'change', key: '/c', n: 999, revision: 1, row: {}, json: '{"c":1}' });
  const text: string[] = [];
  slow.setEncoding('latin1').on('data', (chunk) => text.push(String(chunk)));
  slow.resume();
  await expect.poll(() => text.join('').includes('data: {"c":1}')).toBe(true);
  const ends = [...text.join('').matchAll(/"n":(\d+)}/g)].map(([, n]) => Number(n));
  expect(ends.filter((n) => n === 199)).toHaveLength(2);
  slow.destroy();
});

test('a reader that reads nothing for 30 s is let go', async () => {
  const slow = await stalled('/clock');
  slow.on('error', () => {});
  fill();
  time.advance(29_000);
  expect(fixture.server.watchers).toBe(1);
  time.advance(5_000);
  await expect.poll(() => [fixture.server.watchers, rows.sinks.size]).toEqual([0, 0]);
  expect(fixture.log.lines.at(-1)?.message).toContain('let go');
  slow.destroy();
});

test('what a reader is owed has an end', async () => {
  const slow = await stalled('/clock');
  slow.on('error', () => {});
  for (let n = 0; n < 40; n++) fill(`/row/${n}`);
  time.advance(1_000);
  await expect.poll(() => fixture.server.watchers).toBe(0);
  slow.destroy();
});

test('who is known not to read is let go as soon as he would be owed too much', async () => {
  const slow = await stalled('/clock');
  slow.on('error', () => {});
  fill();
  time.advance(1_000);
  expect(fixture.server.watchers).toBe(1);
  // The newest of each of 20 rows is more than the limit; no second passes.
  for (let n = 0; n < 20; n++) publishLarge(n, `/row/${n}`);
  await expect.poll(() => fixture.server.watchers).toBe(0);
  slow.destroy();
});

test('watchers are limited in all', async () => {
  const few = await startServer(rows, { limits: { watchers: 2 } });
  const sockets = await Promise.all(
    [1, 2].map(async () => {
      const socket = connect(few.port, '127.0.0.1');
      socket.write(`GET /api/clock?watch=1 HTTP/1.1\r\nHost: 127.0.0.1:${few.port}\r\n\r\n`);
      await once(socket, 'data');
      return socket;
    }),
  );
  const third = await few.send('GET', '/api/clock?watch=1');
  expect([third.status, third.json.code, third.headers['retry-after']]).toEqual([429, 'too-many-watchers', '1']);
  sockets[0]?.destroy();
  await expect.poll(() => few.server.watchers).toBe(1);
  for (const socket of sockets) socket.destroy();
  await few.server.close();
});
