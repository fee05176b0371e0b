import { FakeTime, meterSample, quickWalk, startTestHost, type TestHost, walkRow } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const path = '/measurement/gain';
const input = (index: number) => ({ kind: 'input', index });
const socket = (n: number) => `/stagebox/virtual-32x16/inputs/${n}`;
const linear = (db: number) => 10 ** (db / 20);

let time: FakeTime;
let desk: TestHost;
beforeEach(async () => {
  time = new FakeTime();
  desk = await startTestHost({
    strips: 'all',
    providers: ['console', 'channel', 'stagebox', 'history', 'measurement'],
    time,
  });
  await desk.patch('/channel/input/1', { sourceId: 'virtual-32x16:in-1' });
  await desk.patch(socket(1), { gainDb: 20 });
});
afterEach(() => desk.close());

type Peaks = Readonly<Record<string, readonly number[]>>;

/** Runs the task while strips play peaks of these levels, dBFS, each for the same time. Its report, or its refusal. */
async function run(body: object, peaks: Peaks, meanwhile = async () => {}) {
  const started = await desk.patch(path, { running: true, seconds: 2, ...body });
  if (started.status !== 200) return started.body;
  const windows = Math.max(...Object.values(peaks).map(({ length }) => length));
  for (let window = 0; window < windows; window++) {
    const meters = Object.entries(peaks).map(([strip, levels]) => {
      const db = levels[window] ?? -144;
      return [`/channel/${strip}`, { prePeak: [0], topPeak: [linear(db)] }] as const;
    });
    desk.audio.meter(meterSample(Object.fromEntries(meters), 0));
  }
  await meanwhile();
  for (let second = 0; second < 2; second++) {
    time.advance(1000);
    await new Promise(setImmediate);
  }
  return vi.waitFor(async () => {
    const { body } = await desk.get(path);
    expect(body.running).toBe(false);
    return body;
  });
}
const playing = (db: number) => Array<number>(200).fill(db);

test('without apply it says what it would set, and sets nothing', async () => {
  const { revision } = desk.host.desk;
  const { report } = await run({ strips: [input(1)] }, { 'input/1': [...playing(-42), -30] });
  expect(report).toMatchObject({ outcome: 'preview', changes: 1 });
  expect(report.strips).toEqual([
    expect.objectContaining({
      ...{ kind: 'input', index: 1, p50Db: -42, p90Db: -42, p999Db: -30, peakDb: -30, clipMarginDb: 30 },
      ...{ playingPercent: 100, gainFromDb: 20, gainDb: 44, trimFromDb: 0, trimDb: 0, reason: '', limitedBy: '' },
      ...{ expectedP90Db: -18, expectedPeakDb: -6, sharedWith: [] },
      preamps: [{ path: socket(1), fromDb: 20, toDb: 44 }],
    }),
  ]);
  expect(desk.host.desk.revision).toBe(revision);
  expect(desk.audio.readers).toBe(0);
});

test('it writes preamps and trims of all strips in one commit, and one undo takes all back', async () => {
  await desk.patch('/channel/input/2', { sourceId: 'virtual-32x16:in-2', trimDb: 3 });
  const { entries } = (await desk.get('/history')).body;
  const { report } = await run({ apply: true }, { 'input/1': playing(-42), 'input/2': playing(-20.4) });
  expect(report).toMatchObject({ outcome: 'applied', changes: 3 });
  expect((await desk.get(socket(1))).body.gainDb).toBe(44);
  expect((await desk.get(socket(2))).body.gainDb).toBe(2);
  expect((await desk.get('/channel/input/2')).body.trimDb).toBe(0.5);
  const after = (await desk.get('/history')).body.entries;
  expect(after).toHaveLength(entries.length + 1);
  expect(after[0].label).toBe('Gain of 2 strips');
  await desk.patch('/history/cursor/undo', { running: true, override: true });
  expect((await desk.get(socket(1))).body.gainDb).toBe(20);
  expect((await desk.get('/channel/input/2')).body.trimDb).toBe(3);
});

test('a strip of which nothing can be proposed says why; a mute is no hindrance', async () => {
  for (const n of [2, 3, 4, 6]) await desk.patch(`/channel/input/${n}`, { sourceId: `virtual-32x16:in-${n}` });
  await desk.patch('/channel/input/6', { sourceId: 'virtual-32x16:in-99' });
  await desk.patch('/channel/input/1', { muted: true });
  const { report } = await run(
    { strips: [1, 2, 3, 4, 5, 6].map(input), apply: true },
    {
      ...{ 'input/1': playing(-42), 'input/2': [...playing(-12), 0], 'input/3': playing(-75) },
      'input/4': [...playing(-75), -20],
    },
  );
  const reasons = report.strips.map(({ reason }: { reason: string }) => reason);
  expect(reasons).toEqual(['', 'clipped', 'silence', 'too-short', 'no-source', 'source-absent']);
  expect(report.strips[1]).toMatchObject({ gainDb: null, trimDb: null, detail: expect.stringContaining('It clipped') });
  expect(report.changes).toBe(1);
});

test('a gain that is changed while it listens spoils what was heard', async () => {
  const touch = async () => void (await desk.patch(socket(1), { gainDb: 30 }));
  const { report } = await run({ strips: [input(1)], apply: true }, { 'input/1': playing(-42) }, touch);
  expect(report.strips[0]).toMatchObject({ reason: 'changed', gainDb: null });
  expect((await desk.get(socket(1))).body.gainDb).toBe(30);
});

test('a linked pair, and strips that share a preamp, get one difference by the louder of them', async () => {
  await desk.patch('/channel/input/2', { sourceId: 'virtual-32x16:in-2' });
  await desk.patch(socket(2), { gainDb: 25 });
  await desk.patch('/channel/input/1', { stereoLink: true });
  await desk.patch('/channel/input/9', { sourceId: 'virtual-32x16:in-2' });
  const { report } = await run(
    { strips: [input(1), input(9)], apply: true },
    { 'input/1': playing(-40), 'input/2': playing(-32), 'input/9': playing(-32) },
  );
  expect(report.strips.map(({ index, gainDb }: Record<string, number>) => [index, gainDb])).toEqual([
    ...[
      [1, 34],
      [2, 39],
    ],
    [9, 39],
  ]);
});

test('a run is cancelled, and one without a mixer that measures is refused', async () => {
  await desk.patch(path, { running: true, strips: [input(1)], apply: true });
  const { body } = await desk.patch(path, { running: false });
  expect(body).toMatchObject({ running: false, report: { outcome: 'cancelled' } });
  expect(desk.audio.readers).toBe(0);
  expect((await run({ strips: [input(1)] }, { 'input/1': [] })).refusal).toMatchObject({ code: 'device-absent' });
  await desk.patch('/channel/input/1', { sourceId: '' });
  expect(await run({}, {})).toMatchObject({ status: 409, params: { reason: 'no-source' } });
});

test('what is out of range is refused with its range', async () => {
  for (const wrong of [
    { seconds: 1 },
    { targetDb: 0 },
    { clipMarginDb: 31 },
    { strips: [{ kind: 'mix', index: 1 }] },
  ]) {
    const { status, body } = await desk.patch(path, { running: true, ...wrong });
    expect([status, body.errors[0].field]).toEqual([422, expect.stringContaining(Object.keys(wrong)[0] as string)]);
  }
});

test('/measurement/gain holds what a row must hold', () => walkRow(desk, path, quickWalk));
