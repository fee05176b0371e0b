// A desk that ended in the middle of a restoring: it is the new one when its rows are, and else the old one.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTestHost } from 'rowdesk/testing';
import { expect, test } from 'vitest';
import { newFolder, saved, sent, uploadId } from './backup-fixture.ts';

const providers = ['console', 'channel', 'patch', 'scenes', 'sessions', 'backup'];
const media = (folder: string) => join(folder, 'media', 'voice.wav');

async function until(check: () => boolean): Promise<void> {
  while (!check()) await new Promise((resolve) => setImmediate(resolve));
}

test.each([
  ['a1', 'new'],
  ['b2', 'old'],
])(
  'with %s as the last run the files of run a1 are the %s ones',
  async (run, now) => {
    const folder = newFolder();
    try {
      mkdirSync(join(folder.path, 'media'));
      writeFileSync(media(folder.path), 'new');
      const first = await startTestHost({ providers, stateFolder: folder.path });
      await sent(first, await saved(first));
      const staged = join(folder.path, 'backup', 'run-a1');
      renameSync(join(folder.path, 'backup', `in-${uploadId}`), staged);
      // What a desk leaves that is killed behind its transaction; an orderly end leaves the same here.
      writeFileSync(media(folder.path), 'old');
      await first.patch('/backup/restored', { run });
      await first.close();
      expect(existsSync(staged)).toBe(true);
      const second = await startTestHost({ providers, stateFolder: folder.path });
      await until(() => !existsSync(staged));
      expect(readFileSync(media(folder.path), 'utf8')).toBe(now);
      expect(existsSync(join(folder.path, 'restored.config.json'))).toBe(now === 'new');
      await second.close();
    } finally {
      folder.remove();
    }
  },
  30_000,
);

test('a backup is a plain tar file for others', async () => {
  const desk = await startTestHost({ providers });
  const folder = newFolder();
  try {
    mkdirSync(join(desk.stateFolder, 'media'), { recursive: true });
    writeFileSync(join(desk.stateFolder, 'media', 'a'.repeat(200)), 'sound');
    await desk.patch('/channel/input/1', { name: 'Voice' });
    const file = join(folder.path, 'desk.tar');
    writeFileSync(file, await saved(desk));
    const listed = execFileSync('tar', ['-tf', file], { encoding: 'utf8' }).trim().split('\n');
    expect(listed).toEqual(['manifest.json', 'rows.jsonl', 'documents.jsonl', 'configuration.json', 'media/0']);
    const rows = execFileSync('tar', ['-xOf', file, 'rows.jsonl'], { encoding: 'utf8' });
    expect(rows).toContain('"fields":{"name":"Voice"}');
    // And what tar makes of the same entries is one too.
    execFileSync('tar', ['-xf', file, '-C', folder.path]);
    const again = join(folder.path, 'again.tar');
    execFileSync('tar', ['--format=ustar', '-cf', again, '-C', folder.path, ...listed]);
    expect((await sent(desk, readFileSync(again))).status).toBe(200);
  } finally {
    folder.remove();
    await desk.close();
  }
});
