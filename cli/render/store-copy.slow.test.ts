import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LibsqlStore } from '../../core/store/libsql-store.ts';
import { copyStore } from './store-copy.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowdesk-copy-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const levelDb = (revision: number) => ({
  revision,
  rows: [{ path: '/channel/input/1', version: 1, revision, fields: { levelDb: -revision } }],
});

test('a copy has what was acknowledged, while the service has the store open and writes on', async () => {
  const live = new LibsqlStore(folder);
  await live.open();
  let revision = 0;
  let isDone = false;
  const writing = (async () => {
    while (!isDone) await live.write(levelDb(++revision));
  })();
  try {
    for (let round = 0; round < 5; round++) {
      const acknowledged = ++revision;
      await live.write(levelDb(acknowledged));
      const copy = copyStore(folder);
      const store = new LibsqlStore(copy.folder);
      const { rows } = await store.open();
      await store.abandon();
      copy.remove();
      expect(rows[0]?.fields.levelDb).toBe(-(rows[0]?.revision ?? 0));
      expect(rows[0]?.revision).toBeGreaterThanOrEqual(acknowledged);
      expect(existsSync(copy.folder)).toBe(false);
    }
  } finally {
    isDone = true;
    await writing;
    await live.close();
  }
});

test('a copy takes those away that killed renders have left, and no other one', async () => {
  const live = new LibsqlStore(folder);
  await live.open();
  const temporary = join(folder, 'tmp');
  mkdirSync(temporary);
  vi.stubEnv('TMPDIR', temporary);
  try {
    const ended = spawnSync('true').pid;
    for (const name of [
      `rowdesk-render-${ended}-a1b2c3`,
      `rowdesk-render-${process.ppid}-d4e5f6`,
      `other-${ended}-x`,
    ]) {
      mkdirSync(join(temporary, name));
    }
    const copy = copyStore(folder);
    expect(readdirSync(temporary).sort()).toEqual(
      [`other-${ended}-x`, `rowdesk-render-${process.ppid}-d4e5f6`, basename(copy.folder)].sort(),
    );
    copy.remove();
  } finally {
    vi.unstubAllEnvs();
    await live.close();
  }
});

test('a folder without a desk is refused in words', () => {
  expect(() => copyStore(join(folder, 'nowhere'))).toThrow('holds no desk');
  expect(() => copyStore(folder)).toThrow(expect.objectContaining({ exitCode: 1 }));
});
