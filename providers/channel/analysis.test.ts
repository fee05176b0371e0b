import { FakeTime, startTestHost, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Sampler } from './sampler.ts';

let desk: TestHost;
beforeEach(async () => {
  desk = await startTestHost({ providers: ['console', 'channel', 'telemetry'] });
});
afterEach(() => desk.close());

const spectrum = '/channel/input/1/spectrum';
const sample = (bandsPerOctave: 3 | 12, levelDb: number, atMs = Date.UTC(2026, 0, 1)) =>
  desk.audio.spectrum('/channel/input/1', { bandsPerOctave, frequenciesHz: [1000], levelsDb: [levelDb] }, atMs);
const turns = async (until: () => boolean) => {
  while (!until()) await new Promise(setImmediate);
};

test('a spectrum is read while it is watched, by all who watch at once', async () => {
  const before = desk.audio.readers;
  const watching = [desk.watch(spectrum), desk.watch(spectrum)];
  const counts = async () => (await desk.get('/telemetry/subscription')).body;
  await turns(() => desk.host.rows.watching.counts().spectrum === 2);
  sample(12, -20);
  const watched = await Promise.all(watching);
  for (const each of watched) {
    expect((await each.next()).row).toEqual({
      ...{ bandsPerOctave: 12, frequenciesHz: [1000], levelsDb: [-20], at: '2026-01-01T00:00:00.000Z' },
    });
  }
  expect(await counts()).toMatchObject({ spectrum: 2, rtaInstances: 1 });
  expect(desk.audio.readers).toBe(before + 1);
  for (const each of watched) each.close();
  await turns(() => desk.audio.readers === before);
  expect(await counts()).toMatchObject({ spectrum: 0, rtaInstances: 0 });
});

test('its bands can be chosen, and spectra of before no longer count', async () => {
  const before = desk.audio.readers;
  const watching = desk.watch(spectrum);
  await turns(() => desk.audio.readers > before);
  sample(12, -20);
  const watched = await watching;
  await watched.next();
  const writing = desk.patch(spectrum, { bandsPerOctave: 3 });
  await turns(() => desk.audio.readers > before);
  let written: Awaited<typeof writing> | undefined;
  writing.then((answer) => {
    written = answer;
  });
  while (written === undefined) {
    sample(3, -30);
    await new Promise(setImmediate);
  }
  expect(written.body).toMatchObject({ bandsPerOctave: 3, levelsDb: [-30] });
  expect((await watched.next()).row).toMatchObject({ bandsPerOctave: 3, levelsDb: [-30] });
  watched.close();
  expect((await desk.patch(spectrum, { bandsPerOctave: 4 })).status).toBe(422);
});

test('what has no sound has no spectrum, and nobody waits for it', async () => {
  expect((await desk.get('/channel/dca/1/spectrum')).body).toEqual({
    ...{ bandsPerOctave: 12, frequenciesHz: [], levelsDb: [], at: '' },
  });
});

test('a strip is measured against the reference of its align row while somebody watches, and the result stays', async () => {
  const path = '/channel/input/1';
  const row = `${path}/align/measurement`;
  const result = {
    ...{ frames: 96, offsetMs: 2.003, confidencePercent: 98 },
    ...{ offsetAfterDelayMs: 0.003, confidenceAfterDelayPercent: 97 },
  };
  const shown = { ...result, reason: '' };
  const align = (reference: string) => desk.patch(`${path}/align`, { reference });
  const before = desk.audio.readers;
  const watched = await desk.watch(row);
  const none = {
    ...{ at: 0, frames: 0, reason: '', offsetMs: 0, offsetAfterDelayMs: null },
    ...{ confidencePercent: 0, confidenceAfterDelayPercent: 0 },
  };
  expect((await watched.next()).row).toEqual({ ...none, reference: '' });
  expect(desk.audio.readers).toBe(before);
  await align('input/2');
  expect((await watched.next()).row).toEqual({ ...none, reference: 'input/2' });
  expect(desk.audio.readers).toBe(before + 1);
  desk.audio.alignment(path, { reference: '/channel/input/2', ...result }, 1_767_225_600_000);
  const measured = { at: 1_767_225_600_000, reference: 'input/2', ...shown };
  expect((await watched.next()).row).toEqual(measured);
  await align('main/1');
  expect((await watched.next()).row).toEqual({ ...none, reference: 'main/1' });
  desk.audio.alignment(path, { reference: '/channel/input/2', ...result }, 1);
  expect(desk.audio.readers).toBe(before + 1);
  await align('input/2');
  expect((await watched.next()).row).toEqual(measured);
  watched.close();
  await turns(() => desk.audio.readers === before);
  expect((await desk.get(row)).body).toEqual(measured);
});

test('what is left behind the delays is what the mixer measured there, not what the delays let expect', async () => {
  const path = '/channel/input/1';
  await desk.patch(`${path}/align`, { reference: 'input/2', delayMs: 10.5 });
  const watched = await desk.watch(`${path}/align/measurement`);
  await watched.next();
  const before = { reference: '/channel/input/2', frames: -480, offsetMs: -10, confidencePercent: 99 };
  for (const after of [
    { offsetAfterDelayMs: null, confidenceAfterDelayPercent: 0 },
    { offsetAfterDelayMs: 0.75, confidenceAfterDelayPercent: 98 },
  ]) {
    desk.audio.alignment(path, { ...before, ...after }, 1);
    expect((await watched.next()).row).toMatchObject({ offsetMs: -10, ...after });
  }
  watched.close();
});

test('any words may be a reference; what can not be measured against is said, and is not measured', async () => {
  const before = desk.audio.readers;
  const warnings = () => desk.host.warnings.list().filter(({ id }) => id === 'align-references');
  const refer = async (strip: string, reference: string) => {
    expect((await desk.patch(`/channel/${strip}/align`, { reference })).status).toBe(200);
    const watched = await desk.watch(`/channel/${strip}/align/measurement`);
    const { row } = await watched.next();
    expect(desk.audio.readers - before).toBe(row.reason === '' && reference !== '' ? 1 : 0);
    watched.close();
    await turns(() => desk.audio.readers === before);
    return [row.reason, ...warnings().map(({ detail, path }) => `${path} ${detail}`)];
  };
  const own = '/channel/input/2/align';
  for (const [reference, reason] of [
    ['the drums', 'there is no strip the drums'],
    ['input/99', 'there is no strip input/99'],
    ['input/2', 'input/2 is the strip itself'],
    ['dca/1', 'dca/1 has no sound'],
  ] as const) {
    expect(await refer('input/2', reference)).toEqual([reason, `${own} ${own}: ${reason}.`]);
  }
  expect(await refer('input/2', 'main/1')).toEqual(['']);
  expect(await refer('dca/1', 'main/1')).toMatchObject(['dca/1 has no sound', expect.stringContaining('dca/1')]);
  expect(await refer('dca/1', '')).toEqual(['']);
  expect((await desk.patch(own, { reference: 'x'.repeat(65) })).status).toBe(422);
  // The speakers of a strip name a reference alike.
  const speakers = '/channel/main/1/speakerAlign';
  await desk.patch(speakers, { reference: 'main/1' });
  expect(warnings()).toMatchObject([{ path: speakers, detail: `${speakers}: main/1 is the strip itself.` }]);
});

/** Nobody who listens here throws. */
const faults = {
  note: (error: unknown) => {
    throw error;
  },
};

test('sampling that begins anew gives nothing from before', async () => {
  const time = new FakeTime();
  const begun: ((sample: number) => void)[] = [];
  const sampler = new Sampler<number>({ time, faults }, 500, (_key, give) => {
    begun.push(give);
    return () => {};
  });
  let changes = 0;
  const stop = sampler.watch('a', () => changes++);
  begun[0]?.(1);
  expect([sampler.read('a'), changes]).toEqual([1, 1]);
  sampler.restart('a');
  const waiting = sampler.read('a');
  begun[1]?.(2);
  expect(await waiting).toBe(2);
  stop();
  const late = sampler.read('a');
  time.advance(500);
  expect(await late).toBeUndefined();
});
