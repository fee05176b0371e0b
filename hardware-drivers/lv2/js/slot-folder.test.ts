import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { slotFolders } from './slot-folder.ts';
import { FakeTimers } from './timers-double.ts';

let root: string;
let shared: string;
let inserts: string;
let timers: FakeTimers;
const first = 'input-1-insert1';
const second = 'input-2-insert1';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'rowdesk-slots-'));
  [shared, inserts] = [join(root, 'shm'), join(root, 'inserts')];
  for (const folder of [shared, inserts]) mkdirSync(folder);
  timers = new FakeTimers();
});
afterEach(() => rmSync(root, { recursive: true }));

const open = () => slotFolders({ inserts, shared, timers });
/** As the mixer makes a link, by rename. */
function link(name: string, target: string): void {
  symlinkSync(target, join(inserts, `${name}.new`));
  renameSync(join(inserts, `${name}.new`), join(inserts, name));
}
function makeReturn(place: string, text: string): void {
  writeFileSync(join(shared, `file-${text}`), text);
  link(`${place}.return`, join(shared, `file-${text}`));
}
const read = (folder: string, place: string) => readFileSync(join(folder, place), 'utf8');

test('a rack has the returns of its own places alone, those that come later and those that take their place', () => {
  makeReturn(first, 'one');
  makeReturn(second, 'two');
  const slots = open()(1, () => {});
  slots.give(first);
  slots.give('input-3-insert1');
  expect(readdirSync(slots.folder)).toEqual([first]);
  makeReturn('input-3-insert1', 'three');
  makeReturn(first, 'another');
  timers.advance(50);
  expect(readdirSync(slots.folder)).toEqual([first, 'input-3-insert1']);
  expect(read(slots.folder, first)).toBe('another');
  // A link to the file itself, not to its name.
  writeFileSync(join(slots.folder, first), 'written');
  expect(readFileSync(join(shared, 'file-another'), 'utf8')).toBe('written');
  slots.take('input-3-insert1');
  rmSync(join(inserts, `${first}.return`));
  timers.advance(50);
  expect(readdirSync(slots.folder)).toEqual([]);
  slots.end();
  expect(existsSync(slots.folder)).toBe(false);
});

test('damage that the mixer counts is told of the places of the rack, each time once', () => {
  makeReturn(first, 'one');
  makeReturn(second, 'two');
  link(`${first}.damaged`, '3');
  const damaged: string[] = [];
  const slots = open()(1, (place) => damaged.push(place));
  slots.give(first);
  timers.advance(1000);
  expect(damaged).toEqual([]);
  link(`${first}.damaged`, '4');
  link(`${second}.damaged`, '1');
  timers.advance(1000);
  expect(damaged).toEqual([first]);
});

test('what a killed host left is removed, and that of another desk is not', () => {
  const slots = open()(1, () => {});
  const foreign = slotFolders({ inserts: join(root, 'others'), shared, timers })(1, () => {});
  open();
  expect([existsSync(slots.folder), existsSync(foreign.folder)]).toEqual([false, true]);
});
