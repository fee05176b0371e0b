// Scenes as they are heard: each expectation is a formula of rows.md "Show".
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { box, patchThrough, recorded, recordMain, running, settled, write } from '../harness/desk.ts';
import { type Service, startService, stopServices } from '../harness/service.ts';
import { peakDb } from '../harness/sound.ts';
import { runTask } from '../harness/task.ts';

const rate = 48000;
const strip = '/channel/input/1';
const toneDb = -20;
/** Whole periods of the tone. */
const window = 240;

let service: Service;
beforeAll(async () => {
  service = await startService({ strips: 'all' });
  await running(service);
});
/** Each begins with a tone at 1 kHz on input 1, hard left, heard on the main, and nothing kept. */
beforeEach(async () => {
  await write(service, '/scene/keeps', { areas: [], grid: [] });
  await write(service, strip, { pan: -100, muted: false });
  await patchThrough(service, 1, { signal: 'sine', frequencyHz: 1000, levelDbfs: toneDb, gainDb: 0 });
});
afterAll(stopServices);

async function stored(name: string, settings: object = {}): Promise<string> {
  const { report } = await runTask(service, '/scene/store', { name });
  if (Object.keys(settings).length > 0) await write(service, `/scenes/${report.id}`, settings);
  return report.id;
}

async function recall(id: string) {
  const { report, refusal } = await runTask(service, `/scenes/${id}/recall`);
  expect(refusal).toBeNull();
  return report;
}

/** What the strip adds to the tone, window by window: RMS over whole periods, dB. */
function levelsDb(left: Float64Array): readonly number[] {
  return Array.from({ length: Math.floor(left.length / window) }, (_, n) => {
    const part = left.subarray(n * window, (n + 1) * window);
    const mean = part.reduce((sum, sample) => sum + sample * sample, 0) / window;
    return 10 * Math.log10(2 * mean) - toneDb;
  });
}

/** The level after a part of a fade: on a line in dB, from and to silence with equal power. */
function lawDb(fromDb: number, toDb: number, part: number): number {
  if (fromDb <= -80) return toDb + 20 * Math.log10(Math.sin((part * Math.PI) / 2));
  if (toDb <= -80) return fromDb + 20 * Math.log10(Math.cos((part * Math.PI) / 2));
  return fromDb + (toDb - fromDb) * part;
}

/** Records a recall with a fade from one level to another, and holds it to the law. */
async function checkFade(id: string, fromDb: number, toDb: number, fadeMs: number): Promise<void> {
  const { channels } = await recordMain(service, fadeMs / 1000 + 0.5, async () => {
    await recorded(service, 0.2);
    await recall(id);
  });
  const left = channels[0] as Float64Array;
  const levels = levelsDb(left);
  const isUp = toDb > fromDb;
  // Where it is well under way and still: when it passes the levels of a quarter, a half and three quarters.
  const timeOf = (part: number) => {
    const at = lawDb(fromDb, toDb, part);
    const place = levels.findIndex((level) => (isUp ? level >= at : level <= at));
    const [before, after] = [levels[place - 1] as number, levels[place] as number];
    return ((place - 0.5 + (at - before) / (after - before)) * window * 1000) / rate;
  };
  const [quarter, half, last] = [timeOf(0.25), timeOf(0.5), timeOf(0.75)];
  // Within half a percent of the fade of the law through its middle.
  expect(Math.abs((half - quarter) / fadeMs - 0.25)).toBeLessThan(0.005);
  expect(Math.abs((last - half) / fadeMs - 0.25)).toBeLessThan(0.005);
}

test('a recall with a fade moves a fader in a straight line in dB, and corrects nothing on the way', async () => {
  const high = await stored('High', { fadeMs: 2500 });
  await write(service, strip, { levelDb: -40 });
  const low = await stored('Low', { fadeMs: 2500 });
  await recall(high);
  await settled(service);
  const { corrections } = (await service.get('/telemetry/convergence')).body;
  await recordMain(service, 2.6);
  await checkFade(low, 0, -40, 2500);
  expect((await service.get(strip)).body.levelDb).toBe(-40);
  expect((await service.get('/telemetry/convergence')).body.corrections).toBe(corrections);
}, 120_000);

test('a strip that becomes audible fades up from silence, and one that is muted fades out', async () => {
  await write(service, strip, { levelDb: -6 });
  const on = await stored('On', { fadeMs: 1500 });
  await write(service, strip, { muted: true, levelDb: 0 });
  const off = await stored('Off', { fadeMs: 1500 });
  await settled(service);
  await checkFade(on, -144, -6, 1500);
  await checkFade(off, -6, -144, 1500);
  const { channels } = await recordMain(service, 0.3);
  expect(peakDb(channels[0] as Float64Array)).toBeLessThanOrEqual(-140);
  expect((await service.get(strip)).body).toMatchObject({ muted: true, mutedBy: ['mute'] });
}, 120_000);

test('whoever moves a fader that is fading takes it over', async () => {
  const high = await stored('High', { fadeMs: 20_000 });
  await write(service, strip, { levelDb: -60 });
  await settled(service);
  await write(service, `/scenes/${high}/recall`, { running: true });
  await write(service, strip, { levelDb: -12 });
  await settled(service);
  const { channels } = await recordMain(service, 0.5);
  const levels = levelsDb((channels[0] as Float64Array).subarray(-rate / 4));
  for (const level of levels) expect(Math.abs(level + 12)).toBeLessThan(0.01);
}, 120_000);

test('a recall lasts as long as its fade; cancelled, the level stays where it is, and the row says it', async () => {
  const high = await stored('High', { fadeMs: 20_000 });
  await write(service, strip, { levelDb: -60 });
  await settled(service);
  const row = `/scenes/${high}/recall`;
  await write(service, row, { running: true });
  await service.until(row, ({ progress }) => progress.done >= 500);
  const { body } = await service.patch(row, { running: false });
  expect(body).toMatchObject({ running: false, report: { outcome: 'cancelled' } });
  const { levelDb } = (await service.get(strip)).body;
  expect(levelDb).toBeGreaterThan(-60);
  expect(levelDb).toBeLessThan(-10);
  await settled(service);
  const { channels } = await recordMain(service, 0.5);
  const levels = levelsDb((channels[0] as Float64Array).subarray(-rate / 4));
  for (const level of levels) expect(Math.abs(level - levelDb)).toBeLessThan(0.01);
}, 120_000);

test('a strip that fades to a mute is muted by it from when it is silent', async () => {
  await write(service, strip, { muted: true, levelDb: 0 });
  const off = await stored('Off', { fadeMs: 1500 });
  await write(service, strip, { muted: false });
  await settled(service);
  await write(service, `/scenes/${off}/recall`, { running: true });
  await service.until(`/scenes/${off}/recall`, ({ progress }) => progress?.done >= 250);
  expect((await service.get(strip)).body).toMatchObject({ muted: true, mutedBy: [] });
  const { channels } = await recordMain(service, 0.1, async () => {
    await service.until(strip, ({ mutedBy }) => mutedBy.includes('mute'));
  });
  expect(peakDb((channels[0] as Float64Array).subarray(-rate / 20))).toBeLessThanOrEqual(-140);
}, 120_000);

test('what is kept stays as it sounds, and a recall is one entry that one undo takes back', async () => {
  await write(service, '/channel/input/2', { levelDb: -30, name: 'Two' });
  const first = await stored('First');
  await write(service, strip, { levelDb: -20, sourceId: `${box}:in-1` });
  await write(service, '/channel/input/2', { levelDb: -10, name: 'Other' });
  await write(service, `/stagebox/${box}/inputs/1`, { gainDb: 6 });
  await write(service, '/scene/keeps', { grid: [{ kind: 'input', index: 1, areas: ['fader'] }] });
  const preview = (await service.get(`/scenes/${first}/recallKeeps`)).body;
  const entries = (await service.get('/history')).body.entries.length;
  const report = await recall(first);
  expect(report).toMatchObject({ outcome: 'applied', changed: preview.changes.length, durable: true });
  await settled(service);
  expect((await service.get('/history')).body.entries.length).toBe(entries + 1);
  expect((await service.get('/channel/input/2')).body).toMatchObject({ levelDb: -30, name: 'Two' });
  expect((await service.get(`/stagebox/${box}/inputs/1`)).body.gainDb).toBe(6);
  const { channels } = await recordMain(service, 0.4);
  const levels = levelsDb((channels[0] as Float64Array).subarray(-rate / 8));
  for (const level of levels) expect(Math.abs(level - (-20 + 6))).toBeLessThan(0.05);
  await runTask(service, '/history/cursor/undo');
  expect((await service.get('/channel/input/2')).body).toMatchObject({ levelDb: -10, name: 'Other' });
}, 120_000);

test('a recall under panic stays silent, and is what is heard once panic is lifted', async () => {
  const on = await stored('On', { fadeMs: 500 });
  await write(service, strip, { levelDb: -60, muted: true });
  await settled(service);
  await write(service, '/safety/panic', { scope: 'all' });
  await service.until(strip, (row) => row.mutedBy.includes('panic'));
  const { channels } = await recordMain(service, 1.5, async () => {
    await recorded(service, 0.3);
    await recall(on);
  });
  const left = channels[0] as Float64Array;
  expect(peakDb(left.subarray(rate / 10))).toBeLessThanOrEqual(-140);
  expect((await service.get('/safety/panic')).body.scope).toBe('all');
  await write(service, '/safety/panic', { scope: null });
  await service.until(strip, (row) => row.mutedBy.length === 0);
  const after = (await recordMain(service, 0.8)).channels[0] as Float64Array;
  for (const level of levelsDb(after.subarray(-rate / 8))) expect(Math.abs(level)).toBeLessThan(0.05);
}, 120_000);
