import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { Desk, defineProvider, setting, Type, view } from '../provider.ts';
import { FakeAudio } from '../testing/fake-audio.ts';
import { neverFlushingStore } from '../testing/memory-store.ts';
import { startTestHost, type TestHost, type TestHostOptions } from '../testing/test-host.ts';
import { checkConfig } from './config.ts';
import { createHost } from './host.ts';

const running = new Set<TestHost>();
afterEach(async () => {
  for (const host of running) await host.close();
  running.clear();
});

async function start(options: TestHostOptions): Promise<TestHost> {
  const host = await startTestHost(options);
  running.add(host);
  return host;
}

const lamp = defineProvider({
  name: 'lamp',
  rows: () => [
    setting('/lamp', {
      fields: { percent: Type.Integer({ minimum: 0, maximum: 100, default: 0 }) },
      writable: ['percent'],
      target: 'mixer',
    }),
  ],
});

test('a row of a provider answers, is written, watched, and brought to its target', async () => {
  const desk = await start({ providers: [lamp] });
  expect((await desk.get('/lamp')).body).toEqual({ percent: 0 });
  const watched = await desk.watch('/lamp');
  expect(await watched.next()).toMatchObject({ event: 'snapshot', row: { percent: 0 } });
  const { status, headers } = await desk.patch('/lamp', { percent: 40 }, { 'rowdesk-actor': 'Ann' });
  expect([status, headers.get('rowdesk-revision'), headers.get('rowdesk-durable')]).toEqual([200, '1', null]);
  expect(await watched.next()).toMatchObject({ event: 'change', row: { percent: 40 } });
  expect(desk.audio.target('mixer').value('/lamp', 'percent')).toBe(40);
  watched.close();
});

test('what was written is there after the next start', async () => {
  const stateFolder = mkdtempSync(join(tmpdir(), 'rowdesk-test-'));
  const first = await startTestHost({ providers: [lamp], stateFolder });
  await first.patch('/lamp', { percent: 7 });
  await first.close();
  const second = await startTestHost({ providers: [lamp], stateFolder });
  expect((await second.get('/lamp')).body).toEqual({ percent: 7 });
  expect(second.host.desk.isNew).toBe(false);
  await second.close();
  rmSync(stateFolder, { recursive: true });
});

test('a state folder has one control process, and the second start names the first', async () => {
  const first = await start({ providers: [lamp] });
  await expect(startTestHost({ providers: [lamp], stateFolder: first.stateFolder })).rejects.toThrow(
    `${first.stateFolder}: is in use by process ${process.pid}, which runs and answers at ${first.url}`,
  );
  expect((await first.get('/lamp')).status).toBe(200);
});

test('several hosts run in one process without knowing of each other', async () => {
  const [one, two] = await Promise.all([start({ providers: [lamp] }), start({ providers: [lamp] })]);
  await one.patch('/lamp', { percent: 1 });
  expect((await two.get('/lamp')).body).toEqual({ percent: 0 });
});

test('a taken address is a fault in words, and frees the state folder', async () => {
  const first = await start({ providers: [lamp] });
  const stateFolder = mkdtempSync(join(tmpdir(), 'rowdesk-test-'));
  const given = { stateFolder, createAudio: () => first.audio, logLevel: 'silent' as const };
  const port = Number(new URL(first.url).port);
  await expect(createHost({ ...given, port })).rejects.toThrow(`127.0.0.1:${port}: is in use by another program`);
  await expect(createHost({ ...given, host: '192.0.2.1' })).rejects.toThrow('192.0.2.1:8700: is no address of this');
  const after = await startTestHost({ providers: [lamp], stateFolder });
  await after.close();
  rmSync(stateFolder, { recursive: true });
});

test('hooks run once rows answer, and what they return is called in reverse order at the end', async () => {
  const order: string[] = [];
  const hooked = (name: string) =>
    defineProvider({
      name,
      rows: () => [],
      start: () => {
        order.push(`start ${name}`);
        return () => void order.push(`stop ${name}`);
      },
    });
  const desk = await startTestHost({ providers: [hooked('one'), hooked('two')] });
  await desk.close();
  expect(order).toEqual(['start one', 'start two', 'stop two', 'stop one']);
  expect(desk.audio.ended).toBe('stopped');
});

test('the sound is left to the next control process when that is asked for', async () => {
  const desk = await startTestHost({ providers: [lamp] });
  await desk.host.close('leave');
  expect(desk.audio.ended).toBe('left');
  await desk.close();
});

test('a required provider that does not start ends the start, and nothing is left', async () => {
  const start = () => {
    throw new Error('no bulb');
  };
  const broken = defineProvider({ name: 'broken', rows: () => [], start });
  await expect(startTestHost({ providers: [broken] })).rejects.toThrow(
    'provider "broken", start: failed when it was started: no bulb',
  );
});

test('a start that fails leaves the sound of an earlier one alone', async () => {
  const stateFolder = mkdtempSync(join(tmpdir(), 'rowdesk-test-'));
  const config = checkConfig({ providers: [] }, join(stateFolder, 'test.json'));
  const start = () => {
    throw new Error('no bulb');
  };
  const providers = [{ provider: defineProvider({ name: 'broken', rows: () => [], start }) }];
  const audio = new FakeAudio({ config });
  const options = { stateFolder, config, providers, port: 0, logLevel: 'silent' as const, createAudio: () => audio };
  await expect(createHost(options)).rejects.toThrow('no bulb');
  expect([audio.state, audio.ended]).toEqual(['starting', 'left']);
  rmSync(stateFolder, { recursive: true });
});

test('a provider that uses the desk too early gets an error that says when it may', async () => {
  const hasty = defineProvider({
    name: 'hasty',
    needs: { desk: Desk },
    rows: ({ desk }) => [view('/hasty', { fields: {}, get: () => ({}), summary: String(desk.read('/lamp').percent) })],
  });
  await expect(startTestHost({ providers: [hasty] })).rejects.toThrow(
    'provider "hasty": failed when its rows were made: there are no rows while rows and services are made',
  );
});

test('a store that never flushes yields no 200 but one that says it is not kept', async () => {
  const desk = await start({ providers: [lamp], store: neverFlushingStore() });
  const { status, headers } = await desk.patch('/lamp', { percent: 9 });
  expect([status, headers.get('rowdesk-durable')]).toEqual([200, 'no']);
});

test('closing says bye to watchers', async () => {
  const desk = await start({ providers: [lamp] });
  const watched = await desk.watch('/lamp');
  await watched.next();
  const closed = desk.close();
  expect(await watched.next()).toMatchObject({ event: 'bye' });
  await closed;
});

test('a page that was not built is a warning that names its provider and its folder, and the rest answers', async () => {
  const folder = join(tmpdir(), 'rowdesk-no-page');
  const pages = [{ path: '/lamps', title: 'Lamps', about: 'all lamps', folder }];
  const desk = await start({ providers: [{ ...lamp, pages }] });
  await expect
    .poll(() => desk.host.warnings.list())
    .toContainEqual(
      expect.objectContaining({
        id: 'page-lamps',
        titleCode: { code: 'page-incomplete', params: { provider: 'lamp', path: '/lamps' } },
        detail: `provider "lamp": ${folder} can not be read (ENOENT); build its package, and start the desk again`,
      }),
    );
  expect((await fetch(new URL('/lamps', desk.url))).status).toBe(404);
  expect((await desk.get('/lamp')).status).toBe(200);
});

test('a state folder to which everybody may write is a warning with its remedy', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rowdesk-test-'));
  const isTold = (desk: TestHost) => desk.host.warnings.list().find(({ id }) => id === 'state-folder')?.detail;
  const first = await start({ providers: [lamp], stateFolder: folder });
  expect(isTold(first)).toBeUndefined();
  await first.close();
  running.delete(first);
  chmodSync(folder, 0o777);
  const second = await start({ providers: [lamp], stateFolder: folder });
  expect(isTold(second)).toBe(`everybody may write to ${folder}; run: chmod o-w '${folder}'`);
  await second.close();
  running.delete(second);
  rmSync(folder, { recursive: true });
});
