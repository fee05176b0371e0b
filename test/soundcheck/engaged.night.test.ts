// The virtual soundcheck as operators have it: a take on the disk, the recorder's player, the mixer, and the outputs.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import {
  opening,
  patchThrough,
  recorded,
  recordMain,
  running,
  settled,
  startRecording,
  stopRecording,
  write,
} from '../harness/desk.ts';
import { quietConfig, type Service, startService, stopServices, temporaryFolder } from '../harness/service.ts';
import { fitSine, peakDb } from '../harness/sound.ts';
import { writeWav } from '../harness/wav.ts';

afterEach(stopServices);

const rate = 48_000;
const tone = { signal: 'sine', frequencyHz: 1000, levelDbfs: -20 };
const config = {
  providers: [...quietConfig.providers, 'takes', 'record', 'vsc'],
  drivers: [...quietConfig.drivers, 'recorder'],
};

/** Noise of -12 dBFS at most, each sample another. */
function noise(seed: number): Float32Array {
  let state = seed;
  return Float32Array.from({ length: 4 * rate }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state / 2 ** 32 - 0.5) / 2;
  });
}
const tracks = [noise(1), noise(2)] as const;

/** A take of inputs 1 and 2. */
function writeTake(state: string, takeId: string): void {
  const folder = join(state, 'recordings', 'takes', takeId);
  mkdirSync(folder, { recursive: true });
  const startedAt = '2026-08-01T18:15:00.000Z';
  for (const [place, samples] of tracks.entries()) writeWav(join(folder, `0${place + 1}.wav`), rate, [samples]);
  const take = {
    ...{ format: 1, takeId, name: takeId, startedAt, rate, tapPoint: 'Top-Of-Ch', fileFormat: 'wav', bitDepth: 32 },
    ...{ preRollS: 0, markers: [], dropouts: [], state: 'closed', complete: true },
    tracks: [1, 2].map((number) => {
      const of = { number, path: `/channel/input/${number}`, name: '', channels: 1, role: 'track' };
      return { ...of, files: [`0${number}.wav`] };
    }),
    parts: [{ number: 1, startedAt, frames: 4 * rate, gapFrames: 0 }],
  };
  writeFileSync(join(folder, 'take.json'), JSON.stringify(take));
}

/** A desk with a tone on input 1, heard left, and input 2 right; the take is loaded and engaged, and does not play yet. */
async function engaged(): Promise<Service> {
  const state = temporaryFolder();
  writeTake(state, 'friday');
  const service = await startService({ state, config });
  await running(service);
  await patchThrough(service, 1, tone);
  await write(service, '/channel/input/1', { pan: -100 });
  await write(service, '/channel/input/2', { pan: 100, levelDb: 0 });
  await write(service, '/vsc', { takeId: 'friday' });
  await service.until('/vsc', (row) => row.loaded && row.lengthS === 4);
  await write(service, '/vsc', { engaged: true });
  await settled(service);
  return service;
}

/** Plays and records the outputs; both tracks are in them, bit by bit, at one frame. */
async function playsTake(service: Service): Promise<void> {
  await startRecording(service);
  await write(service, '/vsc', { transport: 'play', positionS: 0 });
  await service.until('/vsc', (row) => row.positionS > 1.5);
  const { channels } = await stopRecording(service);
  const at = (channels[0] as Float64Array).indexOf(tracks[0][rate] as number) - rate;
  expect(at).toBeGreaterThan(-rate);
  for (const [place, track] of tracks.entries()) {
    const heard = (channels[place] as Float64Array).subarray(at + rate / 10, at + 1.4 * rate);
    expect(heard.findIndex((sample, frame) => sample !== track[frame + rate / 10])).toBe(-1);
  }
}

async function hearsTone(service: Service): Promise<void> {
  const { channels } = await recordMain(service, 0.5);
  expect(fitSine((channels[0] as Float64Array).subarray(-rate / 4), 1000, rate).levelDb).toBeCloseTo(-20, 1);
}

test('a take is heard in the place of the patch, bit by bit, and the patch again after it', async () => {
  const service = await engaged();
  const before = (await service.get('/patch')).body;
  const silence = await recordMain(service, 0.3);
  expect(peakDb((silence.channels[0] as Float64Array).subarray(-rate / 5))).toBe(-Infinity);
  await playsTake(service);
  expect((await service.get('/patch')).body).toEqual(before);
  await write(service, '/vsc', { engaged: false });
  await settled(service);
  await hearsTone(service);
});

test('an audio process that dies while engaged comes back engaged, and the patch is not heard before', async () => {
  const service = await engaged();
  await startRecording(service);
  const { processId } = await service.until('/telemetry/rt', (row) => row.processId > 0);
  process.kill(processId, 'SIGKILL');
  await service.until('/telemetry/rt', (row) => row.processId !== processId && row.processId > 0);
  await opening(service);
  await settled(service);
  await recorded(service, 1);
  const sound = await stopRecording(service);
  expect(sound.channels.map((channel) => peakDb(channel as Float64Array))).toEqual([-Infinity, -Infinity]);
  expect((await service.get('/vsc')).body.engaged).toBe(true);
  await service.until('/vsc', (row) => row.loaded);
  await playsTake(service);
  await write(service, '/vsc', { engaged: false });
  await settled(service);
  await hearsTone(service);
});
