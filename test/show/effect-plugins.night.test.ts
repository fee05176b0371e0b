// Plugins of others in the place of the built-in effect of an fxSend.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestHost, type TestHost } from '../../core/testing.ts';
import { plain, squeeze, unsupported, writePlugins } from '../../providers/plugins/plugins-fixture.ts';

const providers = ['console', 'channel', 'plugins', 'history', 'scenes', 'patch', 'warnings'];
const effect = '/channel/fxSend/1/chain/processors/effect';
const values = `${effect}/values`;
const builtIn = ['builtin:reverb', 'builtin:delay'];
let stateFolder: string;
let desk: TestHost;

const start = async () => {
  desk = await startTestHost({ providers, stateFolder });
  desk.audio.target('plugins');
};
const restart = async (plugins?: Parameters<typeof writePlugins>[1]) => {
  await desk.close();
  writePlugins(stateFolder, plugins);
  await start();
};
const body = async (path: string) => (await desk.get(path)).body;
const run = async (path: string, extra: object = {}) => {
  await desk.patch(path, { running: true, ...extra });
  while ((await body(path)).running) await setImmediate();
  return (await body(path)).report;
};
const mixer = (path: string, field: string) => desk.audio.target('mixer').value(path, field);
const host = (path: string, field: string) => desk.audio.target('plugins').value(path, field);
const warnings = async () => (await body('/warnings')).warnings as { id: string; detail: string; path: string }[];

beforeEach(async () => {
  stateFolder = mkdtempSync(join(tmpdir(), 'rowdesk-test-'));
  writePlugins(stateFolder, [squeeze, plain, unsupported]);
  await start();
});
afterEach(async () => {
  await desk.close();
  rmSync(stateFolder, { recursive: true, force: true });
});

test('an effect is what is built in or a supported plugin that keeps both legs, never nothing', async () => {
  const choices = (await desk.options(effect)).fields.plugin?.enum as string[];
  expect(choices.slice(0, 2)).toEqual(builtIn);
  expect(choices.slice(2)).toEqual([squeeze.uri, plain.uri]);
  expect((await body(effect)).plugin).toBe(builtIn[0]);
  expect((await desk.patch(effect, { plugin: '' })).status).toBe(422);
  expect((await desk.patch(effect, { plugin: unsupported.uri })).status).toBe(422);
});

test('values go to where the effect is, and the plugin host hears that there is no plugin', async () => {
  await desk.patch(values, { decayS: 3 });
  expect([mixer(values, 'decayS'), host(values, 'plugin:uri'), host(values, 'decayS')]).toEqual([3, '', undefined]);
  await desk.patch(effect, { plugin: plain.uri });
  expect(await body(values)).toEqual({ gain: 0, width: 100 });
  expect([mixer(effect, 'plugin'), host(values, 'plugin:uri'), host(values, 'gain')]).toEqual([
    plain.uri,
    plain.uri,
    0,
  ]);
  await desk.patch(values, { gain: -6 });
  expect([host(values, 'gain'), mixer(values, 'gain')]).toEqual([-6, undefined]);
  expect(await body(`${effect}/params/gain`)).toMatchObject({ value: -6 });
  expect((await body('/plugins/plain')).usedBy).toEqual([effect]);
  await desk.patch(effect, { plugin: 'builtin:delay' });
  expect([mixer(effect, 'plugin'), host(values, 'plugin:uri')]).toEqual(['builtin:delay', '']);
  expect((await body('/plugins/plain')).usedBy).toEqual([]);
});

test('undoing a change between what is built in and a plugin brings all values back, either way', async () => {
  await desk.patch(values, { decayS: 3, preDelayMs: 30 });
  await desk.patch(effect, { plugin: plain.uri });
  await desk.patch(values, { gain: 5 });
  await desk.patch(effect, { plugin: 'builtin:reverb' });
  const { decayS } = await body(values);
  expect(decayS, 'a processor that comes begins at its defaults').not.toBe(3);
  expect(mixer(values, 'decayS')).toBe(decayS);
  await run('/history/cursor/undo');
  expect(await body(values)).toEqual({ gain: 5, width: 100 });
  expect([host(values, 'plugin:uri'), host(values, 'gain')]).toEqual([plain.uri, 5]);
  await run('/history/cursor/undo');
  await run('/history/cursor/undo');
  expect(await body(values)).toMatchObject({ decayS: 3, preDelayMs: 30 });
  expect([mixer(effect, 'plugin'), mixer(values, 'decayS'), host(values, 'plugin:uri')]).toEqual([
    ...['builtin:reverb', 3, ''],
  ]);
});

test('the status says how late the return is, and no strip counts it among its inserts', async () => {
  expect(await body(`${effect}/status`)).toMatchObject({ state: 'none', latencyFrames: 0, heard: 'none' });
  await desk.patch(effect, { plugin: plain.uri });
  expect(await body(`${effect}/status`)).toMatchObject({ state: 'loading', reason: '' });
  desk.audio.target('mixer').report(effect, 'fault', 'no memory');
  desk.audio.target('mixer').report(effect, 'delayFrames', 128);
  desk.audio.target('mixer').report(effect, 'heard', 'silence');
  expect(await body(`${effect}/status`)).toMatchObject({ reason: 'no memory', latencyFrames: 128, heard: 'silence' });
  expect((await body('/channel/fxSend/1/chain')).insertLatencyMs).toBe(0);
  expect((await body('/channel/fxReturn/1/chain')).insertLatencyMs).toBe(0);
});

test('a plugin that is gone is silence and a warning, not another effect, and comes back with its values', async () => {
  await desk.patch(effect, { plugin: plain.uri });
  await desk.patch(values, { gain: 7 });
  await restart([squeeze]);
  expect(await body(effect)).toMatchObject({ plugin: plain.uri });
  expect(await body(`${effect}/status`)).toMatchObject({ state: 'missing' });
  expect([mixer(effect, 'plugin'), host(values, 'plugin:uri')]).toEqual([plain.uri, '']);
  expect(await warnings()).toContainEqual(
    expect.objectContaining({
      id: 'plugins-missing',
      path: effect,
      detail: expect.stringContaining('fxSend/1 effect'),
    }),
  );
  await restart([squeeze, plain]);
  expect(await body(values)).toMatchObject({ gain: 7 });
  expect(host(values, 'gain')).toBe(7);
  expect((await warnings()).map(({ id }) => id)).not.toContain('plugins-missing');
});

test('what is built in is no plugin that is missing, with plugins on the machine or without', async () => {
  expect((await warnings()).map(({ id }) => id)).not.toContain('plugins-missing');
  await restart([]);
  expect((await warnings()).map(({ id }) => id)).not.toContain('plugins-missing');
  expect((await desk.options(effect)).fields.plugin?.enum).toEqual(builtIn);
  expect(mixer(effect, 'plugin')).toBe(builtIn[0]);
});

test('an effect has a key, readings and presets as an insert has', async () => {
  await desk.patch(effect, { plugin: squeeze.uri });
  expect((await desk.patch(`${effect}/key`, { source: { kind: 'input', index: 2 } })).status).toBe(200);
  expect(mixer(`${effect}/key`, 'source')).toEqual({ kind: 'input', index: 2 });
  expect(Object.keys(await body(`${effect}/readings`))).toEqual(squeeze.readings.map(({ symbol }) => symbol));
  const room = squeeze.presets.find(({ values }) => Object.keys(values).length > 0);
  await run(`${effect}/preset`, { preset: room?.uri });
  expect(await body(values)).toMatchObject({ gain: room?.values.gain });
});

test('a linked pair of fxSends has the same plugin with the same values', async () => {
  await desk.patch('/channel/fxSend/1', { stereoLink: true });
  await desk.patch(effect, { plugin: plain.uri });
  await desk.patch(values, { gain: 4 });
  const other = effect.replace('fxSend/1', 'fxSend/2');
  expect([mixer(other, 'plugin'), host(`${other}/values`, 'gain')]).toEqual([plain.uri, 4]);
});

test('a scene brings the plugin of an effect and its values back', async () => {
  await desk.patch(effect, { plugin: plain.uri });
  await desk.patch(values, { gain: 4 });
  await run('/scene/store', { id: 'plate', name: 'Plate' });
  await desk.patch(effect, { plugin: 'builtin:delay' });
  expect((await run('/scenes/plate/recall')).outcome).toBe('applied');
  expect(await body(effect)).toMatchObject({ plugin: plain.uri });
  expect(await body(values)).toMatchObject({ gain: 4 });
});
