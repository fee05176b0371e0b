import { FakeTime, startTestHost, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Readings } from './readings.ts';

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
  const result = { frames: 96, offsetMs: 2.003, confidencePercent: 98 };
  const align = (reference: string) => desk.patch(`${path}/align`, { reference });
  const before = desk.audio.readers;
  const watched = await desk.watch(row);
  const none = { at: 0, frames: 0, offsetMs: 0, confidencePercent: 0 };
  expect((await watched.next()).row).toEqual({ ...none, reference: '' });
  expect(desk.audio.readers).toBe(before);
  await align('input/2');
  expect((await watched.next()).row).toEqual({ ...none, reference: 'input/2' });
  expect(desk.audio.readers).toBe(before + 1);
  desk.audio.alignment(path, { reference: '/channel/input/2', ...result }, 1_767_225_600_000);
  const measured = { at: 1_767_225_600_000, reference: 'input/2', ...result };
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

/** Nobody who listens here throws. */
const faults = {
  note: (error: unknown) => {
    throw error;
  },
};

test('readings that are begun anew give nothing of before', async () => {
  const time = new FakeTime();
  const begun: ((sample: number) => void)[] = [];
  const readings = new Readings<number>({ time, faults }, 500, (_key, give) => {
    begun.push(give);
    return () => {};
  });
  let changes = 0;
  const stop = readings.watch('a', () => changes++);
  begun[0]?.(1);
  expect([readings.read('a'), changes]).toEqual([1, 1]);
  readings.restart('a');
  const waiting = readings.read('a');
  begun[1]?.(2);
  expect(await waiting).toBe(2);
  stop();
  const late = readings.read('a');
  time.advance(500);
  expect(await late).toBeUndefined();
});
