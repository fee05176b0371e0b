// Programs of others as peers of the surface, each in both directions: liblo's commands, and four packages of npm.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client } from '../../core/client.ts';
import { quietConfig, root, type Service, startService } from '../harness/service.ts';

const programs = join(root, 'test/surfaces/programs');
const isSkipped = !existsSync(join(programs, 'node_modules')) && process.env.CI !== 'true';
if (isSkipped) {
  console.log(
    'OSC is not tried with packages of others. To mend it: npm ci --prefix test/surfaces/programs --ignore-scripts',
  );
}
const require = createRequire(join(programs, 'package.json'));

const level = '/channel/input/1/levelDb';
let desk: Service;
let port: number;
beforeAll(async () => {
  const config = { providers: [...quietConfig.providers, 'surface'], surfaces: [{ name: 'osc', config: { port: 0 } }] };
  desk = await startService({ config });
  await desk.patch('/surface/osc', { enabled: true, role: 'run' });
  port = (await desk.until('/surface/osc', (row) => row.state === 'running' && row.port !== null)).port;
}, 120_000);
afterAll(async () => {
  await desk.stop();
});

/** What a program hears: addresses with their arguments, as it understands them. */
class Heard {
  readonly all: { readonly address: string; readonly args: readonly unknown[] }[] = [];
  readonly #waiting = new Set<() => void>();

  take(address: string, args: readonly unknown[]): void {
    this.all.push({ address, args });
    for (const look of this.#waiting) look();
  }

  async of(address: string, fits: (args: readonly unknown[]) => boolean = () => true): Promise<readonly unknown[]> {
    for (;;) {
      const found = this.all.find((each) => each.address === address && fits(each.args));
      if (found !== undefined) return found.args;
      await new Promise<void>((resolve) => {
        const look = () => {
          this.#waiting.delete(look);
          resolve();
        };
        this.#waiting.add(look);
      });
    }
  }
}

interface Program {
  readonly heard: Heard;
  send(address: string, value?: number | string): void;
  close(): void;
}

async function freePort(): Promise<number> {
  const socket = createSocket('udp4');
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const { port: free } = socket.address();
  await new Promise<void>((resolve) => socket.close(resolve));
  return free;
}

/** Answers to this machine go to that port, or to the one that asks. */
async function answersAt(answers?: number): Promise<void> {
  const addresses = answers === undefined ? [] : [`127.0.0.1:${answers}`];
  await desk.patch('/surface/osc', { addresses });
  await desk.until('/surface/osc', (row) => row.state === 'running' && row.port === port);
}

/** A write, a question, a change that is followed, and a refusal. */
async function speaks(
  program: Program,
  isNumber = (value: unknown, wanted: number) => value === wanted,
): Promise<void> {
  await desk.patch('/channel/input/1', { levelDb: -50 });
  program.send('/subscribe', level);
  await program.heard.of(level, ([value]) => isNumber(value, -50));
  program.send(level, -7.5);
  await desk.until('/channel/input/1', ({ levelDb }) => levelDb === -7.5);
  await desk.patch('/channel/input/1', { levelDb: -20.5 });
  await program.heard.of(level, ([value]) => isNumber(value, -20.5));
  await desk.patch('/channel/input/1', { name: 'Vox' });
  program.send('/channel/input/1/name');
  expect(await program.heard.of('/channel/input/1/name')).toEqual(['Vox']);
  program.send(level, 60.5);
  const [address, code] = await program.heard.of('/refusal');
  expect([address, code]).toEqual([level, 'out-of-range']);
  program.send('/unsubscribe');
  program.close();
}

test('oscsend and oscdump of liblo, over UDP', async () => {
  const free = await freePort();
  await answersAt(free);
  const heard = new Heard();
  const dump = spawn('oscdump', ['-L', String(free)], { stdio: ['ignore', 'pipe', 'inherit'] });
  listen(dump, heard);
  const send = (address: string, value?: number | string) => {
    const words = value === undefined ? [] : typeof value === 'string' ? ['s', value] : ['f', String(value)];
    execFileSync('oscsend', ['127.0.0.1', String(port), address, ...words]);
  };
  try {
    // It hears once it has the port.
    await ready(free, send, heard);
    await speaks({ heard, send, close: () => {} }, (value, wanted) => Number(value) === wanted);
    for (const [type, value, shown] of [
      ['d', '-3.3', -3.3],
      ['h', '-9', -9],
      ['i', '-4', -4],
      ['s', '-5.5', -5.5],
    ]) {
      execFileSync('oscsend', ['127.0.0.1', String(port), level, type as string, value as string]);
      await desk.until('/channel/input/1', ({ levelDb }) => levelDb === shown);
    }
    for (const [type, muted] of [
      ['T', true],
      ['F', false],
    ] as const) {
      execFileSync('oscsend', ['127.0.0.1', String(port), '/channel/input/1/muted', type]);
      await desk.until('/channel/input/1', (row) => row.muted === muted);
    }
  } finally {
    dump.kill();
  }
});

/** oscdump prints `1a2b.3c4d /address f -7.500000`. */
function listen(dump: ChildProcess, heard: Heard): void {
  let rest = '';
  dump.stdout?.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() as string;
    for (const line of lines) {
      const [, address = '', words = ''] = /^\S+ (\/\S*) \S* ?(.*)$/.exec(line) ?? [];
      const args = [...words.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare);
      heard.take(address, args);
    }
  });
}

async function ready(_free: number, send: Program['send'], heard: Heard): Promise<void> {
  for (;;) {
    send('/console/name');
    const isThere = await Promise.race([
      heard.of('/console/name').then(() => true),
      new Promise<false>((resolve) => setTimeout(() => resolve(false), 100)),
    ]);
    if (isThere) return;
  }
}

test('oscsend over TCP, with a length of four bytes before each packet', async () => {
  await answersAt();
  execFileSync('oscsend', [`osc.tcp://127.0.0.1:${port}/`, level, 'f', '-8.5']);
  await desk.until('/channel/input/1', ({ levelDb }) => levelDb === -8.5);
});

describe.skipIf(isSkipped)('packages of npm', () => {
  test('osc over UDP', async () => {
    await answersAt();
    const { UDPPort } = require('osc');
    const own = new UDPPort({ localAddress: '127.0.0.1', localPort: 0, remoteAddress: '127.0.0.1', remotePort: port });
    await speaks(await ofPort(own));
  });

  test('osc over TCP, framed by SLIP', async () => {
    await answersAt();
    const { TCPSocketPort } = require('osc');
    await speaks(await ofPort(new TCPSocketPort({ address: '127.0.0.1', port })));
  });

  test('osc-js', async () => {
    await answersAt();
    const Osc = require('osc-js');
    const plugin = new Osc.DatagramPlugin({
      open: { port: await freePort(), host: '127.0.0.1' },
      send: { port, host: '127.0.0.1' },
    });
    const osc = new Osc({ plugin });
    const heard = new Heard();
    const opened = new Promise((resolve) => osc.on('open', resolve));
    osc.on('*', ({ address, args }: { address: string; args: unknown[] }) => heard.take(address, args));
    osc.open();
    await opened;
    const send = (address: string, ...args: unknown[]) => osc.send(new Osc.Message(address, ...args));
    await speaks({ heard, send, close: () => osc.close() });
  });

  test('node-osc, which hears at another port than it sends from', async () => {
    const free = await freePort();
    await answersAt(free);
    const { Client: NodeOsc, Server } = require('node-osc');
    const heard = new Heard();
    const server = new Server(free, '127.0.0.1');
    await new Promise((resolve) => server.on('listening', resolve));
    server.on('message', ([address, ...args]: [string, ...unknown[]]) => heard.take(address, args));
    const client = new NodeOsc('127.0.0.1', port);
    const send = (address: string, ...args: unknown[]) => client.send(address, ...args, () => {});
    const close = () => {
      client.close();
      server.close();
    };
    await speaks({ heard, send, close });
  });

  test('osc-min', async () => {
    await answersAt();
    const { toBuffer, fromBuffer } = await import(join(programs, 'node_modules/osc-min/dist/index.js'));
    const socket = createSocket('udp4');
    const heard = new Heard();
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
    socket.on('message', (packet) => {
      const { address, args } = fromBuffer(packet);
      heard.take(
        address,
        args.map(({ value }: { value: unknown }) => value),
      );
    });
    const send = (address: string, ...args: unknown[]) => {
      const { buffer, byteOffset, byteLength } = toBuffer({ address, args });
      socket.send(new Uint8Array(buffer, byteOffset, byteLength), port, '127.0.0.1');
    };
    await speaks({ heard, send, close: () => socket.close() });
  });
});

/** Of the package osc. */
async function ofPort(own: {
  on(event: string, call: (message: { address: string; args: unknown[] }) => void): void;
  open(): void;
  send(message: object): void;
  close(): void;
}): Promise<Program> {
  const heard = new Heard();
  const opened = new Promise<void>((resolve) => own.on('ready', () => resolve()));
  own.on('message', ({ address, args }) => heard.take(address, args));
  own.on('error', () => {});
  own.open();
  await opened;
  const send = (address: string, ...args: unknown[]) => own.send({ address, args });
  return { heard, send, close: () => own.close() };
}

test('two programs, a page and a script on one fader settle on one value, and undo names who moved it', async () => {
  await answersAt();
  const page = new Client(desk.url, { actor: 'Page' });
  const sockets = await Promise.all(
    [0, 1].map(async () => {
      const socket = createSocket('udp4');
      await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
      return socket;
    }),
  );
  const packet = (value: number) => {
    const bytes = Buffer.alloc(36);
    bytes.write(level);
    bytes.write(',f', 28);
    bytes.writeFloatBE(value, 32);
    return bytes;
  };
  const moves: Promise<unknown>[] = [];
  for (let n = 0; n < 40; n += 1) {
    for (const [place, socket] of sockets.entries()) socket.send(packet(-10 - place - n / 10), port, '127.0.0.1');
    moves.push(page.move('/channel/input/1', 'levelDb', -30 - n / 10));
    moves.push(desk.patch('/channel/input/1', { levelDb: -60 - n / 10 }, { 'rowdesk-actor': 'Script' }));
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  await Promise.all(moves);
  sockets[0]?.send(packet(-3.5), port, '127.0.0.1');
  await desk.until('/channel/input/1', ({ levelDb }) => levelDb === -3.5);
  const followed = new Client(desk.url);
  for await (const { row } of followed.watch('/channel/input/1')) {
    expect(row.levelDb).toBe(-3.5);
    break;
  }
  const { entries } = (await desk.get('/history')).body;
  expect(entries[0].actor).toBe(`surface:osc 127.0.0.1:${sockets[0]?.address().port}`);
  const actors = new Set(entries.map(({ actor }: { actor: string }) => actor));
  for (const actor of ['Page', 'Script', `surface:osc 127.0.0.1:${sockets[1]?.address().port}`])
    expect(actors).toContain(actor);
  for (const socket of sockets) socket.close();
  page.close();
  followed.close();
});
