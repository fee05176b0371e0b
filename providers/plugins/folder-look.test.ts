import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lookAtFolders, pluginFolders } from './folder-look.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'rowdesk-home-'));
  mkdirSync(join(home, 'lv2/gain.lv2'), { recursive: true });
  mkdirSync(join(home, 'clap/maker/deep'), { recursive: true });
  for (const file of files) writeFileSync(join(home, file), 'one');
});
afterEach(() => rmSync(home, { recursive: true }));

const files = ['lv2/gain.lv2/gain.so', 'clap/maker/deep/gain.clap'] as const;
const look = () => lookAtFolders([join(home, 'lv2'), join(home, 'clap'), join(home, 'later')]);

test('LV2_PATH stands for the folders of LV2, CLAP_PATH stands before those of CLAP', async () => {
  const system = (word: string) => [`/usr/local/lib/${word}`, `/usr/lib/${word}`];
  const folders = await pluginFolders({ LV2_PATH: '/a::/b', CLAP_PATH: '/c' }, home);
  expect(folders.slice(0, 4)).toEqual(['/a', '/b', '/c', join(home, '.clap')]);
  const usual = await pluginFolders({}, home);
  expect(usual.slice(0, 3)).toEqual([join(home, '.lv2'), ...system('lv2')]);
  expect(usual.slice(-3)).toEqual([join(home, '.clap'), ...system('clap')]);
});

test('what did not change looks the same, and a folder that is not there is one to be watched', async () => {
  const { folders, stamp } = await look();
  expect((await look()).stamp).toBe(stamp);
  expect(folders).toEqual(
    ['lv2', 'lv2/gain.lv2', 'clap', 'clap/maker', 'clap/maker/deep', 'later'].map((name) => join(home, name)),
  );
});

test.each(files)(
  '%s looks different when it is written in place, also with the times that it had, and when it has gone',
  async (file) => {
    const stamps = new Set([(await look()).stamp]);
    const path = join(home, file);
    const { atime, mtime } = statSync(path);
    writeFileSync(path, 'two');
    utimesSync(path, atime, mtime);
    stamps.add((await look()).stamp);
    utimesSync(path, 1000, 1000);
    stamps.add((await look()).stamp);
    rmSync(path);
    stamps.add((await look()).stamp);
    expect(stamps.size).toBe(4);
  },
);

test('links that lead round, to themselves or nowhere, pipes and devices hold no look', async () => {
  for (const [name, target] of Object.entries({ round: home, self: 'self', gone: '/nowhere', zero: '/dev/zero' }))
    symlinkSync(target, join(home, 'clap', name));
  execFileSync('mkfifo', [join(home, 'lv2/gain.lv2/pipe')]);
  expect((await look()).stamp).toBe((await look()).stamp);
});
