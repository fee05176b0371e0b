import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Alarm } from './alarm.ts';
import { type BundleRead, readBundles } from './read-bundles.ts';
import { doubleTools, noAlarm, onceForEach, passingAlarm } from './tool-doubles.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowdesk-bundles-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function read(
  names: readonly string[],
  alarm: Alarm = noAlarm,
  signal = new AbortController().signal,
  format: 'lv2' | 'clap' = 'lv2',
) {
  const reads: BundleRead[] = [];
  const bundles = names.map((name) => join(folder, `${name}.${format}`));
  await readBundles(bundles, { program: doubleTools.scan, format, alarm, signal, done: (each) => reads.push(each) });
  return reads.map(({ bundle, plugins, refused }) => [basename(bundle, `.${format}`), plugins.length, refused]);
}
const opened = () => readFileSync(join(folder, 'order.log'), 'utf8').trim().split('\n');

test('one process reads several bundles, and lines of libraries are passed over', async () => {
  expect(await read(['gain-1', 'empty', 'gain-2'])).toEqual([
    ['gain-1', 1, ''],
    ['empty', 0, ''],
    ['gain-2', 1, ''],
  ]);
  expect(opened()).toHaveLength(3);
});

test('a bundle that ends its reader twice is refused, and the others are read', async () => {
  expect(await read(['gain-1', 'broken', 'gain-2'])).toEqual([
    ['gain-1', 1, ''],
    ['broken', 0, 'What reads it ended by SIGSEGV.'],
    ['gain-2', 1, ''],
  ]);
  expect(opened()).toEqual(['gain-1.lv2', 'broken.lv2', 'broken.lv2', 'gain-2.lv2']);
});

test('a bundle whose reader another one broke is read by itself', async () => {
  expect(await read(['gain-1', 'victim', 'gain-2'])).toEqual([
    ['gain-1', 1, ''],
    ['victim', 1, ''],
    ['gain-2', 1, ''],
  ]);
});

test('a bundle that is read for 30 s without a word is tried again by itself, and then refused for now', async () => {
  const silent = () => (existsSync(join(folder, 'order.log')) ? opened().filter((name) => name === 'silent.lv2') : []);
  const alarm = passingAlarm({ passes: onceForEach(() => silent().length) });
  expect(await read(['silent', 'gain-1'], alarm)).toEqual([
    ['gain-1', 1, ''],
    ['silent', 0, 'What reads it said nothing for 30 s.'],
  ]);
  expect(opened()).toEqual(['silent.lv2', 'gain-1.lv2', 'silent.lv2']);
  expect(alarm.quietened).toBe(1);
});

test('a bundle without end is refused', async () => {
  expect(await read(['endless', 'gain-1'])).toEqual([
    ['endless', 0, 'What reads it wrote without end.'],
    ['gain-1', 1, ''],
  ]);
});

test('a reader that ends too early refuses its bundle', async () => {
  expect(await read(['quits', 'gain-1'])).toEqual([
    ['quits', 0, 'What reads it ended too early.'],
    ['gain-1', 1, ''],
  ]);
});

test('a bundle that gives nothing is refused with the fault that lilv found', async () => {
  expect(await read(['torn'])).toEqual([['torn', 0, 'error: torn file']]);
});

test('files of CLAP are read each by a process of its own; one without plugins is refused in its words', async () => {
  const { signal } = new AbortController();
  // A victim breaks where a process has read another one before.
  expect(await read(['gain-1', 'victim', 'broken', 'foreign'], noAlarm, signal, 'clap')).toEqual([
    ['gain-1', 1, ''],
    ['victim', 1, ''],
    ['broken', 0, 'What reads it ended by SIGSEGV.'],
    ['foreign', 0, 'the file is none of CLAP 1'],
  ]);
  expect(opened()).toEqual(['gain-1.clap', 'victim.clap', 'broken.clap', 'broken.clap', 'foreign.clap']);
});

test('a reader that does not work at all ends the scan in its words', async () => {
  await expect(read(['faulty', 'gain-1'])).rejects.toThrow('lilv is too old');
});

test('a cancelled scan ends with the reason, and starts nothing more', async () => {
  const abort = new AbortController();
  const after = () => {
    setImmediate(() => abort.abort(new Error('cancelled')));
    return () => {};
  };
  const alarm: Alarm = { ...noAlarm, after };
  await expect(read(['silent', 'gain-1'], alarm, abort.signal)).rejects.toThrow('cancelled');
  expect(existsSync(join(folder, 'order.log')) ? opened() : []).not.toContain('gain-1.lv2');
});
