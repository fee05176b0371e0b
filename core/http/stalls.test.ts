// A desk whose event loop stands still: a client that was in time is answered as if nothing had been.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RowsDouble } from './row-api-double.ts';
import { type Fixture, startServer } from './server-fixture.ts';

let fixture: Fixture;
const rows = new RowsDouble({ '/console': {} }, ['/console']);
beforeAll(async () => {
  fixture = await startServer(rows, { limits: { headersMs: 50, requestMs: 100, keepAliveMs: 100 } });
});
afterAll(() => fixture.server.close());

/** Sends the first piece, says so, and the other one while this thread stands still. Gives all that comes. */
const client = `
  const { connect } = require('node:net');
  const { parentPort, workerData: { port, first, second } } = require('node:worker_threads');
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (bytes) => { text += bytes; });
  socket.on('close', () => parentPort.postMessage(text));
  socket.on('error', (error) => { text += error.message; });
  socket.write(first, () => setTimeout(() => {
    parentPort.postMessage('sent');
    setTimeout(() => socket.write(second), 100);
  }, 40));
`;

async function overStall(first: string, second: string): Promise<string> {
  const worker = new Worker(client, { eval: true, workerData: { port: fixture.port, first, second } });
  expect((await once(worker, 'message'))[0]).toBe('sent');
  // Longer than the limits, and than a period of Node's check.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500);
  return (await once(worker, 'message'))[0];
}

const host = () => `Host: 127.0.0.1:${fixture.port}\r\n`;

test('a header whose end came while the desk stood still is answered', async () => {
  const answer = await overStall(`GET /api/console HTTP/1.1\r\n${host()}Conn`, 'ection: close\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
});

test('a body whose end came while the desk stood still is written', async () => {
  const head = `PATCH /api/console HTTP/1.1\r\n${host()}Connection: close\r\nContent-Type: application/json\r\n`;
  const answer = await overStall(`${head}Content-Length: 7\r\n\r\n{"a"`, ':1}');
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(rows.written.length).toBe(1);
});

test('a request that came on an idle connection while the desk stood still is answered', async () => {
  const get = `GET /api/console HTTP/1.1\r\n${host()}`;
  const answer = await overStall(`${get}\r\n`, `${get}Connection: close\r\n\r\n`);
  expect(answer.match(/HTTP\/1\.1 200 /g)).toHaveLength(2);
});
