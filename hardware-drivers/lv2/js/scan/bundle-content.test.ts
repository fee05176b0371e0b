import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { contentOf } from './bundle-content.ts';

let folder: string;
let bundle: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowdesk-content-'));
  bundle = join(folder, 'a.lv2');
  mkdirSync(join(bundle, 'modgui'), { recursive: true });
  for (const file of ['manifest.ttl', 'plugin.so', 'modgui/icon']) writeFileSync(join(bundle, file), 'x');
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a bundle that is touched, copied or moved has the same stamp', () => {
  const { stamp } = contentOf(bundle);
  utimesSync(join(bundle, 'modgui/icon'), 4e9, 4e9);
  expect(contentOf(bundle)).toEqual({ timeMs: 4e12, bytes: 3, stamp, fault: '' });
  const [copy, moved] = [join(folder, 'b.lv2'), join(folder, 'c.lv2')];
  cpSync(bundle, copy, { recursive: true });
  renameSync(bundle, moved);
  expect([contentOf(copy).stamp, contentOf(moved).stamp]).toEqual([stamp, stamp]);
});

test.each([
  ['a byte of a file', () => writeFileSync(join(bundle, 'modgui/icon'), 'y')],
  ['the name of a file', () => renameSync(join(bundle, 'plugin.so'), join(bundle, 'plugin2.so'))],
  ['another file', () => writeFileSync(join(bundle, 'empty'), '')],
  [
    'a byte that went over to the next file',
    () => {
      writeFileSync(join(bundle, 'manifest.ttl'), 'xx');
      writeFileSync(join(bundle, 'plugin.so'), '');
    },
  ],
])('%s is another stamp', (_what, change) => {
  const { stamp } = contentOf(bundle);
  change();
  expect(contentOf(bundle).stamp).not.toBe(stamp);
});

test('a file behind a link counts, and links that lead nowhere, to themselves or round hold nothing', () => {
  const library = join(folder, 'library.so');
  writeFileSync(library, 'x');
  for (const [name, target] of Object.entries({ linked: library, gone: '/nowhere', self: 'self', round: '.' }))
    symlinkSync(target, join(bundle, name));
  const before = contentOf(bundle);
  expect(before.fault).toBe('');
  writeFileSync(library, 'y');
  expect(contentOf(bundle).stamp).not.toBe(before.stamp);
});

test.each([
  ['pipe', (path: string) => execFileSync('mkfifo', [path])],
  ['zero', (path: string) => symlinkSync('/dev/zero', path)],
  ['socket', (path: string) => new Promise<void>((resolve) => void server.listen(path, resolve))],
])('a bundle with a %s is refused by its name, and nothing of it is opened', async (name, make) => {
  await make(join(bundle, name));
  expect(contentOf(bundle).fault).toBe(`It can not be read: ${name} is no file, but a pipe, socket or device.`);
});
const server = createServer();
afterEach(() => void server.close());

test('a file that a package has taken out by a link to /dev/null is no fault', () => {
  symlinkSync('/dev/null', join(bundle, 'presets.ttl'));
  expect(contentOf(bundle).fault).toBe('');
});

test('of samples beyond 64 MiB the size and the time count', () => {
  const samples = join(bundle, 'samples.wav');
  writeFileSync(samples, '');
  truncateSync(samples, 2 ** 40);
  utimesSync(samples, 1e9, 1e9);
  const before = contentOf(bundle);
  expect(contentOf(bundle)).toEqual(before);
  utimesSync(samples, 2e9, 2e9);
  expect(contentOf(bundle).stamp).not.toBe(before.stamp);
});
