import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { Counters } from '../counters.ts';
import { aes67 } from '../sdp/dialects-fixture.ts';
import { systemTimers } from '../timers.ts';
import { FakeTimers } from '../timers-double.ts';
import { describe } from './client.ts';
import { MessageReader, writeMessage } from './message.ts';
import { RtspServer } from './server.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});
const address = '127.0.0.1';
const own = { address, localAddress: address };

async function serve(timers = new FakeTimers(), admits = true) {
  const counters = new Counters();
  const descriptionAt = (path: string) => (path === '/by-name/Stage left' ? aes67 : undefined);
  let port = 0;
  await new Promise<void>((resolve, reject) => {
    const server = new RtspServer({
      ...{
        address,
        descriptionAt,
        counters,
        timers,
        admits: () => admits,
        failed: (reason) => reject(new Error(reason)),
      },
      listening: (at) => {
        port = at;
        resolve();
      },
    });
    closing.push(() => server.close());
  });
  return { port, counters, timers };
}

/** A device that says this to each question. */
async function device(words: string): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.write(words));
    closing.push(() => socket.destroy());
  });
  closing.push(() => server.close());
  server.listen(0, address);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function say(
  port: number,
  words: string,
): Promise<{ socket: Socket; heard: () => string; end: Promise<unknown> }> {
  const socket = connect({ host: address, port });
  closing.push(() => socket.destroy());
  let heard = '';
  socket.on('data', (chunk) => {
    heard += chunk;
  });
  socket.on('error', () => {});
  const end = new Promise((resolve) => socket.once('close', resolve));
  await Promise.race([end, new Promise<void>((resolve) => socket.once('connect', resolve))]);
  socket.write(words);
  return { socket, heard: () => heard, end };
}

test('a session is described to who asks by its name, and what there is not is refused', async () => {
  const { port, counters } = await serve();
  expect(await describe({ ...own, port, path: '/by-name/Stage%20left' }, systemTimers)).toBe(aes67);
  await expect(describe({ ...own, port, path: '/by-name/other' }, systemTimers)).rejects.toThrow(
    'it refuses with status 404',
  );
  await expect(describe({ ...own, port, path: '/%' }, systemTimers)).rejects.toThrow('it refuses with status 404');
  expect([counters.of('rtspRequests'), counters.of('rtspRefused')]).toEqual([3, 2]);
});

test('a second server takes the next free port', async () => {
  const [one, other] = [await serve(), await serve()];
  expect(other.port).toBeGreaterThan(one.port);
});

test('the methods are said, and others are refused', async () => {
  const { port } = await serve();
  const { heard } = await say(
    port,
    'OPTIONS * RTSP/1.0\r\nCSeq: 1\r\n\r\nSETUP rtsp://x/y RTSP/1.0\r\nCSeq: 2\r\n\r\n',
  );
  await expect.poll(heard).toContain('CSeq: 2');
  expect(heard()).toContain('RTSP/1.0 200 OK\r\nCSeq: 1\r\nPublic: OPTIONS, DESCRIBE\r\n\r\n');
  expect(heard()).toContain('RTSP/1.0 405 Method Not Allowed\r\nCSeq: 2\r\nAllow: OPTIONS, DESCRIBE\r\n\r\n');
});

test.each([
  ['a long head', `DESCRIBE rtsp://x/y RTSP/1.0\r\nX: ${'x'.repeat(20_000)}`],
  ['a long body', 'DESCRIBE rtsp://x/y RTSP/1.0\r\nCSeq: 1\r\nContent-Length: 100000\r\n\r\n'],
  ['no number', 'DESCRIBE rtsp://x/y RTSP/1.0\r\nCSeq: 1\r\nContent-Length: -1\r\n\r\n'],
  ['no request', 'GET / HTTP/1.1\r\n\r\n'],
  ['many requests', 'OPTIONS * RTSP/1.0\r\nCSeq: 1\r\n\r\n'.repeat(65)],
])('a client with %s is refused, counted and let go', async (_what, words) => {
  const { port, counters } = await serve();
  const { heard, end } = await say(port, words);
  await end;
  expect(heard()).toContain('RTSP/1.0 400 Bad Request');
  expect(counters.of('rtspRefused')).toBe(1);
});

test('a client that says nothing for 10 s is let go, and one that is no neighbour at once', async () => {
  const { port, timers } = await serve();
  const { end } = await say(port, 'OPTIONS');
  await expect.poll(() => timers.timers).toBe(1);
  timers.advance(10_000);
  await end;
  const stranger = await serve(new FakeTimers(), false);
  await (await say(stranger.port, '')).end;
  expect(stranger.counters.of('rtspRefused')).toBe(1);
});

test.each([
  ['another type', 'RTSP/1.0 200 OK\r\nContent-Type: text/html\r\nContent-Length: 1\r\n\r\nx', 'no application/sdp'],
  ['another protocol', 'HTTP/1.1 200 OK\r\n\r\n', 'it does not answer by RTSP'],
  ['a large body', 'RTSP/1.0 200 OK\r\nContent-Length: 65537\r\n\r\n', 'its body is over 65536 bytes'],
  ['an endless head', 'x'.repeat(9_000), 'its head is over 8192 bytes'],
  ['many fields', `RTSP/1.0 200 OK\r\n${'a: b\r\n'.repeat(70)}\r\n`, 'it has over 64 fields'],
])('an answer with %s is refused in words', async (_what, answer, words) => {
  await expect(describe({ ...own, port: await device(answer), path: '/' }, systemTimers)).rejects.toThrow(words);
});

test('a device that does not answer is given up after 3 s', async () => {
  const port = await device('RTSP/1.0 200 OK\r\n');
  const timers = new FakeTimers();
  const answer = describe({ ...own, port, path: '/' }, timers);
  timers.advance(3_000);
  await expect(answer).rejects.toThrow('no answer within 3 s');
});

test('a message that is not complete is waited for, and what follows is the next one', () => {
  const reader = new MessageReader({ head: 100, body: 10 });
  for (const byte of Buffer.from('A\r\nContent-Length: 2\r\n\r\nx')) {
    reader.add(Buffer.of(byte));
    expect(reader.next()).toBeUndefined();
  }
  reader.add(Buffer.from('yB\r\n\r'));
  expect(reader.next()).toMatchObject({ start: 'A', body: Buffer.from('xy') });
  expect(reader.next()).toBeUndefined();
  reader.add(Buffer.from('\nC'));
  expect(reader.next()).toMatchObject({ start: 'B', body: Buffer.of() });
  expect(reader.next()).toBeUndefined();
});

test('an answer that comes byte by byte costs no more than one in a piece: it is copied twice at most', () => {
  const whole = writeMessage('RTSP/1.0 200 OK', { CSeq: 1 }, 'v'.repeat(65_536));
  const reader = new MessageReader({ head: 8_192, body: 65_536 });
  let copied = 0;
  const count = (bytes: number) => {
    copied += bytes;
    return bytes;
  };
  const { concat } = Buffer;
  const { copy } = Buffer.prototype;
  Buffer.concat = (list) => Buffer.from(concat(list).subarray(0, count(concat(list).length)));
  Buffer.prototype.copy = function (this: Buffer, ...args: Parameters<typeof copy>) {
    return count(copy.apply(this, args));
  };
  try {
    for (const byte of whole) {
      reader.add(Buffer.of(byte));
      const message = reader.next();
      if (message) expect(message.body).toHaveLength(65_536);
    }
  } finally {
    Object.assign(Buffer, { concat });
    Buffer.prototype.copy = copy;
  }
  expect(copied).toBeLessThan(3 * whole.length);
});

test('addresses that hold connections and ask nothing keep out no other one', async () => {
  const { port } = await serve();
  const silent = [];
  for (const from of [2, 3, 4, 5].flatMap((host) => Array.from({ length: 4 }, () => `127.0.0.${host}`))) {
    const socket = connect({ host: address, port, localAddress: from });
    closing.push(() => socket.destroy());
    socket.on('error', () => {});
    await once(socket, 'connect');
    silent.push(once(socket, 'close'));
  }
  expect(await describe({ ...own, port, path: '/by-name/Stage%20left' }, systemTimers)).toBe(aes67);
  await Promise.race(silent);
});
