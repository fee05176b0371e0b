import { startTestHost, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';

let desk: TestHost;
beforeEach(async () => {
  desk = await startTestHost({ providers: ['console', 'clock', 'channel', 'takes', 'record'] });
});
afterEach(() => desk.close());

const row = '/record';
const input = (index: number) => ({ kind: 'input', index });
const recorder = () => desk.audio.target('recorder');
const lastCall = () => desk.audio.calls.findLast(({ method }) => method !== 'position');
const read = async () => (await desk.get(row)).body;

/** A recorder that takes calls and tells of what it does. */
function withRecorder(): void {
  const report = (fields: Record<string, unknown>) => {
    for (const [field, value] of Object.entries(fields)) recorder().report(row, field, value);
    return {};
  };
  report({ state: 'ready', takeId: '', fault: '', dropouts: 0 });
  desk.audio.answers.set('recorder start', ({ takeId }) => report({ takeId, state: 'recording' }));
  desk.audio.answers.set('recorder stop', () => report({ takeId: '', state: 'ready' }));
}

test('strips are armed in the order of the tracks, mixer and recorder get their own settings', async () => {
  withRecorder();
  expect(await read()).toMatchObject({
    ...{ armed: [], programme: [], tapPoint: 'Top-Of-Ch', preRollS: 10, fileFormat: 'wav', bitDepth: 24 },
    ...{ splitMinutes: 0, nameTemplate: '{date} {time}', state: 'ready', fault: '' },
  });
  const armed = [input(2), input(1)];
  expect((await desk.patch(row, { armed, preRollS: 5, programme: [{ kind: 'main', index: 1 }] })).status).toBe(200);
  expect(desk.audio.target('mixer').value(row, 'armed')).toEqual(armed);
  expect(desk.audio.target('mixer').value(row, 'programme')).toEqual([{ kind: 'main', index: 1 }]);
  expect(recorder().value(row, 'preRollS')).toBe(5);
  expect(recorder().value(row, 'armed')).toBeUndefined();
});

test('an answer to what is armed has the memory for it, and so has every later one', async () => {
  withRecorder();
  expect((await read()).neededMemoryMb).toBe(0);
  // 3 channels of 48,000 frames of 4 bytes, for the pre-roll and 22 s.
  const { body } = await desk.patch(row, { armed: [input(1)], programme: [{ kind: 'main', index: 1 }], preRollS: 8 });
  expect(body.neededMemoryMb).toBe(Math.ceil((3 * 48_000 * 4 * 30) / 2 ** 20));
  expect((await desk.patch(row, { armed: [], preRollS: 0 })).body.neededMemoryMb).toBe(
    Math.ceil((2 * 48_000 * 4 * 22) / 2 ** 20),
  );
});

test('an answer has what will be written each second, and how long the disk lasts for that; a take keeps its own', async () => {
  withRecorder();
  const report = (fields: Record<string, number>) => {
    for (const [field, value] of Object.entries(fields)) recorder().report(row, field, value);
  };
  const figures = ({ body: { bytesPerSecond, remainingS } }: { body: Record<string, unknown> }) => [
    bytesPerSecond,
    remainingS,
  ];
  // Two legs of the main, 24 bits.
  expect(figures(await desk.patch(row, { programme: [{ kind: 'main', index: 1 }] }))).toEqual([288_000, 0]);
  report({ bytesPerSecond: 288_000, remainingS: 3_000 });
  expect(figures(await desk.patch(row, { armed: [input(1), input(2)] }))).toEqual([576_000, 1_500]);
  expect(figures(await desk.patch(row, { bitDepth: 32 }))).toEqual([768_000, 1_125]);
  report({ bytesPerSecond: 768_000, remainingS: 1_125 });
  expect(figures(await desk.patch(row, { armed: [], programme: [] }))).toEqual([0, 0]);
  recorder().report(row, 'state', 'recording');
  expect(figures(await desk.get(row))).toEqual([768_000, 1_125]);
});

test('strips that the desk lacks, two of one, and strips without sound are refused', async () => {
  for (const armed of [[input(99)], [input(1), input(1)], [{ kind: 'dca', index: 1 }]]) {
    expect((await desk.patch(row, { armed })).status).toBe(422);
  }
  expect((await desk.patch(row, { programme: [input(1)] })).status).toBe(422);
  for (const nameTemplate of ['', '{nothing}', 'a/b']) {
    expect((await desk.patch(row, { nameTemplate })).status).toBe(422);
  }
});

test('flac has no 32 bit', async () => {
  expect((await desk.patch(row, { bitDepth: 32 })).body.bitDepth).toBe(32);
  expect((await desk.patch(row, { fileFormat: 'flac' })).body).toMatchObject({ fileFormat: 'flac', bitDepth: 24 });
  expect((await desk.patch(row, { bitDepth: 32 })).status).toBe(422);
  expect((await desk.patch(row, { fileFormat: 'wav', bitDepth: 32 })).body.bitDepth).toBe(32);
  expect((await desk.patch(row, { bitDepth: 25 })).status).toBe(422);
});

test('why there is no recorder is in the row, and a start says the same', async () => {
  expect(await read()).toMatchObject({ state: 'absent', fault: expect.stringContaining('no recorder') });
  const { status, body } = await desk.patch(`${row}/start`, { running: true });
  expect([status, body.code]).toEqual([424, 'device-absent']);
});

test('a refusal of the mixer or of the recorder is in the row', async () => {
  withRecorder();
  desk.audio.target('mixer').refuse(row, 'armed', 'the ring does not fit into memory');
  await desk.patch(row, { armed: [input(1)] });
  expect((await read()).fault).toBe('armed: the ring does not fit into memory');
});

test('a take is started, marked, split and stopped', async () => {
  withRecorder();
  await desk.patch('/channel/input/1', { name: 'Kick' });
  await desk.patch(row, { armed: [input(1), input(2)] });
  const started = await desk.patch(`${row}/start`, { running: true });
  expect(started.body).toMatchObject({ running: false, report: { outcome: 'applied' } });
  const { takeId, name } = started.body.report;
  expect(takeId).toMatch(/^\d{4}(-\d\d){5}$/);
  expect(name).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  expect(await read()).toMatchObject({ state: 'recording', takeId, takeName: name });
  expect(lastCall()).toMatchObject({
    ...{ target: 'recorder', method: 'start' },
    args: { takeId, name, names: { '/channel/input/1': 'Kick', '/channel/input/2': 'input 2' } },
  });
  const again = await desk.patch(`${row}/start`, { running: true });
  expect([again.status, again.body.code]).toEqual([409, 'conflict']);
  await desk.patch(`${row}/mark`, { running: true, label: 'Chorus' });
  expect(lastCall()).toMatchObject({ method: 'mark', args: { label: 'Chorus' } });
  await desk.patch(`${row}/split`, { running: true });
  expect(lastCall()).toMatchObject({ method: 'split' });
  expect((await desk.patch(`${row}/stop`, { running: true })).body.report).toMatchObject({ takeId, name });
  expect(await read()).toMatchObject({ state: 'ready', takeId: '', takeName: '' });
  for (const call of ['stop', 'split', 'mark']) {
    expect((await desk.patch(`${row}/${call}`, { running: true })).status).toBe(409);
  }
});

test('tracks, format and rate stay while a take is recorded, the rest may change', async () => {
  withRecorder();
  await desk.patch(row, { armed: [input(1)] });
  await desk.patch(`${row}/start`, { running: true, name: 'First set' });
  for (const change of [{ armed: [] }, { tapPoint: 'Post-Trim' }, { bitDepth: 32 }, { fileFormat: 'flac' }]) {
    const { status, body } = await desk.patch(row, change);
    expect([status, body.params]).toEqual([409, { reason: 'recording' }]);
    expect(body.detail).toContain('the take First set is being recorded');
  }
  const rate = await desk.patch('/clock/force', { rate: 96_000 });
  expect([rate.status, rate.body.params]).toEqual([409, { reason: 'recording' }]);
  expect(rate.body.detail).toContain('it would cut the take First set');
  expect((await desk.patch(row, { nameTemplate: 'Song {n}', armed: [input(1)] })).status).toBe(200);
  await desk.patch(`${row}/stop`, { running: true });
  expect((await desk.patch(row, { armed: [] })).status).toBe(200);
});

test('nothing starts while nothing is armed', async () => {
  withRecorder();
  recorder().report(row, 'state', 'off');
  const { status, body } = await desk.patch(`${row}/start`, { running: true });
  expect([status, body.params]).toEqual([409, { reason: 'not-armed' }]);
});

test('neither undo nor a scene changes what is armed', async () => {
  const { fields } = await desk.options(row);
  expect(Object.values(fields).every((field) => field.area === undefined)).toBe(true);
});

test('strips that sound can be recorded, and say so', async () => {
  const features = async (strip: string) => (await desk.get(`/channel/${strip}/capability`)).body.features;
  for (const strip of ['input/1', 'aux/1', 'main/1', 'cue/1']) expect(await features(strip)).toContain('record');
  expect(await features('dca/1')).not.toContain('record');
  const other = await startTestHost({ providers: ['console', 'channel'] });
  expect((await other.get('/channel/input/1/capability')).body.features).not.toContain('record');
  await other.close();
});

test('a desk that ends lets the recorder go on', async () => {
  const other = await startTestHost({ providers: ['console', 'channel', 'takes', 'record'] });
  other.audio.target('recorder').report(row, 'state', 'recording');
  other.audio.target('recorder').report(row, 'takeId', 'friday');
  const { calls } = other.audio;
  await other.close();
  expect(calls.filter(({ method }) => method === 'stop')).toEqual([]);
});
