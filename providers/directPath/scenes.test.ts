import { startTestHost, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hardwareDouble } from './hardware-double.ts';

const providers = ['console', 'channel', 'stagebox', 'patch', 'history', 'scenes', 'sessions', 'directPath'];
const path = '/directPath/box.1.1';
let desk: TestHost;
beforeEach(async () => {
  desk = await startTestHost({ providers: [...providers, hardwareDouble().provider] });
});
afterEach(() => desk.close());

const level = async () => (await desk.get(path)).body.levelDb;

/** Runs a task, and answers its report. */
async function run(task: string, extra: object = {}): Promise<Record<string, unknown>> {
  const started = await desk.patch(task, { running: true, ...extra });
  expect(started.status).toBe(200);
  const watched = await desk.watch(task);
  for (;;) {
    const { row } = await watched.next();
    if (row.running) continue;
    watched.close();
    return row.report;
  }
}

test('a scene leaves direct paths as they are, and says so, unless it names them', async () => {
  await desk.patch(path, { levelDb: -6 });
  await run('/scene/store', { name: 'Verse' });
  await desk.patch(path, { levelDb: -20 });
  await desk.patch('/channel/input/1', { levelDb: -10 });
  await run('/scenes/verse/recall');
  expect([await level(), (await desk.get('/channel/input/1')).body.levelDb]).toEqual([-20, -144]);
  const { areas, content } = (await desk.get('/scenes/verse')).body;
  expect(areas).not.toContain('directPath');
  expect(content.filter(({ area }: { area: string }) => area === 'directPath')).toEqual([]);
  const { keeps } = (await desk.get('/scenes/verse/recallKeeps')).body;
  expect(keeps).toContainEqual({ path: '/doubled/1/1', area: 'directPath', why: 'default' });

  await desk.patch('/scenes/verse', { areas: ['directPath'] });
  await run('/scenes/verse/recall');
  expect(await level()).toBe(-6);
});

test('a session brings them', async () => {
  await desk.patch(path, { levelDb: -6, muted: true });
  await run('/session/save', { name: 'Friday' });
  await desk.patch(path, { levelDb: -20, muted: false });
  await run('/sessions/friday/apply');
  expect((await desk.get(path)).body).toMatchObject({ levelDb: -6, muted: true });
});

test('a new session leaves them as they are: what a device plays by itself is not silenced by surprise', async () => {
  await desk.patch(path, { levelDb: -6 });
  await desk.patch('/channel/input/1', { levelDb: -10 });
  await run('/session/new', { name: 'Blank', confirm: true });
  expect([await level(), (await desk.get('/channel/input/1')).body.levelDb]).toEqual([-6, -144]);
});
