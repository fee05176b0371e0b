// The virtual soundcheck as it sounds: take, player, ring and mixer together.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { patchThrough, recorded, recordMain, settled, startRecording, stopRecording, write } from '../harness/desk.ts';
import type { Service } from '../harness/service.ts';
import { sharedDesk } from '../harness/shared-desk.ts';
import { fitSine, peakDb, sine } from '../harness/sound.ts';
import { splatterDb } from '../harness/spectrum.ts';
import { readWav } from '../harness/wav.ts';
import { engage, killProcess, rate, startDesk, writeTake } from './desk.ts';

const strip = '/channel/input/1';
const takeHz = 1000;
const liveHz = 3000;

const shared = sharedDesk(async () => {
  const service = await startDesk();
  await write(service, strip, { pan: -100 });
  writeTake(service, 'tone', { [strip]: sine(takeHz, -20, rate, 120 * rate) });
  return service;
});
/** Input 1 hears a tone of 3 kHz at -30 dB; the take has one of 1 kHz at -20 dB for it. Nothing is engaged. */
async function startSoundcheck(): Promise<Service> {
  const service = await shared();
  await write(service, '/vsc', { engaged: false, loop: null, live: [], by: 'position' });
  await patchThrough(service, 1, { signal: 'sine', frequencyHz: liveHz, levelDbfs: -30 });
  return service;
}

async function play(service: Service, more: object = {}): Promise<void> {
  await write(service, '/vsc', { transport: 'play', ...more });
  const { positionS } = (await service.get('/vsc')).body;
  // In a loop it may come back to where it was.
  await service.until('/vsc', (row) => Math.abs(row.positionS - positionS) > 0.05);
}

const left = async (service: Service, seconds = 0.5) =>
  (await recordMain(service, seconds)).channels[0] as Float64Array;

/** Waits until a crossfade is over. */
const crossfaded = async (service: Service) => void (await left(service, 0.1));

test('a take is heard at its level in the place of the source, and the source after the eject', async () => {
  const service = await startSoundcheck();
  const before = (await service.get('/patch')).body;
  await engage(service, 'tone');
  expect(peakDb(await left(service)), 'nothing is heard of the source').toBe(Number.NEGATIVE_INFINITY);
  await play(service);
  const heard = fitSine(await left(service), takeHz, rate);
  expect(heard.levelDb).toBeCloseTo(-20, 3);
  expect(heard.residualDb).toBeLessThan(-90);
  expect((await service.get('/vsc')).body).toMatchObject({ underruns: 0, fault: '' });
  await write(service, '/vsc', { live: [{ kind: 'input', index: 1 }], mapping: [], by: 'hand' });
  await settled(service);
  expect(fitSine(await left(service), liveHz, rate).levelDb, 'a live strip without a track').toBeCloseTo(-30, 3);
  await write(service, '/vsc', { by: 'position' });
  expect((await service.patch('/vsc/eject', { running: true })).status).toBe(200);
  await service.until('/vsc/eject', (row) => row.running === false);
  expect((await service.get('/vsc')).body).toMatchObject({ engaged: false, transport: 'pause' });
  await crossfaded(service);
  expect(fitSine(await left(service), liveHz, rate).levelDb).toBeCloseTo(-30, 3);
  expect((await service.get('/patch')).body).toEqual(before);
});

test('neither a seek nor a joint of a loop, neither pause nor eject clicks', async () => {
  const service = await startSoundcheck();
  await write(service, '/stagebox/virtual-32x16/inputs/1', { signal: 'silence' });
  await engage(service, 'tone');
  await startRecording(service);
  await play(service);
  await play(service, { positionS: 30.123 });
  await recorded(service, 0.3);
  await write(service, '/vsc', { loop: { fromS: 40.0301, lengthS: 0.25037 } });
  await recorded(service, 0.8);
  await write(service, '/vsc', { transport: 'pause' });
  await recorded(service, 0.2);
  await play(service);
  await write(service, '/vsc', { transport: 'stop' });
  await recorded(service, 0.2);
  await play(service);
  await write(service, '/vsc', { engaged: false });
  await recorded(service, 0.3);
  const samples = (await stopRecording(service)).channels[0] as Float64Array;
  expect(peakDb(samples)).toBeGreaterThan(-20.1);
  expect(splatterDb(samples, 5000, rate, 0.1)).toBeLessThan(-85);
});

test('panic mutes a take, and talkback speaks over it', async () => {
  const service = await startSoundcheck();
  await engage(service, 'tone');
  await play(service);
  await write(service, '/safety/panic', { scope: 'all' });
  await settled(service);
  await crossfaded(service);
  expect(peakDb(await left(service))).toBeLessThan(-120);
  await write(service, '/safety/panic', { scope: null });
  await settled(service);
  await left(service, 0.4);
  await write(service, '/stagebox/virtual-32x16/inputs/9', { signal: 'sine', frequencyHz: 500, levelDbfs: -20 });
  const destinations = [{ kind: 'main', index: 1 }];
  const talk = { mode: 'latch', sourceId: 'virtual-32x16:in-9', levelDb: 0, dimBusesDb: -20, destinations };
  await write(service, '/talkback/1', { ...talk, on: true });
  await settled(service);
  await left(service, 0.4);
  expect(peakDb(await left(service))).toBeGreaterThan(-20);
  await write(service, '/talkback/1', { on: false });
});

test('recorded, played through a flat mixer and recorded again, a take is bit by bit the same', async () => {
  const service = await startSoundcheck();
  await patchThrough(service, 1, { signal: 'pink', levelDbfs: -20 });
  const armed = [{ kind: 'input', index: 1 }];
  await write(service, '/record', { armed, tapPoint: 'Top-Of-Ch', bitDepth: 32, fileFormat: 'wav', preRollS: 0 });
  const first = await take(service, 1.5);
  await engage(service, first);
  const second = await take(service, 1, async () => play(service));
  const files = [first, second].map((id) => fileOf(service, id));
  const [played, again] = files.map((file) => readWav(file).channels[0] as Float64Array) as [
    Float64Array,
    Float64Array,
  ];
  // Both ends are faded; what is compared begins a tenth of a second after the first frame.
  const begin = rate / 10;
  const at = again.findIndex((_, n) => [0, 1, 2, 3].every((k) => again[n + k] === played[begin + k]));
  expect(at).toBeGreaterThan(0);
  const length = Math.min(played.length - begin - rate / 10, again.length - at);
  expect(length).toBeGreaterThan(rate / 2);
  expect(Buffer.compare(bytes(played, begin, length), bytes(again, at, length))).toBe(0);
  const soxi = execFileSync('soxi', ['-e', files[1] as string], { encoding: 'utf8' });
  expect(soxi.trim()).toBe('Floating Point PCM');
});

test('engaged through SIGKILL of each process; the eject leaves the patch as it was', async () => {
  let service = await startSoundcheck();
  const patch = async () => (await service.get('/patch')).body;
  const before = await patch();
  await engage(service, 'tone');
  await play(service);
  const heardHz = async (hz: number) => fitSine(await left(service), hz, rate).levelDb;

  await service.kill();
  service = await startDesk(service.state);
  await service.until('/vsc', (row) => row.transport === 'play');
  expect(await heardHz(takeHz), 'the sound outlives the control process').toBeCloseTo(-20, 2);

  killProcess(service, 'driver-recorder');
  await service.until('/vsc', (row) => row.loaded !== true || row.transport === 'stop');
  await service.until('/vsc', (row) => row.loaded === true && row.transport === 'stop');
  expect(await patch()).toEqual(before);
  await play(service);
  expect(await heardHz(takeHz)).toBeCloseTo(-20, 2);

  const { processId } = await service.until('/telemetry/rt', (row) => row.processId > 0);
  killProcess(service, 'audio');
  await service.until('/telemetry/rt', (row) => row.processId > 0 && row.processId !== processId);
  await service.until('/channel/main/1', (row) => !row.mutedBy.includes('startup'));
  await service.until('/console', (row) => row.engine === 'running');
  await left(service, 0.6);
  expect(await heardHz(takeHz), 'it goes on in the ring of the next mixer').toBeCloseTo(-20, 2);
  expect(await patch()).toEqual(before);

  expect((await service.patch('/vsc/eject', { running: true })).status).toBe(200);
  await service.until('/vsc/eject', (row) => row.running === false);
  await crossfaded(service);
  expect(await heardHz(liveHz)).toBeCloseTo(-30, 2);
  expect(await patch()).toEqual(before);
});

const bytes = (samples: Float64Array, from: number, length: number) =>
  Buffer.from(Float32Array.from(samples.subarray(from, from + length)).buffer);

/** Records so long; returns the id of the take. */
async function take(service: Service, seconds: number, begin: () => Promise<void> = async () => {}): Promise<string> {
  await service.until('/record', (row) => row.state === 'ready');
  await write(service, '/record/start', { running: true });
  const { takeId } = await service.until('/record', (row) => row.state === 'recording');
  await begin();
  const { elapsedS } = (await service.get('/record')).body;
  await service.until('/record', (row) => row.elapsedS > elapsedS + seconds);
  await write(service, '/record/stop', { running: true });
  await service.until('/record', (row) => row.state === 'ready');
  await service.until(`/takes/${takeId}`, (row) => row.state === 'closed');
  return takeId;
}

/** The sound file of the first track. */
function fileOf(service: Service, takeId: string): string {
  const folder = join(service.state, 'recordings', 'takes', takeId);
  const [name] = execFileSync('ls', [folder], { encoding: 'utf8' })
    .split('\n')
    .filter((each) => each.endsWith('.wav'));
  return join(folder, name as string);
}
