import { mkdirSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { FakeTime, startTestHost, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Move, readMoves, readShowFile } from '../takes/index.ts';
import { ShowKeeper } from './show-keeper.ts';

let desk: TestHost;
let time: FakeTime;
const providers = ['console', 'clock', 'channel', 'takes', 'record'];
beforeEach(async () => {
  time = new FakeTime();
  desk = await startTestHost({ strips: 'all', providers, time });
  withRecorder(desk);
});
afterEach(() => desk.close());

const report = (on: TestHost, fields: Record<string, unknown>) => {
  for (const [field, value] of Object.entries(fields)) on.audio.target('recorder').report('/record', field, value);
  return {};
};
/** A recorder that begins with a pre-roll of 10 s. */
let startedMs = 0;
function withRecorder(on: TestHost): void {
  report(on, { state: 'ready', takeId: '', elapsedS: 0 });
  on.audio.answers.set('recorder start', ({ takeId }) => {
    mkdirSync(folderOf(on, takeId as string), { recursive: true });
    startedMs = time.monotonicMs();
    return report(on, { takeId, elapsedS: 0, state: 'recording' });
  });
  on.audio.answers.set('recorder position', () => ({ atS: 10 + (time.monotonicMs() - startedMs) / 1000 }));
  on.audio.answers.set('recorder stop', () => report(on, { takeId: '', state: 'ready' }));
}
const folderOf = (on: TestHost, takeId: string) => join(on.stateFolder, 'recordings', 'takes', takeId);
const level = (index: number) => `/channel/input/${index}`;
async function movesOf(folder: string): Promise<readonly Move[]> {
  const moves: Move[] = [];
  for await (const move of readMoves(folder)) moves.push(move);
  return moves;
}
const started = async () =>
  folderOf(desk, (await desk.patch('/record/start', { running: true })).body.report.takeId as string);
const levelIn = (values: readonly { path: string; field: string; value: unknown }[], path: string) =>
  values.find((each) => each.path === path && each.field === 'levelDb')?.value;

test('the show as the take began, and every move with its position, are kept with the take', async () => {
  await desk.patch(level(1), { levelDb: -12 });
  const folder = await started();
  const show = await vi.waitFor(() => readShowFile(folder));
  expect(show).toMatchObject({ format: 1, atS: 10, layout: { input: 32 } });
  expect(levelIn(show.values, level(1))).toBe(-12);
  time.advance(2_500);
  await desk.patch(level(1), { levelDb: -6 });
  time.advance(500);
  await desk.patch(level(2), { levelDb: -20, muted: true });
  time.advance(1_000);
  const moves = await vi.waitFor(async () => {
    const found = await movesOf(folder);
    if (found.length < 2) throw new Error('they are not on the disk yet');
    return found;
  });
  expect(moves).toEqual([
    { atS: 12.5, values: [{ path: level(1), field: 'levelDb', value: -6 }] },
    { atS: 13, values: expect.arrayContaining([{ path: level(2), field: 'muted', value: true }]) },
  ]);
});

test('what is moved after the end is of no take', async () => {
  const folder = await started();
  await vi.waitFor(() => readShowFile(folder));
  await desk.patch('/record/stop', { running: true });
  await desk.patch(level(1), { levelDb: -6 });
  time.advance(2_000);
  expect(await movesOf(folder)).toEqual([]);
  expect(time.timers).toBeGreaterThan(0);
});

test('a start that the recorder refuses leaves nothing behind', async () => {
  desk.audio.answers.set('recorder start', () => {
    throw new Error('the folder is read-only');
  });
  const { status } = await desk.patch('/record/start', { running: true });
  expect(status).toBeGreaterThanOrEqual(400);
  withRecorder(desk);
  const folder = await started();
  expect((await vi.waitFor(() => readShowFile(folder))).atS).toBe(10);
});

test('a desk that is started again while a take is recorded goes on with all values', async () => {
  const folder = mkdtempSync(join(desk.stateFolder, 'take-'));
  const values = [{ path: level(1), field: 'levelDb', value: -3 }];
  const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
  const keeper = () =>
    new ShowKeeper({
      ...{ desired: { of: () => values, follow: () => ({ values, stop: () => {} }) }, time, log: quiet },
      ...{ audio: { call: async () => ({}) }, layout: { counts: {} } as never, folderOf: () => folder },
    });
  const first = keeper();
  first.report('friday', 10);
  await first.stop();
  expect(await readShowFile(folder)).toMatchObject({ atS: 10, values });
  const second = keeper();
  second.report('friday', 60);
  await second.stop();
  expect(await movesOf(folder)).toEqual([{ atS: 60, values }]);
});
