import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FakeTime } from '../../testing/fake-time.ts';
import { encodeFrame, FrameReader, frameKinds } from '../link/frames.ts';
import { protocol } from '../link/messages.ts';
import type { ControlLink } from './control-link.ts';
import type { LaunchOptions } from './launch.ts';
import { Supervisor } from './supervisor.ts';
import type { SupervisorEvents } from './supervisor-parts.ts';

/** A process whose life is in the hands of the test: it answers on the socket and ends on its command. */
class Puppet {
  readonly server: Server;
  readonly sockets = new Set<Socket>();
  readonly got: { type: string }[] = [];
  /** A driver holds its JavaScript. */
  isHeld = false;
  readonly ended: Promise<{ code: number | null; signal: string | null }>;
  #end: (end: { code: number | null; signal: string | null }) => void = () => {};

  constructor(path: string, hello: object) {
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
    this.server = createServer((socket) => {
      const reader = new FrameReader();
      this.sockets.add(socket);
      socket.on('error', () => {});
      socket.on('data', (piece) => {
        for (const { body } of reader.push(piece)) {
          const message = JSON.parse(body.toString());
          if (message.type !== 'observe') this.got.push(message);
          else if (!this.isHeld) this.say({ type: 'answer', id: message.id, error: 'there is no such target' });
        }
      });
      socket.write(encodeFrame(frameKinds.json, Buffer.from(JSON.stringify(hello))));
    });
    this.server.listen(path);
  }

  say(message: object): void {
    for (const socket of this.sockets) socket.write(encodeFrame(frameKinds.json, Buffer.from(JSON.stringify(message))));
  }

  async end(end: { code: number | null; signal: string | null }): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
    this.#end(end);
  }
}

const hello = {
  type: 'hello',
  ...protocol,
  name: 'audio',
  epoch: 'e',
  processId: 1,
  version: '1',
  storeId: '',
  foreground: false,
  loaded: [],
  setAside: [],
  table: [],
};

let base = '';
let folder = '';
let time: FakeTime;
let launches: { readonly atMs: number; readonly options: LaunchOptions }[] = [];
let puppets: Puppet[] = [];
let reports: string[] = [];
let supervisor: Supervisor | undefined;
/** What the next process does; by default it answers. */
let nextHello: object | undefined = hello;

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'rowdesk-supervisor-'));
  folder = join(base, 'run');
  mkdirSync(folder, { mode: 0o700 });
  time = new FakeTime();
  launches = [];
  puppets = [];
  reports = [];
  nextHello = hello;
});
afterEach(async () => {
  supervisor?.leave();
  for (const puppet of puppets) await puppet.end({ code: 0, signal: null });
  rmSync(base, { recursive: true, force: true });
});

function start(mayLaunch = true): Supervisor {
  const files = {
    socket: join(folder, 'audio.sock'),
    crashPage: join(folder, 'audio.crash'),
    lock: join(folder, 'audio.lock'),
    log: join(folder, 'audio.log'),
    spareLock: join(folder, 'spare.lock'),
    spareLog: join(folder, 'spare.log'),
  };
  const nothing = () => {};
  // of this test: what an earlier one leaves behind is not in it
  const own = reports;
  const events: SupervisorEvents = {
    hello: (_link: ControlLink) => own.push('hello'),
    foreign: (major) => own.push(`foreign ${major}`),
    targets: nothing,
    lost: (reason) => own.push(`lost: ${reason}`),
    crashed: ({ how }, restartMs) => own.push(`crashed: ${how}, again in ${restartMs}`),
    stopped: (reason) => own.push(`stopped: ${reason}`),
    silent: () => {},
    trouble: (words) => words !== '' && own.push(`trouble: ${words}`),
  };
  const made = new Supervisor(
    {
      stateFolder: folder,
      name: 'audio',
      files,
      lingerS: 5,
      graceMs: 0,
      time,
      listeners: {
        reports: { status: nothing, graphs: nothing, values: nothing, figures: nothing, log: nothing },
        measurements: { meters: { take: nothing }, analyses: { take: nothing } },
      },
      launch: (options) => {
        launches.push({ atMs: time.monotonicMs(), options });
        const kill = (signal: string) => own.push(signal);
        if (!nextHello) return { processId: 0, log: '', kill, ended: Promise.resolve({ code: 1, signal: null }) };
        const puppet = new Puppet(files.socket, nextHello);
        puppets.push(puppet);
        return { processId: 0, log: '', kill, ended: puppet.ended };
      },
    },
    events,
  );
  supervisor = made;
  made.start(mayLaunch);
  return made;
}

/** Lets real sockets do their work, and the fake clock go on, until it holds. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) {
    await new Promise((resolve) => setTimeout(resolve, 1));
    time.advance(20);
  }
}

/** Lets real sockets do their work while the fake clock stands still. */
async function settle(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 30));
}

test('where nobody answers a process is started, once, and greeted', async () => {
  start();
  await until(() => reports.includes('hello'));
  expect(launches).toHaveLength(1);
  expect(launches[0]?.options).toMatchObject({ name: 'audio', lingerS: 5 });
});

test('a process that runs is attached to, and none is started', async () => {
  puppets.push(new Puppet(join(folder, 'audio.sock'), hello));
  start();
  await until(() => reports.includes('hello'));
  expect(launches).toEqual([]);
});

test('a process whose package is not built is not started until it may be; one that runs is attached to', async () => {
  const held = start(false);
  for (let beats = 0; beats < 5; beats++) {
    await settle();
    time.advance(1000);
    held.beat();
  }
  expect(launches).toEqual([]);
  const allowedMs = time.monotonicMs();
  held.start();
  await until(() => reports.includes('hello'));
  expect(launches).toHaveLength(1);
  // It does not wait for the next look whether another has started it.
  expect(launches[0]?.atMs).toBeLessThan(allowedMs + 1000);
});

test('a process that ends again and again is started after 0, 1, 1, 2 and 4 s', async () => {
  start();
  for (let round = 1; round <= 5; round += 1) {
    await until(() => reports.filter((each) => each === 'hello').length === round);
    await puppets.at(-1)?.end({ code: null, signal: 'SIGSEGV' });
    await until(() => reports.filter((each) => each.startsWith('crashed')).length === round);
  }
  expect(reports.filter((each) => each.startsWith('crashed'))).toEqual(
    [0, 1000, 1000, 2000, 4000].map((ms) => `crashed: SIGSEGV, again in ${ms}`),
  );
  await until(() => launches.length === 6);
  const waits = launches.slice(1).map(({ atMs }, index) => atMs - (launches[index]?.atMs ?? 0));
  for (const [index, least] of [0, 1000, 1000, 2000, 4000].entries()) {
    expect(waits[index]).toBeGreaterThanOrEqual(least);
  }
});

test('a process that ends before it answers is started again by the same rule', async () => {
  nextHello = undefined;
  start();
  await until(() => launches.length === 3);
  expect(reports).toEqual(['crashed: exit code 1, again in 0', 'crashed: exit code 1, again in 1000']);
});

test('a lost connection to a process that lives is made again, and is no crash', async () => {
  start();
  await until(() => reports.includes('hello'));
  for (const socket of puppets[0]?.sockets ?? []) socket.destroy();
  await until(() => reports.filter((each) => each === 'hello').length === 2);
  expect(reports).toEqual(['hello', 'lost: the process ended', 'hello']);
  expect(launches).toHaveLength(1);
});

test('a process that speaks nonsense is let go and connected to again', async () => {
  start();
  await until(() => reports.includes('hello'));
  puppets[0]?.say({ type: 'status', status: 'fine' });
  await until(() => reports.filter((each) => each === 'hello').length === 2);
  expect(reports[1]).toMatch(/^lost: it speaks nonsense: the message 'status' does not fit/);
});

test.each([
  ['speaks nonsense', { type: 'status', status: 'fine' }],
  ['closes before it says who it is', undefined],
])('a process that %s whenever it is connected to is tried once in a second, and reported', async (_what, nonsense) => {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on('error', () => {}).resume();
    for (const message of nonsense ? [hello, nonsense] : []) {
      socket.write(encodeFrame(frameKinds.json, Buffer.from(JSON.stringify(message))));
    }
    socket.end();
  });
  await new Promise<void>((resolve) => server.listen(join(folder, 'audio.sock'), resolve));
  start();
  const troubles = () => reports.filter((each) => each.startsWith('trouble')).length;
  for (let s = 1; s <= 3; s += 1) {
    await expect.poll(troubles).toBe(s);
    await settle();
    expect(connections).toBe(s);
    time.advance(1000);
  }
  await expect.poll(troubles).toBe(4);
  expect(reports.at(-1)).toMatch(
    nonsense ? /^trouble: it speaks nonsense: the message 'status'/ : /^trouble: it ends the connection/,
  );
  expect(launches).toEqual([]);
  supervisor?.leave();
  await new Promise((resolve) => server.close(resolve));
});

test('a message of a type that is unknown here is left out', async () => {
  start();
  await until(() => reports.includes('hello'));
  puppets[0]?.say({ type: 'horoscope', of: 'today' });
  await settle();
  expect(reports).toEqual(['hello']);
});

test('a process that somebody ended on purpose is not started again, but attached to when it comes', async () => {
  const made = start();
  await until(() => reports.includes('hello'));
  puppets[0]?.say({ type: 'bye', reason: 'rowdesk stop', asked: true });
  await settle();
  await puppets[0]?.end({ code: 0, signal: null });
  await until(() => reports.includes('stopped: rowdesk stop'));
  for (let s = 0; s < 100; s += 1) {
    time.advance(1000);
    made.beat();
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  expect(launches).toHaveLength(1);
  puppets.push(new Puppet(join(folder, 'audio.sock'), hello));
  made.beat();
  await until(() => reports.filter((each) => each === 'hello').length === 2);
});

test('a process of another major version is left alone: it gets no word but stop', async () => {
  nextHello = { type: 'hello', major: protocol.major + 1, minor: 0, somethingNew: [] };
  const made = start();
  await until(() => reports.includes(`foreign ${protocol.major + 1}`));
  puppets[0]?.say({ type: 'status', status: 'of the future' });
  await settle();
  expect(puppets[0]?.got).toEqual([]);
  expect(reports).toHaveLength(1);
  const stopped = made.stop('the desk stops', true);
  const stop = { type: 'stop', reason: 'the desk stops', soundEnds: true };
  await expect.poll(() => puppets[0]?.got).toEqual([stop]);
  await puppets[0]?.end({ code: 0, signal: null });
  await stopped;
});

test('a process that is to end while a driver holds its JavaScript is killed after three seconds', async () => {
  const made = start();
  await until(() => reports.includes('hello'));
  const [puppet] = puppets as [Puppet];
  puppet.isHeld = true;
  const stopped = made.stop('the desk stops', true);
  await settle();
  time.advance(2999);
  await settle();
  expect(reports).not.toContain('SIGKILL');
  time.advance(1);
  await stopped;
  expect(reports).toContain('SIGKILL');
});

test('a process that does not end when it is asked to is waited for ten seconds, and then killed', async () => {
  const made = start();
  await until(() => reports.includes('hello'));
  let isOver = false;
  const stopped = made.stop('the desk stops', true).then(() => {
    isOver = true;
  });
  await settle();
  time.advance(9999);
  await settle();
  expect(isOver).toBe(false);
  expect(reports).not.toContain('SIGKILL');
  time.advance(1);
  await stopped;
  expect(reports).toContain('SIGKILL');
});

test('a process that does not answer is reported, and neither ended nor doubled', async () => {
  start();
  await until(() => reports.includes('hello'));
  // the connection goes and its process hangs: it is alive, and nobody answers
  for (const socket of puppets[0]?.sockets ?? []) socket.destroy();
  await new Promise((resolve) => puppets[0]?.server.close(resolve));
  await until(() => reports.some((each) => each.startsWith('trouble')));
  expect(reports.at(-1)).toMatch(/^trouble: it does not answer; its log is /);
  expect(launches).toHaveLength(1);
});
