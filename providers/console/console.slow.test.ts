import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FakeTime, quickWalk, startTestHost, type TestHost, walkRow } from 'rowdesk/testing';
import { afterEach, expect, test } from 'vitest';
import console from './index.ts';

let desk: TestHost | undefined;
afterEach(async () => {
  await desk?.close();
  desk = undefined;
});

test('the mixer gets the strips that the configuration names, and the default of the other kinds', async () => {
  desk = await startTestHost({ providers: [{ provider: console, config: { layout: { input: 8, dca: 0 } } }] });
  expect(desk.audio.layout).toMatchObject({ input: 8, dca: 0, mix: 12 });
  expect((await desk.get('/console')).body.layout).toEqual(desk.audio.layout);
});

test('a layout of more strips than there may be is a fault in words', async () => {
  const starting = startTestHost({ providers: [{ provider: console, config: { layout: { input: 250 } } }] });
  await expect(starting).rejects.toThrow('the layout has 299 strips, 256 is the most');
  const grouped = startTestHost({ providers: [{ provider: console, config: { layout: { dca: 53 } } }] });
  await expect(grouped).rejects.toThrow('52');
});

test('the row follows what the audio process is', async () => {
  desk = await startTestHost({ providers: ['console'] });
  const watched = await desk.watch('/console');
  expect((await watched.next()).row).toMatchObject({
    engine: 'running',
    sampleRate: 48000,
    version: expect.stringMatching(/^\d/),
  });
  desk.audio.become({ state: 'degraded', clock: { ...desk.audio.clock, rate: 96000 } });
  expect((await watched.next()).row).toMatchObject({ engine: 'degraded', sampleRate: 96000 });
  watched.close();
});

test('a desk is dirty from its first change on, because no session holds it', async () => {
  desk = await startTestHost({ providers: ['console'] });
  expect((await desk.get('/console')).body.dirty).toBe(false);
  expect((await desk.patch('/console', { name: 'Monitors' })).body).toMatchObject({ name: 'Monitors', dirty: true });
});

test('the limit of alignment is the mixer’s, in its range', async () => {
  desk = await startTestHost({ providers: ['console'] });
  expect((await desk.get('/console')).body.alignLimitMs).toBe(10);
  expect((await desk.patch('/console', { alignLimitMs: 20.5 })).body).toMatchObject({ alignLimitMs: 20.5 });
  expect(desk.audio.target('mixer').value('/console', 'alignLimitMs')).toBe(20.5);
  for (const alignLimitMs of [-0.1, 50.1]) {
    expect((await desk.patch('/console', { alignLimitMs })).body.errors[0]).toMatchObject({ code: 'out-of-range' });
  }
});

test('a lock holds everything but mutes and the lock itself', async () => {
  desk = await startTestHost({ providers: ['console', 'channel'] });
  await desk.patch('/console', { locked: 'all' });
  expect(await desk.patch('/console', { name: 'Monitors' })).toMatchObject({
    status: 423,
    body: { code: 'console-locked' },
  });
  expect((await desk.patch('/channel/input/1', { levelDb: 0 })).status).toBe(423);
  expect((await desk.patch('/channel/input/1', { muted: true })).status).toBe(200);
  expect((await desk.patch('/console', { locked: 'none' })).status).toBe(200);
  expect((await desk.patch('/channel/input/1', { levelDb: 0 })).status).toBe(200);
});

test('a lock of the surfaces holds surfaces, not clients', async () => {
  desk = await startTestHost({ providers: ['console', 'channel'] });
  await desk.patch('/console', { locked: 'surface' });
  expect((await desk.patch('/channel/input/1', { levelDb: 0 })).status).toBe(200);
  const commit = desk.host.desk.commit({
    actor: 'surface:left',
    label: 'Input 1 level',
    changes: [{ path: '/channel/input/1', field: 'levelDb', value: -10 }],
  });
  await expect(commit).rejects.toMatchObject({ code: 'console-locked' });
});

test('the tempo is kept, and told to the mixer', async () => {
  desk = await startTestHost({ providers: ['console'] });
  expect((await desk.get('/console/bpm')).body).toEqual({ bpm: 120 });
  expect((await desk.patch('/console/bpm', { bpm: 98.5 })).body).toEqual({ bpm: 98.5 });
  expect(desk.audio.target('mixer').value('/console/bpm', 'bpm')).toBe(98.5);
  expect((await desk.patch('/console/bpm', { bpm: 301 })).body.errors[0]).toMatchObject({ code: 'out-of-range' });
});

test('a tempo is tapped: from the second tap on, as the mean of the taps; what comes too soon is refused', async () => {
  const time = new FakeTime();
  desk = await startTestHost({ providers: ['console'], time });
  const path = '/console/bpm/tap';
  const tap = async () => {
    const watched = await (desk as TestHost).watch(path);
    const { status, body } = await (desk as TestHost).patch(path, { running: true });
    let row = body;
    while (status === 200 && (row.startedAt !== body.startedAt || row.running)) row = (await watched.next()).row;
    watched.close();
    return row;
  };
  expect((await tap()).report).toEqual({ bpm: 120, taps: 1 });
  time.advance(600);
  expect(await tap()).toMatchObject({ running: false, report: { bpm: 100, taps: 2 } });
  expect((await desk.get('/console/bpm')).body).toEqual({ bpm: 100 });
  expect(desk.audio.target('mixer').value('/console/bpm', 'bpm')).toBe(100);
  time.advance(100);
  expect(await tap()).toMatchObject({ status: 409, code: 'conflict', params: { reason: 'too-soon' } });
  time.advance(500);
  expect((await tap()).report).toMatchObject({ bpm: 100, taps: 3 });
});

test('the oscillator is told to the mixer, and off after a restart; the rest of it is kept', async () => {
  const stateFolder = mkdtempSync(join(tmpdir(), 'rowdesk-console-'));
  const targets = [{ kind: 'main', index: 1 }];
  const before = await startTestHost({ providers: ['console'], stateFolder });
  const body = { enabled: true, type: 'pink', levelDb: -33, frequencyHz: 440, targets };
  expect((await before.patch('/console/oscillator', body)).body).toEqual({ ...body, whileWatched: false, mutedBy: [] });
  expect(before.audio.target('mixer').value('/console/oscillator', 'enabled')).toBe(true);
  expect((await before.patch('/console/oscillator', { levelDb: 0.1 })).status).toBe(422);
  const input = [{ kind: 'input', index: 1 }];
  expect((await before.patch('/console/oscillator', { targets: input })).status).toBe(422);
  await before.close();
  desk = await startTestHost({ providers: ['console'], stateFolder });
  expect((await desk.get('/console/oscillator')).body).toEqual({
    ...body,
    enabled: false,
    whileWatched: false,
    mutedBy: [],
  });
  rmSync(stateFolder, { recursive: true });
});

test('noise has less room than a sine, and comes down to what it can be', async () => {
  const own = await startTestHost({ providers: ['console'] });
  desk = own;
  const oscillator = '/console/oscillator';
  const highest = async () => (await own.options(oscillator)).fields.levelDb?.maximum;
  expect((await own.patch(oscillator, { levelDb: 0 })).status).toBe(200);
  for (const [type, levelDb] of [
    ['white', -1.8],
    ['pink', -9.1],
  ] as const) {
    expect((await own.patch(oscillator, { type })).body).toMatchObject({ type, levelDb });
    expect(own.audio.target('mixer').value(oscillator, 'levelDb')).toBe(levelDb);
    expect(await highest()).toBe(levelDb);
    const { status, body } = await own.patch(oscillator, { levelDb: levelDb + 0.1 });
    expect([status, body.errors[0]]).toMatchObject([422, { field: 'levelDb', params: { maximum: levelDb } }]);
  }
  expect((await own.patch(oscillator, { type: 'sine', levelDb: 0 })).body).toMatchObject({ levelDb: 0 });
  expect((await own.patch(oscillator, { type: 'pink', levelDb: -3 })).status).toBe(422);
  expect(await highest()).toBe(0);
});

test('holds what a row must hold', async () => {
  desk = await startTestHost({ providers: ['console'] });
  for (const path of ['/console', '/console/bpm', '/console/bpm/tap', '/console/oscillator'])
    await walkRow(desk, path, quickWalk);
});
