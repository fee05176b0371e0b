// How a desk ends and begins with many watchers: in order at SIGTERM, one process per state folder, and everybody back at
// once after a kill -9.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { afterEach, expect, test } from 'vitest';
import { isAlive } from '../../core/audio/link/process-lock.ts';
import { isFull } from '../harness/depth.ts';
import { opening, write } from '../harness/desk.ts';
import {
  cli,
  quietConfig,
  removeFolder,
  type Service,
  startService,
  stopServices,
  temporaryFolder,
} from '../harness/service.ts';

const children: ChildProcess[] = [];
const folders: string[] = [];
afterEach(async () => {
  await stopServices();
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const folder of folders.splice(0)) removeFolder(folder);
});
function newFolder(): string {
  const folder = temporaryFolder();
  folders.push(folder);
  return folder;
}

interface Watcher {
  readonly events: readonly EventSourceMessage[];
  /** Resolves when the connection has ended: true for an end in order, false for a reset. */
  readonly ended: Promise<boolean>;
}

/** Watches a row on a connection of its own. */
function watch(port: number, path: string): Watcher {
  const socket = connect(port, '127.0.0.1');
  const events: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (event) => void events.push(event) });
  let head = '';
  socket.setEncoding('utf8').on('data', (data: Buffer | string) => {
    // The chunks of the transfer coding are lines of their own, which are no fields of an event.
    if (!head.includes('\r\n\r\n')) head += data;
    else parser.feed(String(data).replace(/(^|\r\n)[0-9a-f]+\r\n/g, '$1'));
    const [, rest] = head.split('\r\n\r\n');
    if (rest !== undefined && rest !== '') {
      parser.feed(rest.replace(/(^|\r\n)[0-9a-f]+\r\n/g, '$1'));
      head = '\r\n\r\n';
    }
  });
  let isReset = false;
  socket.on('error', () => {
    isReset = true;
  });
  const ended = new Promise<boolean>((resolve) => socket.once('close', () => resolve(!isReset)));
  socket.write(`GET /api${path}?watch=1 HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
  return { events, ended };
}
const portOf = ({ url }: Service) => Number(new URL(url).port);
const names = ({ events }: Watcher) => events.map(({ event }) => event);

test('SIGTERM ends all in order with 100 watchers: bye to each, the store closed, the sound ended, exit 0', async () => {
  const state = newFolder();
  const service = await startService({ state });
  await opening(service);
  const { processId } = await service.until('/telemetry/rt', (row) => row.processId > 0);
  const paths = ['/console', '/channel/input/1', '/telemetry/process', '/meters', '/warnings'];
  const watchers = Array.from({ length: 100 }, (_, n) => watch(portOf(service), paths[n % paths.length] as string));
  for (const watcher of watchers) await expect.poll(() => names(watcher)[0]).toBe('snapshot');
  const idle = connect(portOf(service), '127.0.0.1');
  idle.on('error', () => {});
  const idleEnded = once(idle, 'close');
  const last = service.patch('/channel/input/1', { name: 'last' });
  expect((await last).status).toBe(200);

  expect(await service.stop()).toBe(0);
  for (const watcher of watchers) {
    expect(await watcher.ended).toBe(true);
    expect(names(watcher).at(-1)).toBe('bye');
  }
  await idleEnded;
  await expect.poll(() => isAlive(processId)).toBe(false);
  expect(readFileSync(join(state, 'audio.log'), 'utf8')).toMatch(/ends: the desk stops/);
  // Closed in order: no revision was leapt over, and what was written is there.
  const again = await startService({ state });
  expect((await again.get('/channel/input/1')).body.name).toBe('last');
  expect(Number((await again.patch('/channel/input/1', { name: 'first' })).headers.get('rowdesk-revision'))).toBe(2);
});

/** Starts a desk on this folder, and says at once how that went. */
function contend(state: string, config: string): { child: ChildProcess; outcome: Promise<string> } {
  const words = ['start', '--port', '0', '--state', state, '--config', config, '--json', '--log-level', 'silent'];
  const child = spawn(process.execPath, [cli, ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  let talk = '';
  child.stderr?.on('data', (chunk) => {
    talk += chunk;
  });
  const runs = once(createInterface({ input: child.stdout as NodeJS.ReadableStream }), 'line').then(([line]) => line);
  return { child, outcome: Promise.race([runs, once(child, 'close').then(([code]) => `${code} ${talk}`)]) };
}

test('of eight that start on one state folder in the same moment exactly one runs, and the others name a process', async () => {
  const config = join(newFolder(), 'config.json');
  writeFileSync(config, JSON.stringify({ ...quietConfig, drivers: [], devices: [] }));
  const state = newFolder();
  const rounds = isFull ? 3 : 2;
  for (let round = 0; round < rounds; round++) {
    const all = Array.from({ length: 8 }, () => contend(state, config));
    const outcomes = await Promise.all(all.map(({ outcome }) => outcome));
    const running = outcomes.filter((outcome) => outcome.startsWith('{'));
    expect(running).toHaveLength(1);
    for (const outcome of outcomes.filter((each) => !each.startsWith('{'))) {
      expect(outcome).toMatch(/^1 .*: is in use by process \d+/);
    }
    // One that comes now is refused with the address of the one that runs.
    const late = contend(state, config);
    expect(await late.outcome).toMatch(/^1 .*answers at http/);
    for (const { child } of [...all, late]) {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'close');
    }
  }
}, 120_000);

test('400 watchers that come back in the same moment after a kill -9 all get the row as it is', async () => {
  const config = { providers: ['console', 'channel', 'telemetry'], drivers: [], devices: [] };
  const state = newFolder();
  let service = await startService({ state, config });
  const crowd = (path: string) => Array.from({ length: 400 }, () => watch(portOf(service), path));
  for (let round = 0; round < 3; round++) {
    await write(service, '/channel/input/1', { name: `round ${round}` });
    const watchers = crowd('/channel/input/1');
    await expect.poll(() => watchers.every(({ events }) => events.length > 0)).toBe(true);
    await write(service, '/channel/input/1', { levelDb: -round });
    const { body: row } = await service.get('/channel/input/1');
    const isCurrent = ({ events }: Watcher) => events.at(-1)?.data === JSON.stringify(row);
    await expect.poll(() => watchers.every(isCurrent)).toBe(true);
    for (const watcher of watchers) expect(names(watcher)).toEqual(['snapshot', 'change']);
    await service.kill();
    await Promise.all(watchers.map(({ ended }) => ended));
    service = await startService({ state, config });
    expect((await service.get('/channel/input/1')).body).toEqual(row);
  }
}, 120_000);
