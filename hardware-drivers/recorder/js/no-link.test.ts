import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readNoLink, readNoLinkSync } from './no-link.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowdesk-no-link-'));
  file = join(folder, 'take.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

async function expectRefused(words: string): Promise<void> {
  expect(() => readNoLinkSync(file)).toThrow(`${file}: ${words}`);
  await expect(readNoLink(file)).rejects.toThrow(`${file}: ${words}`);
}

test('a file of a take is read', async () => {
  writeFileSync(file, '{}');
  expect([readNoLinkSync(file), await readNoLink(file)]).toEqual(['{}', '{}']);
});

test('a file of more than 8 MiB is refused before anything of it is read', async () => {
  writeFileSync(file, '');
  truncateSync(file, 2 ** 40);
  await expectRefused('is larger than 8388608 bytes');
});

test('what is no regular file is refused, and nothing waits for a pipe', async () => {
  execFileSync('mkfifo', [file]);
  await expectRefused('is no regular file');
});

test('a link is refused', async () => {
  symlinkSync('/etc/hostname', file);
  await expectRefused('is a symbolic link');
});
