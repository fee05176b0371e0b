import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bundlesIn, lv2Folders } from './folders.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowdesk-folders-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function bundle(name: string): string {
  const path = join(folder, name);
  mkdirSync(join(path, 'modgui'), { recursive: true });
  for (const file of ['manifest.ttl', 'plugin.so', 'modgui/icon']) writeFileSync(join(path, file), 'x');
  return path;
}

test('LV2_PATH names the folders; else they are those of the user and of the system', () => {
  expect(lv2Folders({ LV2_PATH: '/a:~/b::/a', HOME: '/home/me' }, 'x64')).toEqual(['/a', '/home/me/b']);
  expect(lv2Folders({ HOME: '/home/me' }, 'arm64')).toEqual([
    ...['/home/me/.lv2', '/usr/local/lib/lv2', '/usr/lib/lv2', '/usr/lib/aarch64-linux-gnu/lv2'],
  ]);
  expect(lv2Folders({}, 'x64')[0]).toBe('/usr/local/lib/lv2');
});

test('a bundle is a folder with a manifest, or a link to one', () => {
  symlinkSync(bundle('b.lv2'), join(folder, 'a.lv2'));
  mkdirSync(join(folder, 'none.lv2'));
  writeFileSync(join(folder, 'file.lv2'), '');
  symlinkSync('/nowhere', join(folder, 'gone.lv2'));
  expect(bundlesIn(['/nowhere', folder]).map(({ path, fault }) => basename(path) + fault)).toEqual(['a.lv2', 'b.lv2']);
});
