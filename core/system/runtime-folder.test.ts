import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  mkdirSync,
  mkdtempSync,
  openSync,
  realpathSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkRuntimeFolder, isWritable, makeRuntimeFolder, processFiles, runtimeFolder } from './runtime-folder.ts';

let base = '';
let state = '';
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'rowdesk-run-'));
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

test('where another user has made our folder first, sockets go below the state folder, or into another where it is too deep', () => {
  const shared = join(base, 'shared');
  const near = join(base, 's');
  mkdirSync(near);
  const taken = join(shared, `rowdesk-${process.getuid?.()}`);
  mkdirSync(taken, { recursive: true });
  // One that others may write to is as good as another user's.
  chmodSync(taken, 0o777);
  const folder = runtimeFolder(near, {}, shared);
  expect(dirname(folder)).toBe(join(realpathSync(near), 'run'));
  makeRuntimeFolder(folder);
  expect(runtimeFolder(near, {}, shared)).toBe(folder);
  expect(() => checkRuntimeFolder(folder)).not.toThrow();

  const deep = join(base, 'x'.repeat(90));
  mkdirSync(deep);
  const other = runtimeFolder(deep, {}, shared);
  expect(dirname(other)).toBe(`${taken}-2`);
  expect(processFiles(deep, 'audio', other).socket.length).toBeLessThan(108);
  rmSync(taken, { recursive: true });
  expect(dirname(runtimeFolder(near, {}, shared))).toBe(taken);
});

test('an XDG_RUNTIME_DIR that is not there, as after a logout, counts for nothing', () => {
  const shared = join(base, 'shared');
  expect(dirname(runtimeFolder(state, { XDG_RUNTIME_DIR: join(base, 'gone') }, shared))).toBe(
    join(shared, `rowdesk-${process.getuid?.()}`),
  );
});

test('a folder in which nothing can be made is not writable, whatever its permissions say', () => {
  expect(isWritable(state)).toBe(true);
  // Removed while it is open, as a disk that an error has made read-only allows what it then refuses.
  const opened = openSync(state, 'r');
  rmdirSync(state);
  const folder = `/proc/self/fd/${opened}`;
  expect(() => accessSync(folder, constants.W_OK)).not.toThrow();
  expect(isWritable(folder)).toBe(false);
  closeSync(opened);
});
