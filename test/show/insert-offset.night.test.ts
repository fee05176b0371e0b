// The latency of an insert's plugin and its correction by hand: range, echo, another plugin, scenes, clipboard, linked strips.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestHost, type TestHost } from '../../core/testing.ts';
import { plain, squeeze, writePlugins } from '../../providers/plugins/plugins-fixture.ts';

const providers = ['console', 'channel', 'plugins', 'history', 'scenes', 'sessions', 'clipboard', 'patch'];
const insert = '/channel/input/1/chain/processors/insert1';
const latency = `${insert}/latency`;
const [twin, twinLatency] = [insert, latency].map((path) => path.replace('input/1', 'input/2')) as [string, string];
let stateFolder: string;
let desk: TestHost;
beforeEach(async () => {
  stateFolder = mkdtempSync(join(tmpdir(), 'rowdesk-test-'));
  writePlugins(stateFolder, [squeeze, plain]);
  desk = await startTestHost({ providers, stateFolder });
  desk.audio.target('plugins');
});
afterEach(async () => {
  await desk.close();
  rmSync(stateFolder, { recursive: true, force: true });
});
const body = async (path: string) => (await desk.get(path)).body;
const mixer = () => desk.audio.target('mixer');
/** As the desk has it, and as the mixer has it. */
const offsets = async (path = latency) => [(await body(path)).offsetFrames, mixer().value(path, 'offsetFrames')];
const run = async (path: string, extra: object = {}) => {
  await desk.patch(path, { running: true, ...extra });
  while ((await body(path)).running) await setImmediate();
  return (await body(path)).report;
};

test('the latency of a plugin is what its host says and the offset, and what the mixer uses once it says so', async () => {
  expect(await body(latency)).toEqual({ offsetFrames: 0, pluginFrames: 0, frames: 0 });
  await desk.patch(insert, { plugin: squeeze.uri });
  expect(await body(latency)).toEqual({ offsetFrames: 0, pluginFrames: 64, frames: 64 });
  desk.audio.target('plugins').report(insert, 'latencyFrames', 96);
  const watched = await desk.watch(latency);
  expect((await watched.next()).row).toEqual({ offsetFrames: 0, pluginFrames: 96, frames: 96 });
  await desk.patch(latency, { offsetFrames: -6 });
  expect((await watched.next()).row).toEqual({ offsetFrames: -6, pluginFrames: 96, frames: 90 });
  expect(await offsets()).toEqual([-6, -6]);
  const { quantum } = desk.audio.clock;
  expect((await body(`${insert}/status`)).latencyFrames).toBe(quantum + 90);
  mixer().report(latency, 'frames', 58);
  expect((await watched.next()).row).toMatchObject({ pluginFrames: 96, frames: 58 });
  watched.close();
});

test('a sum below 0 is 0', async () => {
  await desk.patch(insert, { plugin: squeeze.uri });
  await desk.patch(latency, { offsetFrames: -65 });
  expect(await body(latency)).toEqual({ offsetFrames: -65, pluginFrames: 64, frames: 0 });
  expect((await body(`${insert}/status`)).latencyFrames).toBe(desk.audio.clock.quantum);
});

test('an offset beyond its range is refused with the range, and effects and other processors have none', async () => {
  expect((await desk.options(latency)).fields).toMatchObject({
    offsetFrames: { access: 'rw', minimum: -8192, maximum: 8192, unit: 'frames' },
    pluginFrames: { access: 'ro', unit: 'frames' },
    frames: { access: 'ro', unit: 'frames' },
  });
  for (const wrong of [8193, -8193]) {
    const answer = await desk.patch(latency, { offsetFrames: wrong });
    expect([answer.status, answer.body.errors[0].field, answer.body.errors[0].code]).toEqual([
      ...[422, 'offsetFrames', 'out-of-range'],
    ]);
  }
  expect((await desk.patch(latency, { offsetFrames: 0.5 })).status).toBe(422);
  expect((await desk.patch(latency, { frames: 5 })).status).toBe(422);
  for (const path of ['input/1/chain/processors/gate', 'fxSend/1/chain/processors/effect']) {
    expect((await desk.get(`/channel/${path}/latency`)).status).toBe(404);
  }
  expect(await offsets()).toEqual([0, 0]);
});

test('another plugin begins without the offset of the one before, and an undo brings both back', async () => {
  await desk.patch(insert, { plugin: squeeze.uri });
  await desk.patch(latency, { offsetFrames: 30 });
  await desk.patch(insert, { enabled: false });
  expect(await offsets()).toEqual([30, 30]);
  await desk.patch(insert, { plugin: plain.uri });
  expect(await offsets()).toEqual([0, 0]);
  await desk.patch('/history/cursor/undo', { running: true });
  expect((await body(insert)).plugin).toBe(squeeze.uri);
  expect(await offsets()).toEqual([30, 30]);
  await desk.patch(insert, { plugin: '' });
  expect(await offsets()).toEqual([0, 0]);
});

test('scenes, the clipboard and sessions carry the offset with its plugin', async () => {
  await desk.patch(insert, { plugin: squeeze.uri });
  await desk.patch(latency, { offsetFrames: 30 });
  await run('/scene/store', { id: 'one', name: 'One' });
  await run('/session/save', { id: 'show', name: 'Show' });
  await desk.patch('/clipboard/1', { from: { kind: 'input', index: 1 }, areas: ['inserts'] });
  await desk.patch(insert, { plugin: plain.uri });
  expect((await run('/scenes/one/recall')).outcome).toBe('applied');
  expect(await offsets()).toEqual([30, 30]);
  await run('/clipboard/1/paste', { targets: [{ kind: 'aux', index: 2 }] });
  expect(await offsets(latency.replace('input/1', 'aux/2'))).toEqual([30, 30]);
  await desk.patch(insert, { plugin: '' });
  await run('/sessions/show/apply');
  expect(await offsets()).toEqual([30, 30]);
  await desk.patch('/scenes/one', { areas: ['fader'] });
  await desk.patch(latency, { offsetFrames: 4 });
  await run('/scenes/one/recall');
  expect(await offsets()).toEqual([4, 4]);
});

test('linked strips have one offset, from the moment they are linked', async () => {
  await desk.patch(insert, { plugin: squeeze.uri });
  await desk.patch(latency, { offsetFrames: 30 });
  await desk.patch('/channel/input/2', { stereoLink: true });
  expect((await body(twin)).plugin).toBe(squeeze.uri);
  expect([await offsets(), await offsets(twinLatency)]).toEqual([
    [30, 30],
    [30, 30],
  ]);
  await desk.patch(twinLatency, { offsetFrames: -7 });
  expect(await offsets()).toEqual([-7, -7]);
  await desk.patch(twin, { plugin: plain.uri });
  expect((await body(insert)).plugin).toBe(plain.uri);
  expect([await offsets(), await offsets(twinLatency)]).toEqual([
    [0, 0],
    [0, 0],
  ]);
});

test('what is pasted to one strip of a linked pair is of both', async () => {
  const source = latency.replace('input/1', 'aux/2');
  await desk.patch(insert.replace('input/1', 'aux/2'), { plugin: squeeze.uri });
  await desk.patch(source, { offsetFrames: 30 });
  await desk.patch('/clipboard/1', { from: { kind: 'aux', index: 2 }, areas: ['inserts'] });
  await desk.patch('/channel/input/1', { stereoLink: true });
  await run('/clipboard/1/paste', { targets: [{ kind: 'input', index: 1 }] });
  expect([await offsets(), await offsets(twinLatency)]).toEqual([
    [30, 30],
    [30, 30],
  ]);
});
