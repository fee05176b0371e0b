import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PluginFiles } from './plugin-files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowdesk-plugins-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const describe = (id: string, bundle = '') => {
  writeFileSync(join(folder, `${id}.json`), JSON.stringify({ id, uri: `urn:${id}`, supported: true, bundle }));
};
const list = (file: string, ...ids: readonly string[]) => {
  const plugins = ids.map((id) => ({ id, uri: `urn:${id}` }));
  writeFileSync(join(folder, file), JSON.stringify({ version: 1, plugins, refused: [] }));
};

test('a plugin runs that has passed in a scan which still runs, and when it is in the index alone', () => {
  const files = new PluginFiles(folder);
  expect(() => files.describe('urn:gain')).toThrow('no plugin urn:gain was found');
  describe('gain');
  list('passing.json', 'gain');
  expect(files.describe('urn:gain').id).toBe('gain');
  const { stamp } = files;
  list('index.json', 'gain', 'room');
  rmSync(join(folder, 'passing.json'));
  describe('room');
  expect(files.stamp).not.toBe(stamp);
  expect([files.describe('urn:gain').id, files.describe('urn:room').id]).toEqual(['gain', 'room']);
});
