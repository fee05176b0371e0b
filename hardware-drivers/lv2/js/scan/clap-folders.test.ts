import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { clapFilesIn, clapFolders } from './clap-folders.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowdesk-clap-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('CLAP_PATH adds folders to those of the user and of the system, and comes first', () => {
  const usual = ['/home/me/.clap', '/usr/local/lib/clap', '/usr/lib/clap'];
  expect(clapFolders({ HOME: '/home/me' })).toEqual(usual);
  expect(clapFolders({ CLAP_PATH: '/a:~/b::/usr/lib/clap', HOME: '/home/me' })).toEqual([
    ...['/a', '/home/me/b', '/usr/lib/clap', '/home/me/.clap', '/usr/local/lib/clap'],
  ]);
  expect(clapFolders({})).toEqual(['/usr/local/lib/clap', '/usr/lib/clap']);
});

test('files of plugins are found in folders of folders, and links that lead round or nowhere are passed over', () => {
  mkdirSync(join(folder, 'vendor/deep'), { recursive: true });
  for (const name of ['b.clap', 'readme.txt', 'vendor/deep/a.clap']) writeFileSync(join(folder, name), 'x');
  symlinkSync(folder, join(folder, 'vendor/round'));
  symlinkSync('/nowhere', join(folder, 'gone.clap'));
  symlinkSync(join(folder, 'b.clap'), join(folder, 'c.clap'));
  const found = clapFilesIn(['/nowhere', folder, join(folder, 'vendor')]);
  expect(found.map(({ path }) => relative(folder, path))).toEqual(['b.clap', 'c.clap', 'vendor/deep/a.clap']);
});
