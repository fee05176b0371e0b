// How plugins in inserts do, what they measure, their presets; and inserts in scenes, sessions, clipboard.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Refusal } from '../../core/provider.ts';
import { startTestHost, type TestHost } from '../../core/testing.ts';
import { plain, squeeze, writePlugins } from '../../providers/plugins/plugins-fixture.ts';

const providers = ['console', 'channel', 'plugins', 'history', 'scenes', 'sessions', 'clipboard', 'patch', 'warnings'];
const insert = '/channel/input/1/chain/processors/insert1';
const values = `${insert}/values`;
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
const host = () => desk.audio.target('plugins');
const run = async (path: string, extra: object = {}) => {
  const answer = await desk.patch(path, { running: true, ...extra });
  while ((await body(path)).running) await setImmediate();
  return { status: answer.status, ...(await body(path)) };
};

test('an insert is late by a block and its plugin, passed by too, and the strip by both of its inserts', async () => {
  const { quantum, rate } = desk.audio.clock;
  expect(await body(`${insert}/status`)).toEqual({
    ...{ state: 'none', reason: '', heard: 'none', latencyFrames: 0, latencyMs: 0 },
    ...{ instances: 0, loadPercent: 0, lateBlocks: 0 },
  });
  await desk.patch(insert, { plugin: squeeze.uri });
  expect(await body(`${insert}/status`)).toMatchObject({ state: 'loading', latencyFrames: quantum + 64 });
  host().report(insert, 'latencyFrames', 96);
  expect((await body(`${insert}/properties/latencyFrames`)).value).toBe(quantum + 96);
  await desk.patch(insert, { enabled: false });
  expect((await body(`${insert}/properties/latencyFrames`)).value).toBe(quantum + 96);
  await desk.patch('/channel/input/1/chain/processors/insert2', { plugin: plain.uri });
  const ms = Math.round(((2 * quantum + 96) / rate) * 1e6) / 1000;
  expect((await body('/channel/input/1/chain')).insertLatencyMs).toBe(ms);
  expect((await body('/channel/input/2/chain')).insertLatencyMs).toBe(0);
  // The mixer has another block than the device: its word counts.
  desk.audio.target('mixer').report(insert, 'delayFrames', 1096);
  desk.audio.target('mixer').report(insert, 'heard', 'plugin');
  expect(await body(`${insert}/status`)).toMatchObject({ latencyFrames: 1096, heard: 'plugin' });
});

test('the status is what the plugin host reports, and is watched', async () => {
  await desk.patch(insert, { plugin: squeeze.uri });
  const watched = await desk.watch(`${insert}/status`);
  expect((await watched.next()).row).toMatchObject({ state: 'loading' });
  host().reportAll([
    { path: insert, field: 'state', value: 'set-aside', state: 'applied' },
    { path: insert, field: 'reason', value: 'late: 3 of 8 blocks', state: 'applied' },
  ]);
  expect((await watched.next()).row).toMatchObject({ state: 'set-aside', reason: 'late: 3 of 8 blocks' });
  watched.close();
  expect((await desk.get('/channel/input/1/chain/processors/gate/status')).status).toBe(404);
  expect((await desk.get('/channel/cue/1/chain/processors/insert1/status')).status).toBe(404);
});

test('a plugin that no host loads says why', async () => {
  await desk.patch(insert, { plugin: squeeze.uri });
  const watched = await desk.watch(`${insert}/status`);
  expect((await watched.next()).row).toMatchObject({ state: 'loading', reason: '' });
  const lv2 = { name: 'lv2', version: '1', kind: 'plugins', chosen: true, score: 1, restarts: 3 } as const;
  desk.audio.become({ choices: [{ ...lv2, state: 'failed', reason: 'liblilv-0.so.0 is not there' }] });
  const reason = 'the plugin host is failed: liblilv-0.so.0 is not there';
  expect((await watched.next()).row).toMatchObject({ state: 'loading', reason });
  watched.close();
});

test('readings are the control outputs of the plugin, null before it measures', async () => {
  expect(await body(`${insert}/readings`)).toEqual({});
  await desk.patch(insert, { plugin: squeeze.uri });
  expect((await desk.options(`${insert}/readings`)).fields.gr).toMatchObject({ access: 'ro', unit: 'dB' });
  const watched = await desk.watch(`${insert}/readings`);
  expect((await watched.next()).row).toEqual({ gr: null });
  host().report(`${insert}/readings`, 'gr', -3.5);
  expect((await watched.next()).row).toEqual({ gr: -3.5 });
  watched.close();
});

test('properties beside the latency have their value, those that the plugin alone sets as it reports them', async () => {
  await desk.patch(insert, { plugin: squeeze.uri });
  await desk.patch(values, { impulse: 'hall.wav' });
  const property = (name: string) => body(`${insert}/properties/${name}`);
  expect(await property('impulse')).toEqual({
    ...{ property: 'impulse', label: 'Impulse', type: 'string', value: 'hall.wav', writable: true },
  });
  expect(await property('order')).toMatchObject({ type: 'integer', value: 2 });
  expect(await property('engine')).toMatchObject({ value: null, writable: false });
  host().report(values, 'engine', 'neural');
  expect(await property('engine')).toMatchObject({ value: 'neural' });
  expect((await desk.get(`${insert}/properties/none`)).status).toBe(404);
});

test('a preset is one step of the history, and its state is loaded where it has one', async () => {
  await desk.patch(insert, { plugin: squeeze.uri });
  expect((await desk.options(`${insert}/preset`)).fields.preset?.enum).toEqual([
    ...['', 'urn:test:squeeze:loud', 'Loud', 'urn:test:squeeze:room', 'Room'],
  ]);
  expect((await run(`${insert}/preset`, { preset: 'Loud' })).report).toEqual({
    ...{
      outcome: 'applied',
      preset: 'urn:test:squeeze:loud',
      label: 'Loud',
      values: 3,
      leftOut: ['gone'],
      state: false,
    },
  });
  expect(await body(values)).toMatchObject({ gain: 12, mode: 'slow', soft: false, cutoff: 1000 });
  const block = host().blocks.at(-1);
  expect(block?.values.map(({ field }) => field).sort()).toEqual(['gain', 'mode', 'soft']);
  expect(desk.audio.calls).toEqual([]);
  expect((await run(`${insert}/preset`, { preset: 'urn:test:squeeze:room' })).report).toMatchObject({ state: true });
  expect(await body(values), 'bits are whole').toMatchObject({ gain: -6, bits: 12 });
  expect(desk.audio.calls).toEqual([
    { target: 'plugins', method: 'load-preset', args: { place: insert, preset: 'urn:test:squeeze:room' } },
  ]);
  await run('/history/cursor/undo');
  expect(await body(values)).toMatchObject({ gain: 12, bits: 16, mode: 'slow' });
  await run('/history/cursor/undo');
  expect(await body(values)).toMatchObject({ gain: 3, mode: 'rms', soft: true });
});

test('a preset that there is not is refused, a run without one lists them, and neither changes anything', async () => {
  expect((await run(`${insert}/preset`)).report).toEqual({ outcome: 'unchanged', presets: [] });
  expect((await desk.patch(`${insert}/preset`, { running: true, preset: 'Loud' })).status).toBe(422);
  await desk.patch(insert, { plugin: squeeze.uri });
  const { revision } = desk.host.desk;
  expect((await desk.patch(`${insert}/preset`, { running: true, preset: 'Quiet' })).status).toBe(422);
  expect((await run(`${insert}/preset`)).report).toEqual({ outcome: 'unchanged', presets: ['Loud', 'Room'] });
  expect(desk.host.desk.revision).toBe(revision);
});

test('of a preset whose state can not be loaded the values count, and the report says why', async () => {
  await desk.patch(insert, { plugin: squeeze.uri });
  desk.audio.answers.set('plugins load-preset', () => {
    throw new Refusal('conflict', 'No plugin runs in insert1 of input 1.');
  });
  const { report } = await run(`${insert}/preset`, { preset: 'Room' });
  expect(report).toMatchObject({ outcome: 'in-part', values: 2, state: false, refusal: { status: 409 } });
  expect(await body(values)).toMatchObject({ gain: -6 });
});

test('a scene brings the plugin and its values back, and keeps apart what stays', async () => {
  await desk.patch(insert, { plugin: squeeze.uri });
  await desk.patch(values, { gain: 7, mode: 'peak', impulse: 'hall.wav' });
  await run('/scene/store', { id: 'one', name: 'One' });
  await desk.patch(insert, { plugin: plain.uri });
  await desk.patch(values, { gain: -3 });
  expect((await run('/scenes/one/recall')).report.outcome).toBe('applied');
  expect(await body(insert)).toMatchObject({ plugin: squeeze.uri, enabled: true });
  expect(await body(values)).toMatchObject({ gain: 7, mode: 'peak', impulse: 'hall.wav', cutoff: 1000 });
  expect([host().value(values, 'plugin:uri'), host().value(values, 'gain')]).toEqual([squeeze.uri, 7]);
  await desk.patch('/scenes/one', { areas: ['fader'] });
  await desk.patch(values, { gain: 1 });
  await run('/scenes/one/recall');
  expect((await body(values)).gain).toBe(1);
});

test('a scene with a plugin that is not there brings the rest, and says what it could not bring', async () => {
  await desk.patch(insert, { plugin: squeeze.uri });
  await desk.patch('/channel/input/1', { levelDb: -5 });
  await run('/scene/store', { id: 'one', name: 'One' });
  await desk.patch(insert, { plugin: '' });
  await desk.patch('/channel/input/1', { levelDb: -20 });
  await desk.close();
  writePlugins(stateFolder, [plain]);
  desk = await startTestHost({ providers, stateFolder });
  const { blocked } = await body('/scenes/one/recallKeeps');
  expect(JSON.stringify(blocked)).toContain(insert);
  expect((await run('/scenes/one/recall')).report.outcome).toBe('in-part');
  expect((await body('/channel/input/1')).levelDb).toBe(-5);
});

test('the clipboard and a session carry the plugin with its values', async () => {
  await desk.patch(insert, { plugin: squeeze.uri });
  await desk.patch(values, { gain: 7, mode: 'peak' });
  await desk.patch('/clipboard/1', { from: { kind: 'input', index: 1 }, areas: ['inserts'] });
  await run('/session/save', { id: 'show', name: 'Show' });
  const target = insert.replace('input/1', 'aux/2');
  const { report } = await run('/clipboard/1/paste', { targets: [{ kind: 'aux', index: 2 }] });
  expect(report.outcome).toBe('applied');
  expect(await body(target)).toMatchObject({ plugin: squeeze.uri, enabled: true });
  expect(await body(`${target}/values`)).toMatchObject({ gain: 7, mode: 'peak' });
  await desk.patch(insert, { plugin: '' });
  await run('/sessions/show/apply');
  expect(await body(insert)).toMatchObject({ plugin: squeeze.uri });
  expect(await body(values)).toMatchObject({ gain: 7, mode: 'peak' });
  expect(await body(target)).toMatchObject({ plugin: '' });
});
