import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PackageRecord } from './package-record.ts';
import { runtimeFolder } from './runtime-folder.ts';

const minute = 60_000;
let folder = '';
let module = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowdesk-record-'));
  module = join(folder, 'index.js');
  writeFileSync(module, '');
});
afterEach(() => {
  rmSync(runtimeFolder(folder), { recursive: true, force: true });
  rmSync(folder, { recursive: true });
});

/** As the next start reads it. */
function next(): PackageRecord {
  const record = new PackageRecord(folder);
  record.open();
  return record;
}
const crashed = (at: number, isFinal = false) => ({
  ...{ name: 'lamps', at, did: 'crashed the desk by SIGSEGV', where: 'in its native code', isFinal },
  file: pathToFileURL(module).href,
});

test('the third end within five minutes sets a package aside, and others never', () => {
  for (const at of [0, 2 * minute]) {
    next().add(crashed(at));
    expect(next().setAside('lamps')).toBeUndefined();
  }
  next().add(crashed(4 * minute));
  expect(next().setAside('lamps')).toBe('it crashed the desk by SIGSEGV 3 times, last in its native code');
  expect(next().setAside('dimmers')).toBeUndefined();
});

test('ends that lie further apart set nothing aside, and only the last three are kept', () => {
  for (let at = 0; at < 60 * minute; at += 3 * minute) next().add(crashed(at));
  const record = next();
  expect(record.setAside('lamps')).toBeUndefined();
  expect(readFileSync(record.file, 'utf8').trim().split('\n')).toHaveLength(3);
});

test('ends of another run of the computer count for nothing, however its clocks stand', () => {
  for (const at of [0, 1, 2]) next().add(crashed(at * minute));
  const { file } = next();
  writeFileSync(file, readFileSync(file, 'utf8').replace(/"boot":"[0-9a-f]+"/, `"boot":"${'0'.repeat(32)}"`));
  expect(next().setAside('lamps')).toBeUndefined();
});

test('a final one counts alone, until the package has changed or the desk has ended in order', () => {
  next().add(crashed(0, true));
  const record = next();
  expect(record.setAside('lamps')).toBe('it crashed the desk by SIGSEGV, in its native code');
  const { mtimeMs } = statSync(module);
  utimesSync(module, 1, 1);
  expect(record.setAside('lamps')).toBeUndefined();
  utimesSync(module, mtimeMs / 1000, mtimeMs / 1000);
  record.forget();
  expect([record.setAside('lamps'), next().setAside('lamps'), existsSync(record.file)]).toEqual([
    undefined,
    undefined,
    false,
  ]);
});

test('a line that was cut off is passed over, and a record of its own is for its owner alone', () => {
  const record = next();
  record.add(crashed(0, true));
  writeFileSync(record.file, '{"name":"lam', { flag: 'a' });
  expect(next().setAside('lamps')).toBeDefined();
  expect(statSync(record.file).mode & 0o777).toBe(0o600);
});
