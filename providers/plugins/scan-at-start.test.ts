import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PluginIndex } from 'rowdesk/provider';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hasChanged, pluginFolders, timesOf } from './scan-at-start.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'rowdesk-home-'));
});
afterEach(() => rmSync(home, { recursive: true }));

const index: PluginIndex = { version: 1, plugins: [], refused: [] };
/** Of what is on the disk now. */
const isOther = async (known: PluginIndex, scannedAtMs: number, folders: readonly string[]) =>
  hasChanged(known, scannedAtMs, folders, await timesOf(known, folders));
const make = (path: string, seconds: number) => {
  mkdirSync(join(home, path), { recursive: true });
  utimesSync(join(home, path), seconds, seconds);
};

test('LV2_PATH stands for the folders of LV2, CLAP_PATH stands before those of CLAP', async () => {
  const system = (word: string) => [`/usr/local/lib/${word}`, `/usr/lib/${word}`];
  const folders = await pluginFolders({ LV2_PATH: '/a::/b', CLAP_PATH: '/c' }, home);
  expect(folders.slice(0, 4)).toEqual(['/a', '/b', '/c', join(home, '.clap')]);
  const usual = await pluginFolders({}, home);
  expect(usual.slice(0, 4)).toEqual([join(home, '.lv2'), ...system('lv2'), join(home, '.clap')]);
});

test('a file that came into a folder of a folder of CLAP is a change', async () => {
  make('.clap/maker', 1000);
  make('.clap', 1000);
  const look = async () => {
    const folders = (await pluginFolders({ LV2_PATH: join(home, 'none') }, home)).filter((each) =>
      each.startsWith(home),
    );
    return isOther(index, 2_000_000, folders);
  };
  expect(await look()).toBe(false);
  writeFileSync(join(home, '.clap/maker/gain.clap'), '');
  expect(await look()).toBe(true);
});

test('a file of CLAP that is newer than the last scan has it, or gone, is a change', async () => {
  const bundle = join(home, 'gain.clap');
  const known = { ...index, refused: [{ bundle, bundleTimeMs: 1_000_000, reason: 'It crashes.' }] };
  expect(await isOther(known, 2_000_000, [])).toBe(true);
  writeFileSync(bundle, '');
  utimesSync(bundle, 1000, 1000);
  expect(await isOther(known, 2_000_000, [])).toBe(false);
  utimesSync(bundle, 1001, 1001);
  expect(await isOther(known, 2_000_000, [])).toBe(true);
});
