// The same over real sockets, byte by byte: what the HTTP parser, the guards and the router make of it.
import { once } from 'node:events';
import { connect } from 'node:net';
import * as fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { roundsOf } from '../harness/depth.ts';
import { startWholeDesk, type WholeDesk } from '../harness/whole-desk.ts';
import { hostilePaths, rawBodies } from './hostile.ts';

const perRow = roundsOf({ sample: 2, full: 60, soak: 60 });
/** Tells a connection that hangs; the slowest of this machine is far from it. */
const timeoutMs = 20_000;
const prototype = Object.getOwnPropertyNames(Object.prototype).sort();

let desk: WholeDesk;
let playing: NodeJS.Timeout;
let port: number;
beforeAll(async () => {
  desk = await startWholeDesk();
  playing = setInterval(desk.play, 20);
  port = Number(new URL(desk.url).port);
});
afterEach(async () => {
  expect((await desk.get('/clock')).status).toBe(200);
  expect(Object.getOwnPropertyNames(Object.prototype).sort()).toEqual(prototype);
});
afterAll(async () => {
  clearInterval(playing);
  await desk.close();
});

/**
 * Writes these bytes and reads all that comes back. Rejects when the connection is not closed. `isAll`: says that no more
 * bytes come; a request that is whole is answered without, and one whose answer takes time is given up with it.
 */
async function exchange(bytes: Buffer, isAll = false): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const late = setTimeout(() => socket.destroy(new Error('the connection hangs')), timeoutMs);
  const chunks: Buffer[] = [];
  try {
    await once(socket, 'connect');
    if (isAll) socket.end(bytes);
    else socket.write(bytes);
    for await (const chunk of socket) chunks.push(chunk);
  } catch (error) {
    // Closed before all was sent or read: an answer too.
    if (!['ECONNRESET', 'EPIPE'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  } finally {
    clearTimeout(late);
    socket.destroy();
  }
  return Buffer.concat(chunks).toString('latin1');
}

function request(method: string, path: string, body: Buffer): Buffer {
  const head = [
    `${method} /api${path} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    'Connection: close',
    ...(body.length > 0 ? ['Content-Type: application/json', `Content-Length: ${body.length}`] : []),
  ];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), body]);
}

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1]);

test('every row answers every method, whatever the path and the body', { timeout: 300_000 }, async () => {
  const methods = fc.constantFrom('GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT', 'DELETE', 'TRACE', 'get');
  for (const row of desk.host.assembly.registry.rows) {
    const paths = hostilePaths(row.template, desk.examples(row));
    await fc.assert(
      fc.asyncProperty(methods, paths, fc.option(rawBodies, { nil: Buffer.alloc(0) }), async (method, path, body) => {
        const status = statusOf(await exchange(request(method, path, body)));
        if (!(status === 200 || (status >= 400 && status < 500)))
          throw new Error(`${method} ${path} with ${body.length} bytes: ${status}`);
      }),
      { numRuns: perRow, endOnFailure: true },
    );
  }
});

test('bytes that are no request, and heads that are none, are answered with 4XX or not at all', {
  timeout: 120_000,
}, async () => {
  const bytes = fc.uint8Array({ maxLength: 400 }).map((raw) => Buffer.from(raw));
  const field = fc.tuple(
    fc.constantFrom(
      'Host',
      'Content-Length',
      'Transfer-Encoding',
      'If-Match',
      'Rowdesk-Actor',
      'Origin',
      'Expect',
      'X',
      '',
    ),
    fc.oneof(
      fc.uint8Array({ maxLength: 40 }).map((raw) => Buffer.from(raw).toString('latin1')),
      fc.constantFrom('chunked', '-1', '1e3', '*', 'W/"x"', '0x10', 'é'),
    ),
  );
  const heads = fc
    .tuple(fc.constantFrom('GET', 'PATCH', 'OPTIONS'), fc.array(field, { maxLength: 6 }), bytes)
    .map(([method, fields, body]) => {
      const lines = fields.map(([name, value]) => `${name}: ${value}`);
      const head = [
        `${method} /api/console HTTP/1.1`,
        `Host: 127.0.0.1:${port}`,
        'Connection: close',
        ...lines,
        '',
        '',
      ];
      return Buffer.concat([Buffer.from(head.join('\r\n'), 'latin1'), body]);
    });
  await fc.assert(
    fc.asyncProperty(fc.oneof(bytes, heads), async (sent) => {
      const answer = await exchange(sent, true);
      const status = statusOf(answer);
      const isFine = answer === '' || status === 200 || (status >= 400 && status < 500);
      if (!isFine) throw new Error(`${JSON.stringify(sent.toString('latin1'))}: ${answer.slice(0, 200)}`);
    }),
    { numRuns: roundsOf({ sample: 50, full: 1_000, soak: 1_000 }), endOnFailure: true },
  );
});
