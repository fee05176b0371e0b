import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FakeTime, MemoryStore, quickWalk, startTestHost, type TestHost, walkRow } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TakeFile } from '../takes/index.ts';

const providers = ['console', 'clock', 'patch', 'channel', 'takes', 'record', 'vsc'];
let stateFolder: string;
let desk: TestHost;
let time: FakeTime;

const track = (number: number, path: string, name: string, channels = 1): TakeFile['tracks'][number] => ({
  ...{ number, path, name, channels, role: 'track' },
  files: [`${number}.wav`, `${number}.2.wav`],
});
/** Mono tracks, a stereo one between them, and one of a strip that the desk lacks. */
const tracks = [
  track(1, '/channel/input/1', 'Kick'),
  track(2, '/channel/aux/1', 'Keys', 2),
  track(3, '/channel/input/2', 'Snare'),
  track(4, '/channel/input/99', 'Choir'),
];

/** A closed take of 7 s, without its sound files. */
function writeTake(takeId: string, rate = 48_000): void {
  const folder = join(stateFolder, 'recordings', 'takes', takeId);
  const startedAt = '2026-08-01T18:15:00.000Z';
  const take: TakeFile = {
    ...{ format: 1, takeId, name: takeId, startedAt, rate, tapPoint: 'Top-Of-Ch', fileFormat: 'wav', bitDepth: 32 },
    ...{ preRollS: 0, tracks, markers: [], dropouts: [], state: 'closed', complete: true },
    parts: [1, 2].map((number) => ({ number, startedAt, frames: 3 * rate, gapFrames: (number - 1) * rate })),
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'take.json'), JSON.stringify(take));
}

async function start(more: { store?: MemoryStore } = {}): Promise<void> {
  desk = await startTestHost({ strips: 'all', providers, stateFolder, time, ...more });
  await desk.get('/takes');
}
beforeEach(async () => {
  stateFolder = mkdtempSync(join(tmpdir(), 'rowdesk-vsc-'));
  writeTake('friday');
  writeTake('saturday', 44_100);
  time = new FakeTime();
  await start({ store: new MemoryStore() });
});
afterEach(async () => {
  await desk.close();
  rmSync(stateFolder, { recursive: true });
});

const read = async () => (await desk.get('/vsc')).body;
const patch = (body: object) => desk.patch('/vsc', body);
const strip = (kind: string, index: number) => ({ kind, index });
const sentToMixer = (field: string) => desk.audio.target('mixer').value('/vsc/settings', field);
const lane = (kind: string, index: number, leg: string, channel: number) => ({ kind, index, leg, channel });
const recorder = () => desk.audio.target('recorder');
const report = (fields: Record<string, unknown>) => {
  for (const [field, value] of Object.entries(fields)) recorder().report('/vsc/transport', field, value);
};
/** The player reports a take, stopped at its begin. */
const present = () =>
  report({ ...{ transport: 'stop', positionS: 0, soundsAtMs: 0, lengthS: 7 }, loaded: true, underruns: 0, fault: '' });
/** The tracks of a take are read beside the event loop. */
const until = async (holds: () => boolean) => {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
};
const ejected = async () => (await desk.patch('/vsc/eject', { running: true })).body.report;

const positions = [
  { strip: strip('input', 1), track: 1 },
  { strip: strip('input', 2), track: 3 },
  { strip: strip('aux', 1), track: 2 },
];
const lanes = [
  lane('input', 1, 'left', 1),
  lane('input', 2, 'left', 4),
  lane('aux', 1, 'left', 2),
  lane('aux', 1, 'right', 3),
];

test('strips hear the tracks that were recorded of them, and the mixer gets their lanes', async () => {
  expect(await read()).toMatchObject({ engaged: false, takeId: '', by: 'position', mapping: [], transport: 'stop' });
  const { status } = await patch({ takeId: 'friday', engaged: true, live: [strip('input', 7)] });
  expect(status).toBe(200);
  await until(() => (sentToMixer('play') as unknown[]).length > 0);
  expect((await read()).mapping).toEqual(positions);
  expect(sentToMixer('play')).toEqual(lanes);
  expect(sentToMixer('engaged')).toBe(true);
  expect(sentToMixer('live')).toEqual([strip('input', 7)]);
  expect(recorder().value('/vsc/settings', 'takeId')).toBe('friday');
});

test('by name strips hear the track of their name, the first one of several', async () => {
  await desk.patch('/channel/input/5', { name: ' kick' });
  await desk.patch('/channel/input/6', { name: 'Kick' });
  await patch({ takeId: 'friday', by: 'name' });
  await until(() => (sentToMixer('play') as unknown[]).length > 0);
  expect((await read()).mapping).toEqual([{ strip: strip('input', 5), track: 1 }]);
  await desk.patch('/channel/aux/3', { name: 'KEYS' });
  expect(sentToMixer('play')).toEqual([
    lane('input', 5, 'left', 1),
    lane('aux', 3, 'left', 2),
    lane('aux', 3, 'right', 3),
  ]);
});

test('a written mapping is one by hand: legs of strips and of tracks, and tracks that the take lacks', async () => {
  await patch({ takeId: 'friday' });
  await until(() => (sentToMixer('play') as unknown[]).length > 0);
  const mapping = [
    { strip: strip('aux', 2), track: 1 },
    { strip: strip('aux', 2), track: 3, leg: 'right' },
    { strip: strip('input', 9), track: 2, trackLeg: 'right' },
    { strip: strip('input', 10), track: 77 },
  ];
  expect((await patch({ mapping })).body).toMatchObject({ by: 'hand', mapping });
  expect(sentToMixer('play')).toEqual([
    lane('aux', 2, 'left', 1),
    lane('aux', 2, 'right', 4),
    lane('input', 9, 'left', 3),
  ]);
  expect((await patch({ by: 'position' })).body.mapping).toHaveLength(3);
  expect((await patch({ by: 'hand' })).body.mapping).toEqual(mapping);
  expect((await patch({ mapping: [{ strip: strip('main', 1), track: 1 }] })).status).toBe(422);
});

test('a take of another rate, an unknown one and none at all are refused, and nothing changes', async () => {
  expect(await patch({ takeId: 'saturday' })).toMatchObject({
    status: 409,
    body: { params: { reason: 'rate', takeHz: 44_100 } },
  });
  expect(await patch({ takeId: 'sunday' })).toMatchObject({
    status: 422,
    body: { errors: [{ field: 'takeId', code: 'unknown-item' }] },
  });
  expect(await patch({ engaged: true })).toMatchObject({ status: 409, body: { params: { reason: 'no-take' } } });
  expect((await patch({ loop: { fromS: 2, lengthS: 0.05 } })).status).toBe(422);
  expect(await read()).toMatchObject({ engaged: false, takeId: '', loop: null });
  await patch({ takeId: 'friday', engaged: true });
  expect(await patch({ takeId: '' })).toMatchObject({ status: 409, body: { params: { reason: 'no-take' } } });
});

test('while a take is recorded none is loaded or engaged, and one that is engaged plays on', async () => {
  await patch({ takeId: 'friday' });
  recorder().report('/record', 'state', 'recording');
  recorder().report('/record', 'takeId', 'today');
  await until(() => desk.host.desk.observed.read('/record', 'state')?.value === 'recording');
  const recording = { status: 409, body: { code: 'conflict', params: { reason: 'recording' } } };
  expect(await patch({ engaged: true })).toMatchObject(recording);
  expect(await patch({ takeId: 'saturday' })).toMatchObject(recording);
  recorder().report('/record', 'state', 'ready');
  await until(() => desk.host.desk.observed.read('/record', 'state')?.value === 'ready');
  await patch({ engaged: true });
  recorder().report('/record', 'state', 'recording');
  await until(() => desk.host.desk.observed.read('/record', 'state')?.value === 'recording');
  present();
  expect((await patch({ transport: 'play', positionS: 1 })).status).toBe(200);
  report({ transport: 'play' });
  await until(() => desk.host.desk.observed.read('/vsc/transport', 'transport')?.value === 'play');
  expect(await ejected()).toMatchObject({ outcome: 'applied' });
  expect(desk.audio.calls.at(-1)).toMatchObject({ method: 'transport', args: { transport: 'pause' } });
  recorder().report('/record', 'state', 'ready');
});

test('a loaded take is not deleted', async () => {
  await patch({ takeId: 'friday' });
  const { body } = await desk.patch('/takes/delete', { running: true, id: 'friday', confirm: true });
  expect(body).toMatchObject({ code: 'conflict', detail: expect.stringContaining('it is loaded in /vsc') });
  await patch({ takeId: '' });
  expect((await desk.patch('/takes/delete', { running: true, id: 'friday', confirm: true })).status).toBe(200);
});

test('the player gets a position before it plays, and after it stops', async () => {
  present();
  const calls = () => desk.audio.calls.splice(0).map(({ method, args }) => ({ method, ...args }));
  expect(await patch({ transport: 'play' })).toMatchObject({ status: 409, body: { params: { reason: 'no-take' } } });
  await patch({ takeId: 'friday' });
  expect(await patch({ transport: 'play' })).toMatchObject({
    status: 409,
    body: { params: { reason: 'not-engaged' } },
  });
  expect((await patch({ positionS: 3 })).status).toBe(200);
  expect(calls()).toEqual([{ method: 'seek', positionS: 3 }]);
  expect((await patch({ engaged: true, transport: 'play', positionS: 1 })).status).toBe(200);
  expect(calls()).toEqual([
    { method: 'seek', positionS: 1 },
    { method: 'transport', transport: 'play' },
  ]);
  await patch({ transport: 'stop', positionS: 2 });
  expect(calls()).toEqual([
    { method: 'transport', transport: 'stop' },
    { method: 'seek', positionS: 2 },
  ]);
  desk.audio.answers.set('recorder transport', () => {
    throw new Error('the take has 44100 Hz');
  });
  expect((await patch({ transport: 'play' })).status).toBeGreaterThanOrEqual(400);
  expect((await patch({ positionS: -1 })).status).toBe(422);
});

test('the position goes on between two reports, round a loop and to the end', async () => {
  present();
  await patch({ takeId: 'friday', engaged: true });
  const at = async (positionS: number, sinceMs: number) => {
    report({ transport: 'play', positionS, soundsAtMs: time.now() });
    await until(() => desk.host.desk.observed.read('/vsc/transport', 'positionS')?.value === positionS);
    time.advance(sinceMs);
    return (await read()).positionS;
  };
  expect(await at(1, 500)).toBe(1.5);
  expect(await at(6.8, 500)).toBe(7);
  await patch({ loop: { fromS: 2, lengthS: 1 } });
  expect(await at(2.8, 500)).toBe(2.3);
  expect(await at(5, 500)).toBe(5.5);
  report({ soundsAtMs: 0 });
  await until(() => desk.host.desk.observed.read('/vsc/transport', 'soundsAtMs')?.value === 0);
  expect((await read()).positionS).toBe(5);
});

test('the patch stays as it is through engaging, a restart while engaged, and an eject', async () => {
  const patchInputs = async () => (await desk.get('/patch')).body.inputs;
  const inputs = [
    { strip: strip('input', 1), leg: 'left', sourceId: 'virtual-32x16:in-3', spareSourceId: 'virtual-32x16:in-4' },
    { strip: strip('aux', 1), leg: 'left', sourceId: 'virtual-32x16:in-5', spareSourceId: '' },
  ];
  // on the disk, for a restart
  await desk.close();
  await start();
  await desk.patch('/patch', { inputs });
  const before = await patchInputs();
  await patch({ takeId: 'friday', engaged: true });
  expect(await patchInputs()).toEqual(before);
  expect((await read()).patchBefore).toEqual(before);
  await desk.close();
  await start();
  expect(await read()).toMatchObject({ engaged: true, takeId: 'friday' });
  // the lanes are complete in the first block that the mixer gets
  const first = desk.audio.target('mixer').blocks[0]?.values.find(({ field }) => field === 'play');
  expect(first?.value).toEqual(lanes);
  expect(await ejected()).toMatchObject({ outcome: 'applied', wasEngaged: true, patch: before });
  expect(sentToMixer('engaged')).toBe(false);
  expect(await patchInputs()).toEqual(before);
  expect(await ejected()).toMatchObject({ outcome: 'applied', wasEngaged: false });
  expect(desk.host.desk.history.entries.map(({ label }) => label).join()).not.toContain('soundcheck');
});

test('why it does not sound is in the row: no recorder, or what mixer and recorder refuse', async () => {
  expect((await read()).fault).toContain('no recorder');
  present();
  recorder().refuse('/vsc/settings', 'takeId', 'there is no take friday');
  await patch({ takeId: 'friday' });
  await until(() => desk.host.desk.observed.read('/vsc/settings', 'takeId')?.state === 'refused');
  expect((await read()).fault).toBe('there is no take friday');
});

test('holds what a row must hold', async () => {
  await walkRow(desk, '/vsc', quickWalk);
  await walkRow(desk, '/vsc/settings', quickWalk);
  await walkRow(desk, '/vsc/transport', quickWalk);
});
