import { beforeEach, expect, test } from 'vitest';
import { FakeTime } from '../testing/fake-time.ts';
import type { SurfaceChild } from './launch.ts';
import type { FromSurface, ToSurface } from './messages.ts';
import { SurfaceProcess } from './surface-process.ts';

interface FakeChild {
  readonly sent: ToSurface[];
  say(message: FromSurface): void;
  end(how: string): Promise<void>;
  isKilled: boolean;
}

const settings = { role: 'mix', mapping: '', addresses: [] } as const;
const packageOf = { id: 'osc', kind: 'osc', config: {}, module: 'file:///osc.js', problem: '' };
const report = { port: 8710, peers: [], strangers: [], reason: '', lastSeenAt: null };
const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

let time: FakeTime;
let children: FakeChild[];
let surface: SurfaceProcess;
beforeEach(() => {
  time = new FakeTime();
  children = [];
  surface = made();
});

function made(problem = ''): SurfaceProcess {
  return new SurfaceProcess({
    ...{ surface: { ...packageOf, problem }, url: 'http://127.0.0.1:1/api', mappingsFolder: '/', time, log },
    ...{ hostNames: ['desk.example.org'], trustedOrigins: [] },
    changed: () => {},
    key: 'rd_of-the-surface',
    launch: (take): SurfaceChild => {
      let ended = (_how: string) => {};
      const whenEnded = new Promise<string>((resolve) => {
        ended = resolve;
      });
      const child: FakeChild = {
        sent: [],
        isKilled: false,
        say: take,
        end: async (how) => {
          ended(how);
          await whenEnded;
        },
      };
      children.push(child);
      return {
        processId: 0,
        send: (message) => child.sent.push(message),
        kill: () => {
          child.isKilled = true;
          ended('SIGKILL');
        },
        ended: whenEnded,
      };
    },
  });
}

const last = () => children.at(-1) as FakeChild;
const typesSent = () => last().sent.map(({ type }) => type);

test('it is opened with its settings, gets other ones, and closes when it is switched off', async () => {
  surface.use(settings);
  expect(last().sent[0]).toMatchObject({
    type: 'open',
    id: 'osc',
    actor: 'surface:osc',
    key: 'rd_of-the-surface',
    settings,
    ...{ hostNames: ['desk.example.org'] },
  });
  expect(surface.status.state).toBe('starting');
  last().say({ type: 'opened' });
  last().say({ type: 'report', report });
  expect(surface.status).toMatchObject({ state: 'running', port: 8710 });
  last().say({ type: 'report', report: { ...report, isAbsent: true, reason: 'no box at USB' } });
  expect(surface.status).toMatchObject({ state: 'absent', reason: 'no box at USB' });
  last().say({ type: 'report', report });
  expect(surface.status).toMatchObject({ state: 'running', reason: '' });
  surface.use({ ...settings, role: 'view' });
  last().say({ type: 'settled', problem: 'there is no mapping' });
  expect(surface.status).toMatchObject({ state: 'running', reason: 'there is no mapping' });
  surface.use(undefined);
  expect(typesSent()).toEqual(['open', 'settings', 'close']);
  expect(surface.status).toMatchObject({ state: 'off', port: null, reason: '' });
  // It does not close by itself.
  time.advance(2000);
  expect(last().isKilled).toBe(true);
});

test('an end is said, and it starts again at once, then later; the third sets it aside until it is switched on again', async () => {
  surface.use(settings);
  await last().end('SIGSEGV');
  expect(surface.status).toMatchObject({ state: 'starting', reason: 'its process ended by SIGSEGV; it starts again' });
  time.advance(0);
  expect(children).toHaveLength(2);
  await last().end('SIGSEGV');
  time.advance(999);
  expect(children).toHaveLength(2);
  time.advance(1);
  expect(children).toHaveLength(3);
  await last().end('exit code 1: TypeError');
  expect(surface.status.state).toBe('failed');
  expect(surface.status.reason).toBe(
    'set aside: it crashed 3 times within 5 minutes, last by exit code 1: TypeError; switch it off and on to try again',
  );
  time.advance(600_000);
  expect(children).toHaveLength(3);
  surface.use(undefined);
  surface.use(settings);
  expect(children).toHaveLength(4);
});

test('one that answers and never opens has a reason after twenty seconds, until it opens', () => {
  surface.use(settings);
  const answers = (seconds: number) => {
    for (let n = 0; n < seconds; n += 1) {
      last().say({ type: 'pong' });
      time.advance(1000);
    }
  };
  answers(20);
  expect(surface.status).toMatchObject({ state: 'starting', reason: '' });
  answers(1);
  expect(surface.status).toMatchObject({
    state: 'starting',
    reason: 'it answers, and has not opened after 20 s',
  });
  expect(last().isKilled).toBe(false);
  last().say({ type: 'opened' });
  expect(surface.status).toMatchObject({ state: 'running', reason: '' });
});

test('one that does not answer for ten seconds is ended', () => {
  surface.use(settings);
  for (let n = 0; n < 9; n += 1) {
    time.advance(1000);
    last().say({ type: 'pong' });
  }
  const first = last();
  for (let n = 0; n < 10; n += 1) time.advance(1000);
  expect(first.isKilled).toBe(false);
  time.advance(1000);
  expect(first.isKilled).toBe(true);
});

test('one that can not be opened says why, and is tried again; what is final is not', () => {
  surface.use(settings);
  const first = last();
  first.say({ type: 'failed', reason: 'port 8710 is in use', isFinal: false });
  expect(surface.status).toMatchObject({ state: 'failed', reason: 'port 8710 is in use' });
  time.advance(5000);
  expect(children).toHaveLength(2);
  // What an earlier process says counts no more.
  first.say({ type: 'opened' });
  expect(surface.status.state).toBe('starting');
  last().say({ type: 'failed', reason: 'config/port has the wrong type', isFinal: true });
  time.advance(60_000);
  expect(children).toHaveLength(2);
});

test('a package that is not found is a reason, and no process', () => {
  surface = made('osx is neither a surface of rowdesk nor a package');
  surface.use(settings);
  expect([children.length, surface.status.state]).toEqual([0, 'failed']);
  expect(surface.status.reason).toMatch(/^osx is neither/);
});
