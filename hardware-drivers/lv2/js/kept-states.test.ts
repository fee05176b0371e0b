// The folder of the states is one that racks write: what lies there may be laid by a plugin.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { KeptStates } from './kept-states.ts';

let folder: string;
let kept: KeptStates;
let file: string;
let foreign: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowdesk-kept-states-'));
  kept = new KeptStates(join(folder, 'states'));
  mkdirSync(join(folder, 'state'));
  file = join(folder, 'state', 'input-1-insert1.eq.state');
  foreign = join(folder, 'foreign');
  writeFileSync(foreign, 'of the user');
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a state is kept under an id, and restored in place of what is there', () => {
  writeFileSync(file, 'one');
  const id = kept.keep(file);
  writeFileSync(file, 'two');
  kept.restore(id, file);
  expect(readFileSync(file, 'utf8')).toBe('one');
});

test('a state is restored beside what was left half written', () => {
  writeFileSync(file, 'one');
  const id = kept.keep(file);
  writeFileSync(`${file}.new`, 'half');
  kept.restore(id, file);
  expect(readFileSync(file, 'utf8')).toBe('one');
});

test('a link in the place of a state is not kept', () => {
  symlinkSync(foreign, file);
  expect(() => kept.keep(file)).toThrow('is a symbolic link');
  symlinkSync('/dev/zero', `${file}.endless`);
  expect(() => kept.keep(`${file}.endless`)).toThrow('is a symbolic link');
});

test('a folder in the place of a state, and one of too many bytes, are not kept', () => {
  mkdirSync(file);
  expect(() => kept.keep(file)).toThrow('is no file');
  writeFileSync(`${file}.large`, '');
  truncateSync(`${file}.large`, 17 * 1024 * 1024);
  expect(() => kept.keep(`${file}.large`)).toThrow('17825792 bytes');
});

test('what a link beside a state leads to is not written', () => {
  writeFileSync(file, 'one');
  const id = kept.keep(file);
  symlinkSync(foreign, `${file}.new`);
  kept.restore(id, file);
  expect([readFileSync(foreign, 'utf8'), readFileSync(file, 'utf8')]).toEqual(['of the user', 'one']);
});
