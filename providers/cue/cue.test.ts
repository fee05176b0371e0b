import { quickWalk, startTestHost, type TestHost, walkRow } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';

let desk: TestHost;
beforeEach(async () => {
  desk = await startTestHost({ providers: ['console', 'channel', 'cue'] });
});
afterEach(() => desk.close());

const strip = (kind: string, index: number) => ({ kind, index });
const solo = (kind: string, index: number, soloed = true) => desk.patch(`/channel/${kind}/${index}`, { soloed });
const active = async () => (await desk.get('/cue')).body.active;

test('it begins with main/1 while nothing is soloed, and all of it is told to the mixer', async () => {
  const body = {
    ...{ levelDb: -3.5, inputMode: 'AFL', busMode: 'PFL', exclusive: true, idleSource: null, dim: true, dimDb: -12 },
    ...{ mono: true, muted: true, delayMs: 12.5, sourceTrimDb: 6, outputs: ['virtual-32x16:out-3'] },
  };
  expect((await desk.get('/cue')).body).toMatchObject({ idleSource: strip('main', 1), active: [], outputs: [] });
  expect((await desk.patch('/cue', body)).body).toEqual({ ...body, active: [] });
  for (const [field, value] of Object.entries(body)) {
    expect(desk.audio.target('mixer').value('/cue', field), field).toEqual(value);
  }
});

test('what is soloed is listed, and a watcher sees it come and go', async () => {
  const watched = await desk.watch('/cue');
  await watched.next();
  await solo('input', 3);
  expect((await watched.next()).row.active).toEqual([strip('input', 3)]);
  await solo('dca', 1);
  expect((await watched.next()).row.active).toEqual([strip('input', 3), strip('dca', 1)]);
  const clear = await desk.watch('/cue/clear');
  await desk.patch('/cue/clear', { running: true });
  expect((await watched.next()).row.active).toEqual([]);
  watched.close();
  let { row } = await clear.next();
  while (row.report === null) row = (await clear.next()).row;
  clear.close();
  expect(row.report.cleared).toEqual([strip('input', 3), strip('dca', 1)]);
});

test('an exclusive solo takes it from all others in the same commit; a linked pair stays together', async () => {
  await solo('input', 1);
  await solo('mix', 2);
  await desk.patch('/cue', { exclusive: true });
  expect(await active(), 'what is soloed stays').toHaveLength(2);
  const { revision } = desk.host.desk;
  await solo('aux', 1);
  expect([await active(), desk.host.desk.revision]).toEqual([[strip('aux', 1)], revision + 1]);
  await desk.patch('/channel/input/5', { stereoLink: true });
  await solo('input', 6);
  expect(await active()).toEqual([strip('input', 5), strip('input', 6)]);
  await solo('input', 5, false);
  expect(await active()).toEqual([]);
  const both = [1, 2].map((index) => ({ ...strip('mix', index), soloed: true }));
  await desk.patch('/channel', { strips: both });
  expect(await active(), 'asked for together').toEqual([strip('mix', 1), strip('mix', 2)]);
});

test('nothing of it is in the history, and muting it is possible under a lock', async () => {
  const entries = desk.host.desk.history.entries.length;
  await desk.patch('/cue', { levelDb: -10 });
  await solo('input', 1);
  expect(desk.host.desk.history.entries).toHaveLength(entries);
  await desk.patch('/console', { locked: 'all' });
  expect((await desk.patch('/cue', { levelDb: 0 })).status).toBe(423);
  expect((await desk.patch('/cue', { muted: true })).status).toBe(200);
});

test('holds what a row must hold', async () => {
  await walkRow(desk, '/cue', quickWalk);
  await walkRow(desk, '/cue/clear', quickWalk);
});
