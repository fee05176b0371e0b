import { quickWalk, startTestHost, type TestHost, walkRow } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';

const path = '/measurement/recalibrate';
const input = (index: number) => ({ kind: 'input', index });
const socket = (n: number) => `/stagebox/virtual-32x16/inputs/${n}`;
const values = (processor: string) => `/channel/input/1/chain/processors/${processor}/values`;

let desk: TestHost;
beforeEach(async () => {
  const providers = ['console', 'channel', 'stagebox', 'patch', 'history', 'measurement'];
  desk = await startTestHost({ providers });
  await desk.patch('/channel/input/1', { sourceId: 'virtual-32x16:in-1', levelDb: -10 });
  await desk.patch(socket(1), { gainDb: 20 });
});
afterEach(() => desk.close());

const run = async (body: object) => (await desk.patch(path, { running: true, strip: input(1), ...body })).body;
const read = async (row: string, field: string) => (await desk.get(row)).body[field];

test('the trim makes up for the preamp, of every strip that hears it, in one entry of the history', async () => {
  await desk.patch('/channel/input/7', { sourceId: 'virtual-32x16:in-1', trimDb: 4 });
  await desk.patch('/channel/input/1/sends/mix/3', { levelDb: -6, tapPoint: 'Top-Of-Ch' });
  const before = (await desk.get('/history')).body.entries.length;
  const preview = (await run({ gainDb: 6 })).report;
  expect(preview).toMatchObject({ outcome: 'preview', uncompensated: [] });
  expect(await read(socket(1), 'gainDb')).toBe(20);
  const { report } = await run({ gainDb: 6, apply: true });
  expect(report).toMatchObject({ outcome: 'applied', movedDb: 6, changes: preview.changes });
  expect(report.strips).toEqual([
    { ...input(1), trimFromDb: 0, trimDb: -6, restDb: 0 },
    { ...input(7), trimFromDb: 4, trimDb: -2, restDb: 0 },
  ]);
  expect(await read(socket(1), 'gainDb')).toBe(26);
  expect(await read('/channel/input/1', 'trimDb')).toBe(-6);
  expect(await read('/channel/input/7', 'trimDb')).toBe(-2);
  // Before the trim.
  expect(await read('/channel/input/1/sends/mix/3', 'levelDb')).toBe(-12);
  expect(await read(values('gate'), 'thresholdDb')).toBe(-40);
  expect(await read('/channel/input/1', 'levelDb')).toBe(-10);
  expect((await desk.get('/history')).body.entries).toHaveLength(before + 1);
  await desk.patch('/history/cursor/undo', { running: true, override: true });
  expect(await read(socket(1), 'gainDb')).toBe(20);
  expect(await read('/channel/input/7', 'trimDb')).toBe(4);
});

test('what the trim can not take, thresholds, fader and sends before the fader take', async () => {
  await desk.patch('/channel/input/1', { trimDb: -15 });
  await desk.patch('/channel/input/1/sends/mix/1', { levelDb: -6, tapPoint: 'Pre-Fader' });
  await desk.patch('/channel/input/1/sends/mix/2', { levelDb: -6, tapPoint: 'Post-Fader' });
  await desk.patch('/channel/input/4/chain/processors/gate/key', { source: input(1) });
  const { report } = await run({ gainDb: 10, apply: true });
  expect(report.strips).toEqual([{ ...input(1), trimFromDb: -15, trimDb: -18, restDb: 7 }]);
  expect(await read(values('gate'), 'thresholdDb')).toBe(-33);
  expect(await read(values('comp'), 'thresholdDb')).toBe(-13);
  expect(await read(values('deesser'), 'thresholdDb')).toBe(-23);
  expect(await read('/channel/input/1', 'levelDb')).toBe(-17);
  expect(await read('/channel/input/1/sends/mix/1', 'levelDb')).toBe(-13);
  expect(await read('/channel/input/1/sends/mix/2', 'levelDb')).toBe(-6);
  // Its detector hears Post-Trim of the strip.
  expect(await read('/channel/input/4/chain/processors/gate/values', 'thresholdDb')).toBe(-33);
});

test('where a range ends it says so and changes nothing, unless it is told to', async () => {
  await desk.patch('/channel/input/1', { trimDb: 18, levelDb: 8 });
  const preview = (await run({ gainDb: -6 })).report;
  expect(preview.uncompensated).toEqual([
    {
      ...{ path: '/channel/input/1', field: 'levelDb' },
      detail: 'It is at 8 dB, would have to be at 14 dB, and goes from -144 to 10 dB.',
    },
  ]);
  const { revision } = desk.host.desk;
  const refused = await run({ gainDb: -6, apply: true });
  expect(refused).toMatchObject({ status: 409, params: { reason: 'uncompensated' } });
  expect(desk.host.desk.revision).toBe(revision);
  const { report } = await run({ gainDb: -6, apply: true, override: true });
  expect(report.uncompensated).toHaveLength(1);
  expect(await read(socket(1), 'gainDb')).toBe(14);
});

test('a linked pair moves together, and a strip that is linked with another source has its trim alone', async () => {
  await desk.patch('/channel/input/2', { sourceId: 'virtual-32x16:in-2', trimDb: -14 });
  await desk.patch(socket(2), { gainDb: 30 });
  await desk.patch('/channel/input/1', { stereoLink: true });
  await desk.patch('/channel/input/5', { sourceId: 'virtual-32x16:in-1', trimDb: -15 });
  await desk.patch('/channel/input/6', { sourceId: 'virtual-32x16:in-6' });
  await desk.patch('/channel/input/5', { stereoLink: true });
  const { report } = await run({ gainDb: 6 });
  expect(report.preamps).toEqual([
    { path: socket(1), fromDb: 20, toDb: 26 },
    { path: socket(2), fromDb: 30, toDb: 36 },
  ]);
  expect(report.strips).toEqual([
    { ...input(1), trimFromDb: 0, trimDb: -4, restDb: 2 },
    { ...input(2), trimFromDb: -14, trimDb: -18, restDb: 2 },
    { ...input(5), trimFromDb: -15, trimDb: -18, restDb: 3 },
  ]);
  expect(report.uncompensated).toEqual([expect.objectContaining({ path: '/channel/input/5', field: 'levelDb' })]);
  expect(report.uncompensated[0].detail).toContain('shared with input/6');
});

test('both legs of a stereo input move; a strip that hears one of them alone is made up for', async () => {
  await desk.patch('/channel/aux/1', { sourceId: 'virtual-32x16:in-9' });
  await desk.patch('/channel/input/3', { sourceId: 'virtual-32x16:in-10' });
  const { report } = await run({ strip: { kind: 'aux', index: 1 }, gainDb: 4 });
  expect(report.preamps.map(({ path }: { path: string }) => path)).toEqual([socket(9), socket(10)]);
  expect(report.strips.map(({ kind, trimDb }: Record<string, unknown>) => [kind, trimDb])).toEqual([
    ['input', -4],
    ['aux', -4],
  ]);
  const one = await run({ strip: input(3), gainDb: 4 });
  expect(one.report.uncompensated).toEqual([expect.objectContaining({ path: '/channel/aux/1', field: 'trimDb' })]);
});

test('a preamp that refuses leaves all levels as they were', async () => {
  desk.audio.target('stagebox:virtual-32x16').refuse(socket(1), 'gainDb', 'no relay');
  expect((await run({ gainDb: 6, apply: true })).code).toBe('target-refused');
  expect(await read('/channel/input/1', 'trimDb')).toBe(0);
  expect(await read(socket(1), 'gainDb')).toBe(20);
});

test('a difference beyond the preamp, off its step, or of no preamp is refused in words', async () => {
  const range = await run({ gainDb: 36, apply: true });
  expect(range).toMatchObject({ status: 422, errors: [{ field: 'gainDb' }] });
  expect(range.detail).toContain('from -20 to 35 dB');
  expect((await run({ gainDb: 0.5 })).detail).toContain('multiple of 1 dB');
  expect((await run({ strip: null, gainDb: 1 })).errors[0].field).toBe('strip');
  expect(await run({ strip: input(8), gainDb: 1 })).toMatchObject({ status: 424 });
});

test('/measurement/recalibrate holds what a row must hold', () => walkRow(desk, path, quickWalk));
