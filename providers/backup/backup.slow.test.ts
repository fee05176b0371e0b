import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTestHost, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ran, saved, sent, uploadId } from './backup-fixture.ts';

const names = ['console', 'channel', 'stagebox', 'patch', 'safety', 'history', 'scenes', 'sessions', 'backup'];
const input = '/channel/input/1';
const socket = '/stagebox/virtual-32x16/inputs/1';
let from: TestHost;
let to: TestHost;
beforeEach(async () => {
  [from, to] = await Promise.all([startTestHost({ providers: names }), startTestHost({ providers: names })]);
});
afterEach(async () => {
  await Promise.all([from.close(), to.close()]);
});

test('a desk goes to another one as a file: rows, scenes, sessions, patches and media', async () => {
  mkdirSync(join(from.stateFolder, 'media'), { recursive: true });
  writeFileSync(join(from.stateFolder, 'media', 'Ton für Töne.wav'), 'sound');
  await from.patch('/console', { name: 'Front' });
  await from.patch(input, { name: 'Voice', colour: 'red', levelDb: -6, sourceId: 'virtual-32x16:in-3' });
  await ran(from, '/scene/store', { name: 'One' });
  await from.patch(input, { levelDb: -12 });
  await ran(from, '/scene/store', { name: 'Two' });
  await ran(from, '/session/save', { name: 'Friday' });
  await to.patch('/channel/input/2', { levelDb: -3, name: 'Old' });
  await ran(to, '/scene/store', { name: 'Old' });
  const file = await saved(from);
  const taken = await sent(to, file);
  expect(taken).toMatchObject({ status: 200, body: { id: uploadId, bytes: file.length, manifest: { name: 'Front' } } });
  const checked = await ran(to, '/backup/restore', { id: uploadId });
  expect(checked.report).toMatchObject({ preview: true, unfit: [], smaller: [], missing: [], configuration: [] });
  expect((await to.get(input)).body.name).toBe('');
  const { report } = await ran(to, '/backup/restore', { id: uploadId, confirm: true });
  expect(report).toMatchObject({ outcome: 'applied', durable: true, unfitCount: 0, files: 1 });
  for (const path of [
    input,
    '/channel/input/2',
    '/scenes',
    '/sessions',
    '/scenes/one',
    '/scenes/two',
    '/scene',
    '/patch',
  ]) {
    expect((await to.get(path)).body, path).toEqual((await from.get(path)).body);
  }
  expect((await to.get('/console')).body.name).toBe('Front');
  expect(readFileSync(join(to.stateFolder, 'media', 'Ton für Töne.wav'), 'utf8')).toBe('sound');
  expect((await to.get('/backup/restored')).body).toMatchObject({ id: uploadId, name: 'Front' });
  // One step of the history.
  expect((await to.get('/history/cursor')).body.undoLabel).toBe('Backup Front');
  expect((await ran(to, '/history/cursor/undo', { override: true })).report).toMatchObject({ outcome: 'applied' });
  expect((await to.get('/channel/input/2')).body).toMatchObject({ levelDb: -3, name: 'Old' });
  expect((await to.get(input)).body.name).toBe('');
});

test('phantom power comes on only when it is asked for', async () => {
  await from.patch(socket, { phantom: true, gainDb: 20 });
  const file = await saved(from);
  await sent(to, file);
  const { report } = await ran(to, '/backup/restore', { id: uploadId, confirm: true });
  expect(report).toMatchObject({ outcome: 'in-part', unfitCount: 1 });
  expect(report.unfit).toMatchObject([{ path: socket, refusal: { params: { reason: 'phantom-on' } } }]);
  expect((await to.get(socket)).body).toMatchObject({ phantom: false, gainDb: 20 });
  await sent(to, file);
  expect((await ran(to, '/backup/restore', { id: uploadId, confirm: true, phantom: true })).report.outcome).toBe(
    'applied',
  );
  expect((await to.get(socket)).body.phantom).toBe(true);
});

test('a panic and the lock are lifted by no backup, and a locked desk takes none', async () => {
  const file = await saved(from);
  await sent(to, file);
  await to.patch('/safety/panic', { scope: 'mains' });
  await to.patch('/console', { locked: 'all' });
  const refused = await ran(to, '/backup/restore', { id: uploadId, confirm: true });
  expect(refused.refusal ?? refused).toMatchObject({ code: 'console-locked' });
  await to.patch('/console', { locked: 'surface' });
  expect((await ran(to, '/backup/restore', { id: uploadId, confirm: true })).report.outcome).toBe('applied');
  expect((await to.get('/safety/panic')).body.scope).toBe('mains');
  expect((await to.get('/console')).body.locked).toBe('surface');
});
