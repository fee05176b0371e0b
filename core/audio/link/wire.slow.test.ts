import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { encodeFrame, frameKinds } from './frames.ts';
import { Wire } from './wire.ts';

const server = createServer();
let near: Socket;
let far: Socket;
afterEach(async () => {
  near.destroy();
  far.destroy();
  await new Promise((resolve) => server.close(resolve));
});

/** A wire at the near end, and what it says when it is closed. */
async function wired(): Promise<{ wire: Wire<object, object>; closed: Promise<string>; got: object[] }> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const coming = once(server, 'connection');
  near = connect(port, '127.0.0.1');
  [far] = await coming;
  far.on('error', () => {}).pause();
  const got: object[] = [];
  let wire: Wire<object, object> | undefined;
  const closed = new Promise<string>((resolve) => {
    const message = (each: object) => void got.push(each);
    wire = new Wire<object, object>(near, (json) => json as object, {
      ...{ message, values: () => {}, meters: () => {} },
      closed: resolve,
    });
  });
  return { wire: wire as Wire<object, object>, closed, got };
}

test('an other side that does not read costs 64 MiB at most, and is let go', async () => {
  const { wire, closed } = await wired();
  const text = 'x'.repeat(1024 * 1024);
  let most = 0;
  for (let n = 0; n < 200; n += 1) {
    wire.send({ type: 'log', text });
    most = Math.max(most, near.writableLength);
  }
  expect(await closed).toBe('it does not read what it is sent');
  expect(most).toBeLessThan(66 * 1024 * 1024);
});

test.each([
  ['says that it has 4 GiB', Buffer.from([255, 255, 255, 255, 1]), 'a frame says that it has 4294967295 bytes'],
  ['has no bytes', Buffer.from([0, 0, 0, 0, 1]), 'a frame says that it has 0 bytes'],
  ['is of an unknown kind', Buffer.from([1, 0, 0, 0, 9]), 'a frame has the unknown kind 9'],
  ['is no JSON', encodeFrame(frameKinds.json, Buffer.from('{"type":')), expect.stringMatching(/JSON/)],
  ['has values of numbers without an entry', valuesOf(7), 'the other side uses number 7, which has no entry'],
])('a frame that %s ends the connection, with words', async (_what, bytes, words) => {
  const { closed } = await wired();
  far.write(bytes);
  expect(await closed).toEqual(words);
});

test('half a frame is waited for, and the connection may end in the middle of it', async () => {
  const { closed, got } = await wired();
  const frame = encodeFrame(frameKinds.json, Buffer.from('{"type":"a"}'));
  far.write(Buffer.concat([frame, frame.subarray(0, 7)]));
  await expect.poll(() => got).toEqual([{ type: 'a' }]);
  far.end();
  expect(await closed).toBe('');
});

/** A frame with one value of this number. */
function valuesOf(number: number): Buffer {
  const body = Buffer.alloc(24 + 13);
  body.writeUInt8(2, 0);
  body.writeUInt32LE(1, 16);
  body.writeUInt32LE(number, 32);
  return encodeFrame(frameKinds.values, body);
}
