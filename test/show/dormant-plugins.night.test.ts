// A session that is carried to a desk without its plugins and back: nothing of them is lost on the way.
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestHost, type TestHost } from '../../core/testing.ts';
import { plain, pluginOf, squeeze, writePlugins } from '../../providers/plugins/plugins-fixture.ts';

const providers = ['console', 'channel', 'plugins', 'history', 'scenes', 'sessions', 'patch', 'warnings'];
const insert = '/channel/input/1/chain/processors/insert1';
const effect = '/channel/fxSend/1/chain/processors/effect';
const stereo = pluginOf('stereo', { ...plain, id: 'stereo', uri: 'urn:test:stereo', name: 'Stereo' });
const written = { gain: -7.5, cutoff: 440, bits: 5, soft: false, mode: 'slow', impulse: 'hall.wav', order: 3 };
const state = Buffer.from([0, 255, 7, 10, 13, 128]);
const stateName = createHash('sha256').update(state).digest('hex').slice(0, 32);
let folders: string[];
let open: TestHost[];

interface Opened {
  readonly desk: TestHost;
  readonly folder: string;
  readonly body: (path: string) => Promise<Record<string, unknown>>;
  readonly run: (path: string, extra?: object) => Promise<Record<string, unknown>>;
}

const newFolder = (plugins: Parameters<typeof writePlugins>[1]) => {
  const folder = mkdtempSync(join(tmpdir(), 'rowdesk-test-'));
  folders.push(folder);
  writePlugins(folder, plugins);
  return folder;
};
async function start(folder: string): Promise<Opened> {
  const desk = await startTestHost({ providers, stateFolder: folder });
  desk.audio.target('plugins');
  open.push(desk);
  const body = async (path: string) => (await desk.get(path)).body as Record<string, unknown>;
  const run = async (path: string, extra: object = {}) => {
    const { status, body: answer } = await desk.patch(path, { running: true, ...extra });
    expect([path, status, status === 200 ? '' : answer]).toEqual([path, 200, '']);
    while ((await body(path)).running) await setImmediate();
    const { report, refusal } = await body(path);
    expect(refusal ?? null).toBeNull();
    return report as Record<string, unknown>;
  };
  return { desk, folder, body, run };
}
const close = async ({ desk }: Opened) => {
  open = open.filter((each) => each !== desk);
  await desk.close();
};

beforeEach(() => {
  folders = [];
  open = [];
});
afterEach(async () => {
  await Promise.all(open.map((desk) => desk.close()));
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A desk whose session `show` has plugins in an insert and an effect, with values and a state, and a scene of others. */
async function madeShow(): Promise<{ readonly home: Opened; readonly file: Record<string, unknown> }> {
  const home = await start(newFolder([squeeze, stereo, plain]));
  const { desk, run } = home;
  const states = join(home.folder, 'plugins', 'states');
  mkdirSync(states, { recursive: true });
  writeFileSync(join(states, stateName), state);
  await desk.patch(insert, { plugin: squeeze.uri });
  await desk.patch(effect, { plugin: stereo.uri });
  await desk.patch(`${effect}/values`, { gain: 3.5, width: 12 });
  await run('/scene/store', { id: 'soft', name: 'Soft' });
  await desk.patch(`${insert}/values`, written);
  await desk.patch(insert, { enabled: false });
  desk.audio.target('plugins').changeOnDevice(`${insert}/state`, 'pluginState', stateName);
  await run('/session/save', { id: 'show', name: 'Show' });
  return { home, file: (await home.body('/sessions/show/export')).file as Record<string, unknown> };
}

const rowsOf = async ({ body }: Opened) => ({
  insert: await body(insert).then(({ plugin, enabled }) => ({ plugin, enabled })),
  values: await body(`${insert}/values`),
  state: await body(`${insert}/state`),
  effect: await body(effect).then(({ plugin, enabled }) => ({ plugin, enabled })),
  effectValues: await body(`${effect}/values`),
});

test('a session goes to a desk without its plugins, is saved there, and comes back as it was, to the bit', async () => {
  const { home, file } = await madeShow();
  const before = await rowsOf(home);
  expect(before.values).toEqual(written);

  const guest = await start(newFolder([]));
  await guest.run('/session/import', { id: 'guest', file });
  expect((await guest.run('/sessions/guest/apply')).outcome).toBe('applied');
  expect(await rowsOf(guest)).toEqual(before);
  // Once more from its own disk, and a value is moved meanwhile that nothing plays.
  await close(guest);
  const again = await start(guest.folder);
  expect(await rowsOf(again)).toEqual(before);
  await again.run('/scenes/soft/recall');
  expect((await again.body(`${insert}/values`)).gain).toBe(3);
  await again.run('/sessions/guest/apply');
  await again.run('/session/save', { id: 'saved', name: 'Saved' });
  const carried = (await again.body('/sessions/saved/export')).file as Record<string, unknown>;
  expect(carried.pluginStates).toEqual({ [stateName]: state.toString('base64') });

  await home.desk.patch(insert, { plugin: '' });
  await home.desk.patch(effect, { plugin: 'builtin:delay' });
  rmSync(join(home.folder, 'plugins', 'states'), { recursive: true });
  await home.run('/session/import', { id: 'back', file: carried });
  expect((await home.run('/sessions/back/apply')).outcome).toBe('applied');
  expect(await rowsOf(home)).toEqual(before);
  expect(readFileSync(join(home.folder, 'plugins', 'states', stateName))).toEqual(state);
  const host = home.desk.audio.target('plugins');
  expect([host.value(`${insert}/values`, 'plugin:uri'), host.value(`${insert}/values`, 'gain')]).toEqual([
    ...[squeeze.uri, written.gain],
  ]);
  expect(host.value(`${insert}/state`, 'pluginState')).toBe(stateName);
});

test('rows name the plugin that is not there and the reason, and neither mixer nor plugin host gets it', async () => {
  const { file } = await madeShow();
  const guest = await start(newFolder([plain]));
  await guest.run('/session/import', { id: 'guest', file });
  await guest.run('/sessions/guest/apply');
  const words = `Squeeze (${squeeze.uri}) is not installed, or not scanned`;
  expect(await guest.body(insert)).toMatchObject({ plugin: squeeze.uri, label: 'Squeeze', missing: words });
  expect(await guest.body(`${insert}/status`)).toMatchObject({ state: 'missing', reason: words });
  expect(await guest.body(effect)).toMatchObject({ plugin: stereo.uri, label: 'Stereo' });
  expect(await guest.body(`${effect}/status`)).toMatchObject({ state: 'missing' });
  const warnings = (await guest.body('/warnings')).warnings as { id: string; detail: string }[];
  expect(warnings.find(({ id }) => id === 'plugins-missing')?.detail).toContain(words);
  const { desk } = guest;
  expect(desk.audio.target('mixer').value(insert, 'plugin')).toBe('');
  expect(desk.audio.target('plugins').value(`${insert}/values`, 'plugin:uri')).toBe('');
  // What waits for its plugin goes to no target, and is not pending for ever.
  expect(desk.audio.target('plugins').value(`${insert}/values`, 'gain')).toBeUndefined();
  expect(desk.audio.target('plugins').value(`${insert}/state`, 'pluginState')).not.toBe(stateName);
  expect((await desk.patch(`${insert}/values`, { gain: 5 })).status).toBe(200);
  expect((await desk.patch(`${insert}/values`, { gain: 25 })).status).toBe(422);
  expect(await guest.body(`${insert}/params/gain`)).toMatchObject({ value: 5 });
});

test('of a plugin that is not there a preset writes the values, and says that its state is not loaded', async () => {
  const { file } = await madeShow();
  const guest = await start(newFolder([]));
  await guest.run('/session/import', { id: 'guest', file });
  await guest.run('/sessions/guest/apply');
  const listed = await guest.run(`${insert}/preset`);
  expect(listed.presets).toEqual(squeeze.presets.map(({ label }) => label));
  expect(await guest.run(`${insert}/preset`, { preset: 'Loud' })).toMatchObject({ outcome: 'applied', state: false });
  expect(await guest.body(`${insert}/values`)).toMatchObject({ gain: 12, mode: 'slow', soft: false });
  const report = await guest.run(`${insert}/preset`, { preset: 'Room' });
  const refusal = { detail: `Its state waits: Squeeze (${squeeze.uri}) is not installed, or not scanned.` };
  expect(report).toMatchObject({ outcome: 'in-part', state: false, refusal });
  expect(await guest.body(`${insert}/values`)).toMatchObject({ gain: -6, bits: 12 });
  // What was its state is its state still.
  expect(await guest.body(`${insert}/state`)).toMatchObject({ pluginState: stateName });
  await guest.run('/session/save', { id: 'saved', name: 'Saved' });
  const { plugins } = ((await guest.body('/sessions/saved/export')) as { file: { plugins: (typeof squeeze)[] } }).file;
  expect(plugins.find(({ uri }) => uri === squeeze.uri)?.presets).toEqual(squeeze.presets);
});

test('a plugin that is installed later stands there with its values and its state', async () => {
  const { home, file } = await madeShow();
  const before = await rowsOf(home);
  const guest = await start(newFolder([plain]));
  await guest.run('/session/import', { id: 'guest', file });
  await guest.run('/sessions/guest/apply');
  await close(guest);
  const kept = join(guest.folder, 'plugins');
  const index = { version: 1, plugins: [] as unknown[], refused: [] };
  for (const own of [squeeze, stereo, plain]) {
    const { parameters, readings, properties, presets, latencyFrames, hasState, ...summary } = own;
    index.plugins.push(summary);
    writeFileSync(join(kept, `${own.id}.json`), JSON.stringify(own));
  }
  writeFileSync(join(kept, 'index.json'), JSON.stringify(index));
  const later = await start(guest.folder);
  expect(await rowsOf(later)).toEqual(before);
  expect(await later.body(insert)).toMatchObject({ missing: '' });
  const host = later.desk.audio.target('plugins');
  expect(host.value(`${insert}/values`, 'mode')).toBe('slow');
  expect(host.value(`${insert}/state`, 'pluginState')).toBe(stateName);
});

test('a plugin that is removed from the desk keeps its values in what is saved from then on', async () => {
  const { home } = await madeShow();
  const before = await rowsOf(home);
  await close(home);
  for (const name of ['index.json', 'squeeze.json', 'stereo.json']) rmSync(join(home.folder, 'plugins', name));
  const bare = await start(home.folder);
  expect(await rowsOf(bare)).toEqual(before);
  await bare.run('/session/save', { id: 'later', name: 'Later' });
  const { file } = (await bare.body('/sessions/later/export')) as { file: Record<string, unknown> };
  const other = await start(newFolder([squeeze, stereo]));
  await other.run('/session/import', { id: 'later', file });
  await other.run('/sessions/later/apply');
  expect(await rowsOf(other)).toEqual(before);
});

test('a file that describes a plugin twice, or otherwise than a plugin can be, is refused with the field', async () => {
  const { file } = await madeShow();
  const guest = await start(newFolder([]));
  const plugins = file.plugins as Record<string, unknown>[];
  expect(plugins.map(({ uri }) => uri).sort()).toEqual([squeeze.uri, stereo.uri].sort());
  const first = plugins[0] as Record<string, unknown>;
  const faulty: [object[], RegExp][] = [
    [[first, first], /^file\/plugins\/1\/uri$/],
    [[{ ...first, parameters: [{ symbol: '../x' }] }], /^file/],
    [[{ ...first, audioIn: -1 }], /^file/],
  ];
  for (const [own, field] of faulty) {
    const { status, body } = await guest.desk.patch('/session/import', {
      ...{ running: true, id: 'guest', file: { ...file, plugins: own } },
    });
    expect(status).toBe(422);
    expect(body.errors[0].field).toMatch(field);
  }
  expect((await guest.desk.get('/sessions/guest')).status).toBe(404);
});
