import { FakeTime, MemoryStore, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { input, Show } from './scenes-fixture.ts';

const recall = '/scenes/one/recall';
const fadeMs = 2500;

let time: FakeTime;
let desk: TestHost;
let body: Show['body'];
/** What the mixer says. */
let leftMs: number;
let levels: readonly object[];
beforeEach(async () => {
  time = new FakeTime();
  const show = await Show.open(new MemoryStore(), time);
  ({ desk, body } = show);
  await desk.patch(input(1), { levelDb: -20 });
  await show.stored('One');
  await desk.patch('/scenes/one', { fadeMs });
  await desk.patch(input(1), { levelDb: 0 });
  levels = [];
  leftMs = fadeMs;
  desk.audio.answers.set('mixer fading', () => ({ revision: desk.host.desk.revision, leftMs, levels }));
});
afterEach(() => desk.close());

const turn = () => new Promise((resolve) => setImmediate(resolve));
const start = async (path = recall) => {
  const answer = await desk.patch(path, { running: true });
  await turn();
  return answer;
};
const advance = async (ms: number) => {
  for (let passed = 0; passed < ms; passed += 250) {
    time.advance(250);
    await turn();
  }
};
const progress = (done: number) => ({ done, total: fadeMs, phase: 'fading' });

test('a recall runs as long as its fade, tells how far it is, and ends with its report', async () => {
  expect(await start()).toMatchObject({ status: 200, body: { running: true, report: null } });
  expect(await body(recall)).toMatchObject({ running: true, progress: progress(0) });
  await advance(1000);
  expect(await body(recall)).toMatchObject({ running: true, progress: progress(1000) });
  await advance(1250);
  expect(await body(recall)).toMatchObject({ running: true, progress: progress(2250) });
  await advance(250);
  expect(await body(recall)).toMatchObject({
    ...{ running: false, progress: progress(fadeMs) },
    report: { outcome: 'applied', changed: 1, fadeMs },
  });
});

test('it ends when the mixer has it and nothing moves there, and at once where nothing changes', async () => {
  await start();
  await advance(250);
  leftMs = 0;
  await advance(250);
  expect(await body(recall)).toMatchObject({
    ...{ running: false, progress: progress(fadeMs) },
    report: { outcome: 'applied', changed: 1 },
  });
  expect(await start()).toMatchObject({ status: 200 });
  expect(await body(recall)).toMatchObject({ running: false, report: { changed: 0 } });
});

test('cancelled, levels stay where the mixer says that they are: one more entry of the history, and the rows say them', async () => {
  await start();
  await advance(1000);
  levels = [
    { path: input(1), field: 'levelDb', value: -8 },
    { path: input(1), field: 'muted', value: false },
    { path: input(2), field: 'levelDb', value: -3 },
  ];
  const before = desk.host.desk.history.entries.length;
  const { status, body: row } = await desk.patch(recall, { running: false }, { 'Rowdesk-Actor': 'bea' });
  expect([status, row.running, row.report.outcome]).toEqual([200, false, 'cancelled']);
  expect(row.report.held).toEqual(levels.slice(0, 2));
  expect(await body(input(1))).toMatchObject({ levelDb: -8, muted: false });
  // that one fades for another
  expect((await body(input(2))).levelDb).toBe(-144);
  expect(desk.host.desk.history.entries.length).toBe(before + 1);
  expect(desk.host.desk.history.entries.at(-1)).toMatchObject({ actor: 'bea', label: 'Scene One held on its way' });
});

test('what was moved by hand since is not touched by who cancels', async () => {
  await start();
  await advance(500);
  await desk.patch(input(1), { levelDb: -1 });
  levels = [{ path: input(1), field: 'levelDb', value: -8 }];
  const { body: row } = await desk.patch(recall, { running: false });
  expect(row.report).toMatchObject({ outcome: 'cancelled', held: [] });
  expect((await body(input(1))).levelDb).toBe(-1);
});

test('while it fades a start takes over, so that the next cue never waits for the one before', async () => {
  await desk.patch('/scene/store', { running: true, name: 'Two' });
  await desk.patch('/scenes/two', { fadeMs });
  await desk.patch(input(1), { levelDb: 5 });
  await turn();
  expect(await start('/scene/back')).toMatchObject({ status: 200, body: { running: true } });
  await advance(500);
  const { startedAt } = await body('/scene/back');
  await desk.patch('/scene/position', { id: 'two' });
  levels = [{ path: input(1), field: 'levelDb', value: -8 }];
  expect((await start('/scene/back')).status).toBe(200);
  expect((await body('/scene/back')).startedAt).not.toBe(startedAt);
  expect((await body(input(1))).levelDb).toBe(-20);
});

test('the end of the desk leaves a fade to the mixer', async () => {
  levels = [{ path: input(1), field: 'levelDb', value: -8 }];
  await start();
  const { revision } = desk.host.desk;
  await desk.host.rows.stop();
  expect(desk.host.desk.revision).toBe(revision);
});
