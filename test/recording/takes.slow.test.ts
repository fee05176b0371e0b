// Takes of the whole desk on its virtual stagebox, judged from outside by soxi and in the samples.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { opening, patchThrough, settled, write } from '../harness/desk.ts';
import { outliving, quietConfig, type Service, startService, stopServices } from '../harness/service.ts';
import { fitSine } from '../harness/sound.ts';
import { runTask } from '../harness/task.ts';
import { readWav } from '../harness/wav.ts';

afterEach(stopServices);

const rate = 48_000;
const config = {
  ...outliving,
  providers: [...quietConfig.providers, 'takes', 'record'],
  drivers: ['mixer', 'virtual', 'recorder'],
};
const inputs = Array.from({ length: 8 }, (_, place) => ({ kind: 'input', index: place + 1 }));
const main = { kind: 'main', index: 1 };
const frequencyOf = (index: number) => 500 * index;

/** Eight strips hear a sine each, -20 dBFS; they and the main are armed. */
async function startArmed(state?: string): Promise<Service> {
  const service = await startService({ config, state });
  await opening(service);
  for (const { index } of inputs) {
    await patchThrough(service, index, { signal: 'sine', frequencyHz: frequencyOf(index), levelDbfs: -20 });
  }
  await write(service, '/record', { armed: inputs, programme: [main], preRollS: 1, bitDepth: 32 });
  await settled(service);
  await service.until('/record', ({ state }) => state === 'ready');
  return service;
}

const start = (service: Service) => runTask(service, '/record/start', { name: 'Set' });
const elapsed = (service: Service, seconds: number) =>
  service.until('/record', ({ state, elapsedS }) => state === 'recording' && elapsedS >= seconds);
const folderOf = ({ state }: Service, takeId: string) => join(state, 'recordings/takes', takeId);
const soxi = (flag: string, file: string) => execFileSync('soxi', [flag, file], { encoding: 'utf8' }).trim();
const soundFiles = (folder: string) =>
  readdirSync(folder)
    .filter((name) => /\.(wav|flac)$/.test(name))
    .sort();

/** By track: its files joined. */
function samplesOf(folder: string, files: readonly string[]): readonly Float64Array[] {
  return readWav(join(folder, files[0] as string)).channels as readonly Float64Array[];
}

test('eight strips and the main are recorded: names, lengths, levels, markers, and the show', async () => {
  const service = await startArmed();
  await write(service, '/channel/input/1', { name: 'Kick' });
  const { takeId } = (await start(service)).report;
  await elapsed(service, 2);
  await runTask(service, '/record/mark', { label: 'Chorus' });
  await write(service, '/channel/input/1', { levelDb: -6 });
  await elapsed(service, 3.5);
  await runTask(service, '/record/stop');
  const folder = folderOf(service, takeId);
  const take = await service.until(`/takes/${takeId}`, ({ state }) => state === 'closed');
  expect(take).toMatchObject({
    name: 'Set',
    complete: true,
    problem: '',
    rate,
    dropoutCount: 0,
    parts: [{ number: 1 }],
  });
  expect(take.tracks.map(({ name, role }: Record<string, string>) => [name, role]).slice(0, 2)).toEqual([
    ['Kick', 'track'],
    ['input 2', 'track'],
  ]);
  expect(take.tracks[8]).toMatchObject({ path: '/channel/main/1', channels: 2, role: 'programme' });
  expect(take.markers).toEqual([{ atS: expect.any(Number), label: 'Chorus' }]);
  expect(take.markers[0].atS).toBeGreaterThan(1);
  expect(take.markers[0].atS).toBeLessThan(take.lengthS);

  const files = soundFiles(folder);
  expect(files).toHaveLength(9);
  expect(new Set(files.map((file) => soxi('-s', join(folder, file))))).toEqual(new Set([String(take.parts[0].frames)]));
  expect(files.map((file) => [soxi('-c', join(folder, file)), soxi('-r', join(folder, file))])).toEqual([
    ...inputs.map(() => ['1', String(rate)]),
    ['2', String(rate)],
  ]);
  for (const { index } of inputs) {
    const [samples] = samplesOf(folder, [files[index - 1] as string]);
    const fit = fitSine(samples as Float64Array, frequencyOf(index), rate);
    expect(Math.abs(fit.levelDb + 20)).toBeLessThan(0.05);
    // One sine of one phase: no sample is lost or doubled, the pre-roll joins without a seam.
    expect(fit.residualDb).toBeLessThan(-90);
  }
  // Every file has the marker at its sample, and its name.
  for (const [n, file] of files.entries()) {
    const bytes = readFileSync(join(folder, file));
    const cue = bytes.lastIndexOf('cue ');
    const [count, position] = [bytes.readUInt32LE(cue + 8), bytes.readUInt32LE(cue + 16)];
    expect([count, position]).toEqual([1, Math.round(take.markers[0].atS * rate)]);
    expect(bytes.includes('Chorus\0', cue)).toBe(true);
    expect(
      bytes.includes(n === 8 ? `<NAME>${take.tracks[8].name} R</NAME>` : `<NAME>${take.tracks[n].name}</NAME>`),
    ).toBe(true);
  }
  const { zooms, frames } = (await service.get(`/takes/${takeId}/peaks/1`)).body;
  expect(Math.abs(frames - take.parts[0].frames)).toBeLessThan(512);
  expect(Math.max(...zooms[0].channels[0].highest)).toBe(13);
  const show = JSON.parse(readFileSync(join(folder, 'show.json'), 'utf8'));
  const moves = readFileSync(join(folder, 'moves.jsonl'), 'utf8').trim().split('\n');
  expect(show.values).toContainEqual({ path: '/channel/input/1', field: 'levelDb', value: 0 });
  expect(moves.map((line) => JSON.parse(line))).toEqual([
    { atS: expect.any(Number), values: [{ path: '/channel/input/1', field: 'levelDb', value: -6 }] },
  ]);
  const moved = JSON.parse(moves[0] as string).atS;
  expect(moved).toBeGreaterThanOrEqual(take.markers[0].atS);
  // The programme has the move where moves.jsonl says: the main is softer after it than before.
  const [left] = samplesOf(folder, [files[8] as string]) as [Float64Array];
  const around = (atS: number) => fitSine(left.subarray((atS - 0.5) * rate, atS * rate), frequencyOf(1), rate).levelDb;
  expect(around(moved - 0.1) - around(moved + 1)).toBeCloseTo(6, 0);
});

test('the take goes on when the control process is killed; the next one shows it and ends it', async () => {
  const first = await startArmed();
  const { takeId } = (await start(first)).report;
  await elapsed(first, 1.5);
  await first.kill();
  const second = await startService({ state: first.state, config });
  const going = await recordingOn(second, takeId);
  expect(going).toMatchObject({ takeId, takeName: 'Set', fault: '' });
  const refused = await second.patch('/record', { armed: [] });
  expect([refused.status, refused.body.params]).toEqual([409, { reason: 'recording' }]);
  await elapsed(second, going.elapsedS + 1);
  await runTask(second, '/record/stop');
  const take = await second.until(`/takes/${takeId}`, ({ state }) => state === 'closed');
  expect(take).toMatchObject({ complete: true, parts: [{ number: 1, gapFrames: 0 }], dropouts: [] });
  const folder = folderOf(second, takeId);
  const [samples] = samplesOf(folder, soundFiles(folder));
  expect(fitSine(samples as Float64Array, frequencyOf(1), rate).residualDb).toBeLessThan(-90);
});

/** The name is known once the take's folder has been read. */
const recordingOn = (desk: Service, takeId: string) =>
  desk.until('/record', (row) => row.state === 'recording' && row.takeId === takeId && row.takeName === 'Set');

test('a desk that is stopped in order while it records closes the take whole', async () => {
  const first = await startArmed();
  const { takeId } = (await start(first)).report;
  await elapsed(first, 1.5);
  expect(await first.stop()).toBe(0);
  const folder = folderOf(first, takeId);
  const take = JSON.parse(readFileSync(join(folder, 'take.json'), 'utf8'));
  expect(take).toMatchObject({ state: 'closed', complete: true });
  const lengths = soundFiles(folder).map((file) => soxi('-s', join(folder, file)));
  expect(new Set(lengths)).toEqual(new Set([String(take.parts[0].frames)]));
  const second = await startService({ state: first.state, config });
  expect((await second.get('/takes')).body.takes).toMatchObject([{ id: takeId, state: 'closed', complete: true }]);
});
