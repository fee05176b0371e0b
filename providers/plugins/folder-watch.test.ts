import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FolderWatch } from './folder-watch.ts';

let home: string;
let changes = 0;
let watching: FolderWatch;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'rowdesk-watch-'));
  changes = 0;
  watching = new FolderWatch(() => changes++);
});
afterEach(() => {
  watching.close();
  rmSync(home, { recursive: true });
});
const hears = async (act: () => void) => {
  const before = changes;
  act();
  await expect.poll(() => changes).toBeGreaterThan(before);
};

test('a bundle that comes, a file of it that is replaced, and a folder that was not there are heard', async () => {
  const bundle = join(home, 'lv2/gain.lv2');
  mkdirSync(bundle, { recursive: true });
  const later = join(home, 'none/yet/clap');
  watching.follow([join(home, 'lv2'), bundle, later]);
  await hears(() => mkdirSync(join(home, 'lv2/other.lv2')));
  writeFileSync(join(home, 'new.so'), '');
  await hears(() => renameSync(join(home, 'new.so'), join(bundle, 'gain.so')));
  await hears(() => mkdirSync(later, { recursive: true }));
  watching.follow([later]);
  await hears(() => writeFileSync(join(later, 'gain.clap'), ''));
});
