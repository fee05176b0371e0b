import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { FakeTime } from '../testing/fake-time.ts';
import { RowsDouble } from './row-api-double.ts';
import { type Fixture, startServer } from './server-fixture.ts';
import { longestWaitMs, WaitingRequests } from './waiting-requests.ts';

let fixture: Fixture | undefined;
afterEach(async () => {
  await fixture?.server.close();
  fixture = undefined;
});

const makeRows = () => new RowsDouble({ '/clock': { rate: 48000 }, '/console': { name: 'FOH' } }, ['/console']);
const waiting = (count: number) => expect.poll(() => fixture?.server.waiting).toBe(count);

test('what comes before the rows waits for them, and is answered like any other', async () => {
  fixture = await startServer(undefined);
  const { server, send } = fixture;
  const read = send('GET', '/api/clock');
  const write = send('PATCH', '/api/console', { body: JSON.stringify({ name: 'early' }) });
  const home = send('GET', '/');
  const contract = send('OPTIONS', '/api/console');
  const none = send('GET', '/api/nothing');
  await waiting(5);
  server.serve(makeRows(), () => ({}));
  expect([(await read).status, (await read).json]).toEqual([200, { rate: 48000 }]);
  expect([(await write).status, (await write).json.name]).toEqual([200, 'early']);
  expect((await home).json.title).toBe('Rowdesk');
  expect([(await contract).status, (await none).status]).toEqual([200, 404]);
  expect(server.waiting).toBe(0);
});

test('what no guard lets in is refused at once', async () => {
  fixture = await startServer(undefined);
  const { status, json } = await fixture.send('GET', '/api/clock', { headers: { host: 'elsewhere.example' } });
  expect([status, json.code]).toEqual([421, 'host-not-ours']);
  expect(fixture.server.waiting).toBe(0);
});

test('a connection whose rows do not come closes after 30 s, without an answer', async () => {
  const time = new FakeTime();
  fixture = await startServer(undefined, { time });
  const answer = fixture.raw(`GET /api/clock HTTP/1.1\r\nHost: 127.0.0.1:${fixture.port}\r\n\r\n`);
  await waiting(1);
  time.advance(longestWaitMs - 1);
  expect(fixture.server.waiting).toBe(1);
  time.advance(1);
  expect(await answer.catch(() => '')).toBe('');
  expect(fixture.server.waiting).toBe(0);
});

test('a client that goes waits no longer', async () => {
  fixture = await startServer(undefined);
  const socket = connect(fixture.port, '127.0.0.1').on('error', () => {});
  socket.write(`GET /api/clock HTTP/1.1\r\nHost: 127.0.0.1:${fixture.port}\r\n\r\n`);
  await waiting(1);
  socket.destroy();
  await waiting(0);
});

test('a desk that ends before its rows are there ends the connections that wait', async () => {
  fixture = await startServer(undefined);
  const socket = connect(fixture.port, '127.0.0.1').on('error', () => {});
  socket.write(`GET /api/clock HTTP/1.1\r\nHost: 127.0.0.1:${fixture.port}\r\n\r\n`);
  await waiting(1);
  const ended = text(socket).catch(() => '');
  await fixture.server.close();
  expect(await ended).toBe('');
});

/** A connection of this address, and what became of it. */
function waits(requests: WaitingRequests, remoteAddress: string, run = () => {}) {
  const response = new EventEmitter();
  const socket = { remoteAddress, isDestroyed: false, destroy: () => (socket.isDestroyed = true) };
  requests.add(socket as unknown as Socket, response as unknown as ServerResponse, run);
  return { socket, response };
}

test('one address of the network takes 64 places, this machine what is left, and one too many is closed', () => {
  const time = new FakeTime();
  const requests = new WaitingRequests(time);
  const closed = (address: string, count: number) =>
    Array.from({ length: count }, () => waits(requests, address).socket).filter(({ isDestroyed }) => isDestroyed)
      .length;
  expect(closed('192.0.2.1', 70)).toBe(6);
  expect(closed('127.0.0.1', 449)).toBe(1);
  expect([requests.size, time.timers]).toEqual([512, 512]);
  requests.close();
  expect([requests.size, time.timers]).toEqual([0, 0]);
  expect(closed('192.0.2.1', 1)).toBe(0);
});

test('they are answered in their order, one in a turn, and those whose client went are left out', async () => {
  const time = new FakeTime();
  const requests = new WaitingRequests(time);
  const answered: number[] = [];
  const [, second] = [1, 2, 3].map((each) => waits(requests, '127.0.0.1', () => answered.push(each)));
  second?.response.emit('close');
  requests.answer();
  expect(answered).toEqual([1]);
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect([answered, time.timers]).toEqual([[1, 3], 0]);
});
