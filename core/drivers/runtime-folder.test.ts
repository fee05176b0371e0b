import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkRuntimeFolder, makeRuntimeFolder, processFiles, runtimeFolder } from './runtime-folder.ts';

let base = '';
let state = '';
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'rowdesk-runtime-'));
  state = join(base, 'state');
  mkdirSync(state);
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const folderOf = (stateFolder: string) => runtimeFolder(stateFolder, { XDG_RUNTIME_DIR: base });

test('one state folder has one runtime folder, by whatever path it is called', () => {
  symlinkSync(state, join(base, 'link'));
  mkdirSync(join(base, 'other'));
  expect(folderOf(join(base, 'link'))).toBe(folderOf(state));
  expect(folderOf(join(base, 'other'))).not.toBe(folderOf(state));
});

test('the runtime folder is for its user alone', () => {
  const folder = folderOf(state);
  makeRuntimeFolder(folder);
  makeRuntimeFolder(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(dirname(folder)).mode & 0o777).toBe(0o700);
  expect(() => checkRuntimeFolder(folder)).not.toThrow();
});

test('a folder that others may write to, and a symbolic link, are refused in words', () => {
  const folder = folderOf(state);
  makeRuntimeFolder(folder);
  chmodSync(dirname(folder), 0o777);
  expect(() => checkRuntimeFolder(folder)).toThrow(/open to other users; run: chmod 700/);
  expect(() => makeRuntimeFolder(folder)).toThrow(/open to other users/);
  rmSync(dirname(folder), { recursive: true });
  symlinkSync(state, dirname(folder));
  expect(() => makeRuntimeFolder(folder)).toThrow(/a symbolic link is not accepted/);
});

test('the socket of any package has a path that a socket may have', () => {
  const long = processFiles(state, `driver-@vendor/${'x'.repeat(200)}`, folderOf(state));
  const other = processFiles(state, `driver-@vendor/${'x'.repeat(199)}`, folderOf(state));
  expect(Buffer.byteLength(long.socket)).toBeLessThan(108);
  expect(long.socket).not.toBe(other.socket);
  expect(dirname(long.socket)).toBe(folderOf(state));
  expect(() => processFiles(state, 'audio', `/${'deep/'.repeat(30)}`)).toThrow(/too long; set XDG_RUNTIME_DIR/);
});
