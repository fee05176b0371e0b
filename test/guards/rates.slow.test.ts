// What one address may ask for: measured at an address of this machine that is not loopback, with a clock of the test's.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkConfig } from '../../core/host/config.ts';
import { createHost, type Host } from '../../core/host/host.ts';
import { FakeAudio, FakeTime, MemoryStore } from '../../core/testing.ts';

const outside = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ internal, family }) => !internal && family === 'IPv4')?.address;
if (outside === undefined) {
  process.stderr.write(
    'This machine has no address but loopback, which is exempt: limits per address are tested in core/http only.\n',
  );
}

describe.skipIf(outside === undefined)('a client on the network', () => {
  const time = new FakeTime();
  const folder = mkdtempSync(join(tmpdir(), 'rowdesk-test-'));
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const sockets: Socket[] = [];
  let host: Host;
  let port: number;
  beforeAll(async () => {
    const devices = [{ id: 'virtual-32x16', transport: 'virtual', model: 'virtual-32x16' }];
    const providers = ['console', 'channel', 'telemetry'].map((name) => ({ name, required: true }));
    const config = checkConfig({ devices, providers }, join(folder, 'test.json'));
    host = await createHost({
      stateFolder: folder,
      config,
      host: '0.0.0.0',
      port: 0,
      time,
      store: new MemoryStore(),
      logLevel: 'silent',
      createAudio: (needs) => new FakeAudio(needs),
    });
    port = Number(new URL(host.url).port);
  });
  afterAll(async () => {
    agent.destroy();
    for (const socket of sockets) socket.destroy();
    await host.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function write(index: number, levelDb: number, address = outside as string): Promise<IncomingMessage> {
    const headers = { 'content-type': 'application/json' };
    const path = `/api/channel/input/${index}`;
    const sent = request({ host: address, port, path, method: 'PATCH', headers, agent });
    sent.end(JSON.stringify({ levelDb }));
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    response.resume();
    await once(response, 'end');
    return response;
  }

  test('a surface with 16 motor faders that move at 50 Hz never meets the limit of writes', async () => {
    const refused: (number | undefined)[] = [];
    // Six seconds are 4,800 writes: more than the burst alone would let through.
    for (let tick = 0; tick < 300; tick++) {
      const answers = await Promise.all(
        Array.from({ length: 16 }, (_, fader) => write(fader + 1, -(((tick + fader) % 100) / 10))),
      );
      refused.push(...answers.map(({ statusCode }) => statusCode).filter((status) => status !== 200));
      time.advance(20);
    }
    expect(refused).toEqual([]);
  }, 120_000);

  test('who writes faster than anybody plays is told when to go on, and this machine is not held', async () => {
    time.advance(10_000);
    let taken = 0;
    let refused: IncomingMessage | undefined;
    while (refused === undefined && taken < 5_000) {
      const answers = await Promise.all(Array.from({ length: 16 }, (_, n) => write(n + 1, -(taken % 50))));
      taken += answers.filter(({ statusCode }) => statusCode === 200).length;
      refused = answers.find(({ statusCode }) => statusCode !== 200);
    }
    expect(taken).toBe(4_000);
    expect([refused?.statusCode, refused?.headers['retry-after']]).toEqual([429, '1']);
    expect((await write(1, -3, '127.0.0.1')).statusCode).toBe(200);
    time.advance(1_000);
    expect((await write(1, -4)).statusCode).toBe(200);
  }, 120_000);

  /** The status of a watch; its socket stays open. */
  async function watch(address: string): Promise<number> {
    const socket = connect(port, address);
    sockets.push(socket);
    socket.write(`GET /api/console?watch=1 HTTP/1.1\r\nHost: ${address}:${port}\r\n\r\n`);
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    return Number(/^HTTP\/1\.1 (\d+)/.exec(chunk.toString())?.[1]);
  }

  test('one address may have 64 watchers, all together 512, and who leaves makes room', async () => {
    for (let n = 0; n < 64; n++) expect(await watch(outside as string)).toBe(200);
    expect(await watch(outside as string)).toBe(429);
    for (let n = 64; n < 512; n++) expect(await watch('127.0.0.1')).toBe(200);
    expect(await watch('127.0.0.1')).toBe(429);
    sockets[0]?.destroy();
    await expect.poll(() => watch('127.0.0.1')).toBe(200);
  });

  /** From an address of the network to another one: from one to itself it is this machine asking itself. */
  const from = (localAddress: string) => connect({ port, host: '127.0.0.1', localAddress });

  /** Opens so many connections at once, says how many were refused, and lets go of them. */
  async function refusedOf(count: number): Promise<number> {
    const held = Array.from({ length: count }, () => from(outside as string).on('error', () => {}));
    const ends = held.map(
      (socket) =>
        new Promise<boolean>((resolve) => {
          // One that is refused ends at once; of the others nothing is heard before their header's time is over.
          socket.resume().once('close', () => resolve(true));
          setTimeout(() => resolve(false), 1_000);
        }),
    );
    const refused = (await Promise.all(ends)).filter(Boolean).length;
    expect((await fetch(`http://127.0.0.1:${port}/api/console`)).status).toBe(200);
    for (const socket of held) socket.destroy();
    return refused;
  }

  test('one address may hold 256 connections, and leaves room for everybody else', async () => {
    agent.destroy();
    for (const socket of sockets) socket.destroy();
    await expect.poll(() => refusedOf(300)).toBe(300 - 256);
  });
});
