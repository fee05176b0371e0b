import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packageRoot } from '../../base/package-root.ts';
import { readCrashPage } from './crash-page.ts';

const native = join(packageRoot, 'core/audio/process/native');
const headers = join(packageRoot, 'hardware-drivers/include');
let folder = '';
let program = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowdesk-crash-'));
  program = join(folder, 'fault');
  const sources = ['crash.cc', 'code_owner.cc', 'test/fault.cc'].map((file) => join(native, file));
  const words = ['-std=c++20', '-D_GNU_SOURCE', '-Wall', '-Wextra', '-pthread', '-I', headers];
  execFileSync('g++', [...words, ...sources, '-ldl', '-o', program]);
  mkdirSync(join(folder, 'lamps'));
  const library = ['-shared', '-fPIC', join(native, 'test/lamps.cc'), '-o', join(folder, 'lamps/lamps.so')];
  execFileSync('g++', library);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  ['null', 'SIGSEGV'],
  ['abort', 'SIGABRT'],
  ['trap', 'SIGILL'],
  ['time', 'SIGXCPU'],
])('the page names the package in which an audio thread ended its process: %s', (how, signal) => {
  const page = join(folder, `${how}.crash`);
  const { signal: ended } = spawnSync(program, [page, how]);
  expect(ended).toBe(signal);
  expect(readCrashPage(page)).toMatchObject({ signal, driver: 'usb-box', thread: 'audio' });
});

test.each([
  ['null', 'SIGSEGV'],
  ['copy', 'SIGSEGV'],
  ['abort', 'SIGABRT'],
])('a thread that claimed no slot is known by the library that it was in, or that called: %s', (how, signal) => {
  const page = join(folder, `library-${how}.crash`);
  const { signal: ended } = spawnSync(program, [page, how, join(folder, 'lamps')]);
  expect(ended).toBe(signal);
  expect(readCrashPage(page)).toMatchObject({ signal, driver: 'lamps', thread: '' });
});

test('a process that was killed from outside accuses nobody', () => {
  const page = join(folder, 'kill.crash');
  spawnSync(program, [page, 'kill']);
  expect(readCrashPage(page)).toMatchObject({ signal: '', driver: '', thread: '' });
});

test('what is no crash page is not read', () => {
  const file = join(folder, 'other');
  expect(readCrashPage(file)).toBeUndefined();
  writeFileSync(file, 'RCP');
  expect(readCrashPage(file)).toBeUndefined();
  writeFileSync(file, Buffer.alloc(4096));
  expect(readCrashPage(file)).toBeUndefined();
});
