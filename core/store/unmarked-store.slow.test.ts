import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeTime } from '../testing/fake-time.ts';
import { LibsqlStore } from './libsql-store.ts';
import { leapAfterCrash } from './reserved-revision.ts';
import { StoreError } from './store.ts';
import { StoreThread } from './store-thread.ts';

let folder: string;
let readingFolder: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rowdesk-unmarked-'));
  readingFolder = join(folder, 'run');
  const store = new LibsqlStore(folder);
  await store.open();
  await store.write({ revision: 1000, rows: [{ path: '/channel/input/1', version: 1, revision: 1000, fields: {} }] });
  await store.close();
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

/** The first revision of a start by this clock, which ends as by SIGKILL. */
async function startAt(clock: string, canWrite: boolean): Promise<number> {
  const { ask } = StoreThread.prototype;
  const full = () => Promise.reject(new StoreError('store-full', 'The disk is full.'));
  vi.spyOn(StoreThread.prototype, 'ask').mockImplementation(function (this: StoreThread, method, given) {
    return method === 'write' && !canWrite ? full() : Reflect.apply(ask, this, [method, given]);
  });
  const store = new LibsqlStore(folder, { readingFolder, time: new FakeTime(Date.parse(clock)) });
  const { revision, unwritable } = await store.open();
  expect(unwritable === undefined).toBe(canWrite);
  await store.abandon();
  vi.restoreAllMocks();
  return revision;
}

test('no start begins at revisions of an earlier one, whatever clock and disk do between them', async () => {
  let last = 1000;
  for (const [clock, canWrite] of [
    ['1970-01-01', false],
    ['1970-01-01', false],
    ['2100-01-01', false],
    ['2099-12-31', false],
    ['1970-01-01', false],
    // The disk has room again, and the store says that the desk before it ended in order.
    ['1970-01-01', true],
    ['1970-01-01', false],
    ['1970-01-01', true],
  ] as const) {
    const revision = await startAt(clock, canWrite);
    expect(revision, `${clock} ${canWrite}`).toBeGreaterThan(last);
    expect(revision).toBeLessThan(1e15);
    // What clients get until the next start.
    last = revision + leapAfterCrash / 2;
  }
  expect(readdirSync(readingFolder)).toEqual([]);
});

test('where nothing at all can be written, chance separates the starts of a clock that was set back', async () => {
  readingFolder = join(folder, 'rowdesk.db', 'run');
  const revisions = [];
  for (let start = 0; start < 3; start++) revisions.push(await startAt('1970-01-01', false));
  expect(new Set([1000, ...revisions]).size).toBe(4);
});
