// Plugins of others in the inserts of strips.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startTestHost, type TestHost } from '../../core/testing.ts';
import { plain, pluginOf, squeeze, unsupported, writePlugins } from '../../providers/plugins/plugins-fixture.ts';

const providers = ['console', 'channel', 'plugins', 'history', 'warnings'];
const insert = '/channel/input/1/chain/processors/insert1';
const values = `${insert}/values`;
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
/** Another scan finds these. */
const scan = async (...plugins: NonNullable<Parameters<typeof writePlugins>[1]>) => {
  desk.audio.jobs.answer = () => {
    writePlugins(stateFolder, plugins);
    return {};
  };
  await desk.patch('/plugins/scan', { running: true });
  while ((await desk.get('/plugins/scan')).body.running) await setImmediate();
};
const body = async (path: string) => (await desk.get(path)).body;
const sent = (path: string, field: string) =>
  desk.audio.target(path.endsWith('/values') ? 'plugins' : 'mixer').value(path, field);
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

test('every supported plugin may stand in an insert, and one that is chosen is on', async () => {
  expect((await desk.options(insert)).fields.plugin?.enum).toEqual(['', squeeze.uri, plain.uri]);
  expect((await desk.patch(insert, { plugin: squeeze.uri })).body).toMatchObject({ enabled: true, label: 'Squeeze' });
  expect([sent(insert, 'plugin'), sent(insert, 'enabled')]).toEqual([squeeze.uri, true]);
  expect((await body('/channel/input/1/chain')).order).toContainEqual(
    expect.objectContaining({ processorId: 'insert1', label: 'Squeeze', enabled: true }),
  );
  expect((await body('/channel/input/1/capability')).features).toContain('insert');
  expect((await body('/plugins/squeeze')).usedBy).toEqual([insert]);
  expect((await desk.patch(insert, { plugin: '' })).body).toMatchObject({ enabled: false, label: 'Insert 1' });
  expect([sent(insert, 'plugin'), sent(insert, 'enabled')]).toEqual(['', false]);
  expect((await desk.patch(insert, { plugin: plain.uri, enabled: false })).body.enabled).toBe(false);
  const refused = await desk.patch(insert, { plugin: unsupported.uri });
  expect(refused.body.errors[0]).toMatchObject({ field: 'plugin', code: 'not-an-option' });
});

test('the values are the parameters and writable properties of the plugin, choices by their names', async () => {
  await desk.patch(insert, { plugin: squeeze.uri });
  expect(await body(values)).toEqual({
    ...{ gain: 3, cutoff: 1000, bits: 16, soft: true, mode: 'rms', impulse: '', order: 2 },
  });
  const { fields } = await desk.options(values);
  expect(fields.gain).toMatchObject({ access: 'rw', minimum: -24, maximum: 24, unit: 'dB', default: 3 });
  expect(fields.bits).toMatchObject({ multipleOf: 1 });
  expect(fields.mode).toMatchObject({ enum: ['peak', 'rms', 'slow'], default: 'rms' });
  expect(fields.order).toMatchObject({ type: 'integer', minimum: 1, maximum: 8 });
  expect(sent(values, 'plugin:uri')).toBe(squeeze.uri);
  await desk.patch(values, { gain: -6, mode: 'slow', impulse: 'hall.wav' });
  expect(['gain', 'mode', 'impulse', 'soft'].map((field) => sent(values, field))).toEqual([
    -6,
    'slow',
    'hall.wav',
    true,
  ]);
  for (const wrong of [{ gain: 25 }, { mode: 'fast' }, { bits: 1.5 }, { impulse: '../secret' }, { engine: 'x' }]) {
    expect((await desk.patch(values, wrong)).status, JSON.stringify(wrong)).toBe(422);
  }
});

test('a parameter is described as one of a built-in processor, and goes with the plugin', async () => {
  await desk.patch(insert, { plugin: squeeze.uri });
  expect(await body(`${insert}/params/mode`)).toEqual({
    ...{ symbol: 'mode', label: 'Mode', value: 'rms', default: 'rms', minimum: 0, maximum: 2, unit: '', scale: 'enum' },
    ...{ role: 'mode' },
    choices: [
      { value: 'peak', label: 'Peak' },
      { value: 'rms', label: 'RMS' },
      { value: 'slow', label: 'Slow' },
    ],
  });
  expect(await body(`${insert}/params/cutoff`)).toMatchObject({ scale: 'log', unit: 'Hz', value: 1000 });
  expect((await desk.get(`${insert}/params/order`)).status).toBe(404);
  const watched = await desk.watch(`${insert}/params/bits`);
  expect((await watched.next()).event).toBe('snapshot');
  await desk.patch(insert, { plugin: plain.uri });
  expect((await watched.next()).event).toBe('gone');
  watched.close();
  expect((await desk.get(`${insert}/params/width`)).status).toBe(200);
});

test('another plugin begins at its defaults, and undoing that brings all values back in one step', async () => {
  await desk.patch(insert, { plugin: squeeze.uri });
  await desk.patch(values, { gain: 7, mode: 'peak', impulse: 'hall.wav' });
  await desk.patch(insert, { plugin: plain.uri });
  expect(await body(values)).toEqual({ gain: 0, width: 100 });
  expect([sent(values, 'gain'), sent(values, 'plugin:uri')]).toEqual([0, plain.uri]);
  await desk.patch('/history/cursor/undo', { running: true });
  expect(await body(values)).toMatchObject({ gain: 7, mode: 'peak', impulse: 'hall.wav', cutoff: 1000 });
  expect([sent(insert, 'plugin'), sent(values, 'gain')]).toEqual([squeeze.uri, 7]);
  await desk.patch(insert, { plugin: '' });
  expect(await body(values)).toEqual({});
  expect(sent(values, 'plugin:uri')).toBe('');
  await desk.patch(insert, { plugin: squeeze.uri });
  expect(await body(values)).toMatchObject({ gain: 3, mode: 'rms', impulse: '' });
});

test('a plugin that is gone after a restart keeps its values, is a warning, and comes back with them', async () => {
  await desk.patch(insert, { plugin: squeeze.uri });
  await desk.patch(values, { gain: 7, mode: 'peak' });
  await restart([plain]);
  expect(await body(insert)).toMatchObject({ plugin: squeeze.uri, enabled: true, label: 'Insert 1' });
  expect(await body(values)).toEqual({});
  expect([sent(insert, 'plugin'), sent(values, 'plugin:uri')], 'the place is empty').toEqual(['', '']);
  expect(await warnings()).toContainEqual(
    expect.objectContaining({
      ...{ id: 'plugins-missing', path: insert },
      detail: expect.stringContaining(`input/1 insert1: ${squeeze.uri} is not installed`),
    }),
  );
  await restart();
  expect(await body(insert)).toMatchObject({ plugin: squeeze.uri });
  await scan(squeeze, plain);
  expect(await body(values)).toMatchObject({ gain: 7, mode: 'peak' });
  expect([sent(insert, 'plugin'), sent(values, 'plugin:uri'), sent(values, 'gain')]).toEqual([
    ...[squeeze.uri, squeeze.uri, 7],
  ]);
  expect((await warnings()).map(({ id }) => id)).not.toContain('plugins-missing');
});

test('a watcher sees a plugin go and come back, and a parameter of another version waits for its return', async () => {
  await desk.patch(insert, { plugin: plain.uri });
  await desk.patch(values, { width: 40 });
  const watched = await desk.watch(values);
  expect((await watched.next()).row).toMatchObject({ width: 40 });
  await scan(squeeze);
  expect(sent(insert, 'plugin')).toBe('');
  // What is known of it stays, and with that its values.
  expect(await body(insert)).toMatchObject({ label: 'Plain', missing: expect.stringContaining(plain.uri) });
  expect(await body(values)).toEqual({ gain: 0, width: 40 });
  const [gain] = plain.parameters;
  await scan({ ...plain, bundleTimeMs: plain.bundleTimeMs + 1, parameters: gain ? [gain] : [] });
  expect((await watched.next()).row).toEqual({ gain: 0 });
  expect(await warnings()).toContainEqual(
    expect.objectContaining({
      id: 'plugin-parameters-gone',
      detail: expect.stringMatching(/^input\/1 insert1 width\. /),
    }),
  );
  await desk.patch(values, { gain: 1 });
  await scan({ ...plain, bundleTimeMs: plain.bundleTimeMs + 2 });
  expect(await body(values)).toEqual({ gain: 1, width: 40 });
  expect((await warnings()).map(({ id }) => id)).not.toContain('plugin-parameters-gone');
  watched.close();
});

test('a plugin in quarantine is no choice, and stays where it stands', async () => {
  await desk.patch(insert, { plugin: squeeze.uri });
  desk.audio.target('plugins').changeOnDevice('/plugins/plain', 'quarantined', true);
  expect((await desk.options(insert)).fields.plugin?.enum).toEqual(['', squeeze.uri]);
  desk.audio.target('plugins').changeOnDevice('/plugins/squeeze', 'quarantined', true);
  expect(await body(insert)).toMatchObject({ plugin: squeeze.uri });
  expect((await desk.patch('/channel/input/2/chain/processors/insert1', { plugin: plain.uri })).status).toBe(422);
  await desk.patch('/plugins/plain', { quarantined: false });
  expect((await desk.options(insert)).fields.plugin?.enum).toContain(plain.uri);
});

test('a linked pair has the same plugins with the same values, also one that is gone', async () => {
  const beside = insert.replace('input/1', 'input/2');
  await desk.patch(insert, { plugin: squeeze.uri });
  await desk.patch(values, { gain: 7 });
  await desk.patch('/channel/input/1', { stereoLink: true });
  expect(await body(beside)).toMatchObject({ plugin: squeeze.uri, enabled: true });
  expect(await body(`${beside}/values`)).toMatchObject({ gain: 7 });
  await desk.patch(`${beside}/values`, { mode: 'slow' });
  expect(await body(values)).toMatchObject({ mode: 'slow' });
  await desk.patch(beside, { plugin: plain.uri });
  expect(await body(values)).toEqual({ gain: 0, width: 100 });
  await desk.patch('/channel/input/1', { stereoLink: false });
  await desk.patch(beside, { plugin: '' });
  await restart([squeeze]);
  expect((await desk.patch('/channel/input/1', { stereoLink: true })).status).toBe(200);
  expect(await body(beside)).toMatchObject({ plugin: plain.uri });
});

test('the key of an insert reaches the mixer', async () => {
  expect((await desk.patch(`${insert}/key`, { source: { kind: 'input', index: 3 } })).status).toBe(200);
  expect(sent(`${insert}/key`, 'source')).toEqual({ kind: 'input', index: 3 });
});

test('of 500 plugins with 100 parameters each, those that are used are read, each once', async () => {
  const parameters = Array.from({ length: 100 }, (_, n) => ({
    ...{ symbol: `p${n}`, label: `P ${n}`, unit: '', minimum: 0, maximum: 1, default: 0, scale: 'linear' as const },
  }));
  await restart(Array.from({ length: 500 }, (_, n) => pluginOf(`many-${n}`, { parameters })));
  const parse = vi.spyOn(JSON, 'parse');
  const described = () => parse.mock.calls.filter(([text]) => text.includes('"parameters":[{')).length;
  expect((await desk.options(insert)).fields.plugin?.enum).toHaveLength(501);
  expect(described()).toBe(0);
  for (const n of [0, 1, 0, 1, 0]) await desk.patch(insert, { plugin: `urn:test:many-${n}` });
  for (let n = 0; n < 5; n++) await desk.patch(values, { p7: n / 10 });
  expect(Object.keys(await body(values))).toHaveLength(100);
  expect(described()).toBe(2);
  const blocks = desk.audio.target('plugins').blocks.length;
  await desk.patch(values, { p8: 1 });
  const [last] = desk.audio.target('plugins').blocks.slice(blocks);
  expect(last?.values).toEqual([{ path: values, field: 'p8', value: 1 }]);
  parse.mockRestore();
});
