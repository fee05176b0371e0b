// What plugins keep beside their values, as the plugin host names it, in scenes, sessions, the clipboard and undo.
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestHost, type TestHost } from '../../core/testing.ts';
import { plain, squeeze, writePlugins } from '../../providers/plugins/plugins-fixture.ts';

const providers = ['console', 'channel', 'plugins', 'history', 'scenes', 'sessions', 'clipboard', 'patch'];
const insert = '/channel/input/1/chain/processors/insert1';
const state = `${insert}/state`;
const [first, second] = ['1', '2'].map((digit) => digit.repeat(32)) as [string, string];
let stateFolder: string;
let desk: TestHost;
beforeEach(async () => {
  stateFolder = mkdtempSync(join(tmpdir(), 'rowdesk-test-'));
  writePlugins(stateFolder, [squeeze, plain]);
  desk = await startTestHost({ providers, stateFolder });
  desk.audio.target('plugins');
  await desk.patch(insert, { plugin: squeeze.uri });
  becomes(first);
});
afterEach(async () => {
  await desk.close();
  rmSync(stateFolder, { recursive: true, force: true });
});
const body = async (path: string) => (await desk.get(path)).body;
const host = () => desk.audio.target('plugins');
/** The plugin of the insert has this state now. */
const becomes = (id: string) => host().changeOnDevice(state, 'pluginState', id);
const isNow = async (path = state) => [(await body(path)).pluginState, host().value(path, 'pluginState')];
const run = async (path: string, extra: object = {}) => {
  await desk.patch(path, { running: true, ...extra });
  while ((await body(path)).running) await setImmediate();
  return (await body(path)).report;
};

test('a state that the plugin changes is adopted, and is no step of the history', async () => {
  await desk.patch(`${insert}/values`, { gain: 7 });
  becomes(second);
  expect(await isNow()).toEqual([second, second]);
  await desk.patch('/history/cursor/undo', { running: true });
  becomes(first);
  await desk.patch('/history/cursor/redo', { running: true });
  expect(await body(`${insert}/values`)).toMatchObject({ gain: 7 });
  expect(await isNow()).toEqual([first, first]);
});

test('a recall loads the state of the scene, and its undo that of before', async () => {
  await run('/scene/store', { id: 'one', name: 'One' });
  becomes(second);
  expect((await run('/scenes/one/recall')).outcome).toBe('applied');
  expect(await isNow()).toEqual([first, first]);
  await desk.patch('/history/cursor/undo', { running: true });
  expect(await isNow()).toEqual([second, second]);
});

test('another plugin has no state of the one before; undo and a recall bring both back', async () => {
  await run('/scene/store', { id: 'one', name: 'One' });
  await desk.patch(insert, { plugin: plain.uri });
  expect(await isNow()).toEqual(['', '']);
  becomes(second);
  await desk.patch('/history/cursor/undo', { running: true });
  expect(await isNow()).toEqual([first, first]);
  await desk.patch('/history/cursor/redo', { running: true });
  expect((await run('/scenes/one/recall')).outcome).toBe('applied');
  expect((await body(insert)).plugin).toBe(squeeze.uri);
  expect(await isNow()).toEqual([first, first]);
});

test('the clipboard carries it to another strip, and a session keeps it', async () => {
  await desk.patch('/clipboard/1', { from: { kind: 'input', index: 1 }, areas: ['inserts'] });
  await run('/session/save', { id: 'show', name: 'Show' });
  expect((await run('/clipboard/1/paste', { targets: [{ kind: 'aux', index: 2 }] })).outcome).toBe('applied');
  expect(await isNow(state.replace('input/1', 'aux/2'))).toEqual([first, first]);
  await desk.patch(insert, { plugin: '' });
  await run('/sessions/show/apply');
  expect(await isNow()).toEqual([first, first]);
});

test('a session as a file carries the states that it and its scenes name, to a desk that has none of them', async () => {
  const idOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32);
  const folder = join(stateFolder, 'plugins', 'states');
  const [one, two, other] = ['one', 'two', 'other'].map((text) => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, idOf(text)), text);
    return idOf(text);
  }) as [string, string, string];
  becomes(one);
  await run('/scene/store', { id: 'one', name: 'One' });
  becomes(two);
  await run('/session/save', { id: 'show', name: 'Show' });
  const { file } = await body('/sessions/show/export');
  expect(file.pluginStates).toEqual({ [one]: 'b25l', [two]: 'dHdv' });
  expect(other in file.pluginStates).toBe(false);
  rmSync(folder, { recursive: true });
  const wrong = { ...file, pluginStates: { [one]: 'dHdv' } };
  const refused = await desk.patch('/session/import', { running: true, id: 'guest', file: wrong });
  expect([refused.status, refused.body.errors[0].field]).toEqual([422, `file/pluginStates/${one}`]);
  expect(await run('/session/import', { id: 'guest', file })).toMatchObject({ outcome: 'applied', scenes: 1 });
  expect(readdirSync(folder).sort()).toEqual([one, two].sort());
  expect(readFileSync(join(folder, two), 'utf8')).toBe('two');
});

test('a name that none can have is refused', async () => {
  for (const wrong of ['../secret', 'abc', first.toUpperCase().replace('1', 'G'), 7]) {
    expect((await desk.patch(state, { pluginState: wrong })).status, String(wrong)).toBe(422);
  }
  expect(await isNow()).toEqual([first, first]);
});
