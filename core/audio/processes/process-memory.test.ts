import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { scarceMemory } from './process-memory.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'rowdesk-memory-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function put(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), `${text}\n`);
}
function machine(usedMb: number, max: string, fileMb = 0): void {
  const group = 'sys/fs/cgroup/system.slice/rowdesk-audio.service';
  put('proc/7/cgroup', '0::/system.slice/rowdesk-audio.service');
  put(`${group}/memory.max`, max);
  put(`${group}/memory.current`, String(usedMb * 2 ** 20));
  put(`${group}/memory.stat`, `anon 1\ninactive_file ${fileMb * 2 ** 20}\nactive_file 0`);
}

test('memory is scarce from 80 % of the limit on', () => {
  machine(1638, String(2 ** 31));
  expect(scarceMemory(7, root)).toBeUndefined();
  machine(1700, String(2 ** 31));
  expect(scarceMemory(7, root)).toEqual({ usedMb: 1700, limitMb: 2048 });
});

test('files that the kernel keeps do not count', () => {
  machine(2000, String(2 ** 31), 1000);
  expect(scarceMemory(7, root)).toBeUndefined();
});

test('without a limit, or a process, nothing is scarce', () => {
  machine(100_000, 'max');
  expect(scarceMemory(7, root)).toBeUndefined();
  expect(scarceMemory(8, root)).toBeUndefined();
});
