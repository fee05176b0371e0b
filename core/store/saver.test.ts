import { beforeEach, expect, test } from 'vitest';
import { WarningBoard } from '../system/warnings.ts';
import { FakeTime } from '../testing/fake-time.ts';
import { MemoryStore } from '../testing/memory-store.ts';
import { mostWaitMs, Saver } from './saver.ts';
import { type StoreBatch, StoreError } from './store.ts';

const log = { debug() {}, info() {}, warn() {}, error() {} };
let time: FakeTime;
let warnings: WarningBoard;

beforeEach(() => {
  time = new FakeTime();
  warnings = new WarningBoard(time, log);
});

const saverOn = (store: MemoryStore) => new Saver({ store, time, warnings, log, lastEntryId: 0 });

function batch(revision: number, value: unknown, path = '/a'): StoreBatch {
  return { revision, rows: [{ path, version: 1, revision, fields: { value } }] };
}

/** Lets promises settle that wait for nothing else. */
async function turn(): Promise<void> {
  for (let n = 0; n < 10; n++) await Promise.resolve();
}

const rowsOf = (store: MemoryStore) =>
  Object.fromEntries(store.contents().rows.map((row) => [row.path, row.fields.value]));

test('what the store has is durable', async () => {
  const store = new MemoryStore();
  const saver = saverOn(store);
  expect(await saver.save(batch(1, 'x'))).toBe(true);
  expect(rowsOf(store)).toEqual({ '/a': 'x' });
  expect(warnings.list()).toEqual([]);
});

test('on a full disk the answer is prompt, an alarm is raised, and when there is room everything is stored', async () => {
  let full = true;
  const store = new MemoryStore().failWhen(() => full);
  const saver = saverOn(store);
  expect(await saver.save(batch(1, 1))).toBe(false);
  expect(warnings.list()).toMatchObject([{ id: 'store', severity: 'alarm', detail: 'The disk is full.' }]);
  expect(await Promise.all([saver.save(batch(2, 2)), saver.save(batch(3, 3, '/b')), saver.saved()])).toEqual([
    false,
    false,
    false,
  ]);
  time.advance(1000);
  await turn();
  expect(rowsOf(store)).toEqual({});
  full = false;
  time.advance(2000);
  await turn();
  expect(rowsOf(store)).toEqual({ '/a': 2, '/b': 3 });
  expect(warnings.list()).toEqual([]);
  expect(await saver.save(batch(4, 4))).toBe(true);
});

test('it is tried after 1, 2, 4 and then every 5 seconds', async () => {
  const store = new MemoryStore();
  const tries: number[] = [];
  store.failWhen(() => {
    tries.push(time.monotonicMs() / 1000);
    return true;
  });
  await saverOn(store).save(batch(1, 1));
  for (let second = 0; second < 20; second++) {
    time.advance(1000);
    await turn();
  }
  expect(tries).toEqual([0, 1, 3, 7, 12, 17]);
});

test('batches behind one that fails never overtake it', async () => {
  // The store keeps the order: what waits behind a failed batch fails with it. This double would take the second.
  const store = new MemoryStore().failAt(1);
  const saver = saverOn(store);
  await Promise.all([saver.save(batch(1, 'old', '/a')), saver.save(batch(2, 'new', '/a'))]);
  time.advance(1000);
  await turn();
  expect(rowsOf(store)).toEqual({ '/a': 'new' });
  expect(store.contents().revision).toBe(2);
});

test('a disk that takes long is waited for no longer than half a second, and later commits do not wait at all', async () => {
  const store = new MemoryStore().pauseWrites();
  const saver = saverOn(store);
  let answer: boolean | undefined;
  void saver.save(batch(1, 1)).then((durable) => {
    answer = durable;
  });
  time.advance(mostWaitMs - 1);
  await turn();
  expect(answer).toBeUndefined();
  time.advance(1);
  await turn();
  expect(answer).toBe(false);
  expect(warnings.list()).toMatchObject([{ id: 'store', severity: 'alarm' }]);
  expect(await saver.save(batch(2, 2))).toBe(false);
  store.resumeWrites();
  await turn();
  expect(rowsOf(store)).toEqual({ '/a': 2 });
  expect(warnings.list()).toEqual([]);
  expect(await saver.save(batch(3, 3))).toBe(true);
});

test('each answer has its own half second', async () => {
  const saver = saverOn(new MemoryStore().pauseWrites());
  const answers: number[] = [];
  const note = () => answers.push(time.monotonicMs());
  void saver.save(batch(1, 1)).then(note);
  time.advance(300);
  void saver.save(batch(2, 2)).then(note);
  time.advance(200);
  await turn();
  expect(answers).toEqual([500]);
  time.advance(300);
  await turn();
  expect(answers).toEqual([500, 800]);
});

test('what is kept while the disk is full does not grow with the number of commits', async () => {
  let full = true;
  const store = new MemoryStore().failWhen(() => full);
  const saver = saverOn(store);
  for (let n = 1; n <= 1000; n++) {
    const entry = { id: String(n), at: 0, label: '', actor: '', revision: n, undone: false, changes: [] };
    await saver.save({ ...batch(n, n), entries: [entry], droppedEntries: n > 10 ? [String(n - 10)] : [] });
  }
  full = false;
  time.advance(60_000);
  await turn();
  const last = store.batches.at(-1);
  expect(last?.rows).toHaveLength(1);
  expect(last?.entries).toHaveLength(10);
  expect(last?.droppedEntries).toEqual([]);
});

test('what is unsaved is tried once more at the end', async () => {
  const store = new MemoryStore().failAt(1);
  const saver = saverOn(store);
  await saver.save(batch(1, 1));
  await saver.close();
  expect(rowsOf(store)).toEqual({ '/a': 1 });
  expect(time.timers).toBe(0);
});

test.each(Array.from({ length: 12 }, (_, n) => n + 1))(
  'a fault at write %d loses nothing and mixes nothing',
  async (call) => {
    const store = new MemoryStore().failAt(call);
    const saver = saverOn(store);
    for (let revision = 1; revision <= 12; revision++) {
      // Both rows of a commit, or neither.
      const rows = ['/a', '/b'].map((path) => ({ path, version: 1, revision, fields: { value: revision } }));
      const durable = await saver.save({ revision, rows });
      const stored = rowsOf(store);
      expect(stored['/a']).toBe(stored['/b']);
      if (durable) expect(stored['/a']).toBe(revision);
      time.advance(400);
      await turn();
    }
    time.advance(5000);
    await turn();
    expect(rowsOf(store)).toEqual({ '/a': 12, '/b': 12 });
  },
);

test('a fault is reported in the words of the store', async () => {
  const store = new MemoryStore();
  store.write = () => Promise.reject(new StoreError('store-io', 'The disk reports an error.'));
  await saverOn(store).save(batch(1, 1));
  expect(warnings.list()[0]).toMatchObject({
    detail: 'The disk reports an error.',
    titleCode: { code: 'store-unavailable' },
  });
});

test('a store that could only be read is an alarm from the start, and is tried until it can be written', async () => {
  let isReadOnly = true;
  const store = new MemoryStore().failWhen(() => isReadOnly);
  const fault = new StoreError('store-read-only', 'It is read-only.');
  const saver = new Saver({ store, time, warnings, log, lastEntryId: 0, unwritable: { revision: 7, fault } });
  expect(warnings.list()).toMatchObject([{ id: 'store', severity: 'alarm', detail: 'It is read-only.' }]);
  expect(await saver.save(batch(8, 'memory'))).toBe(false);
  time.advance(1000);
  await turn();
  isReadOnly = false;
  time.advance(2000);
  await turn();
  expect(store.batches.map(({ revision }) => revision)).toEqual([8]);
  expect([rowsOf(store), warnings.list()]).toEqual([{ '/a': 'memory' }, []]);
});

test('a store that could only be read is said to be well again although nothing was written meanwhile', async () => {
  const store = new MemoryStore();
  const fault = new StoreError('store-read-only', 'It is read-only.');
  new Saver({ store, time, warnings, log, lastEntryId: 0, unwritable: { revision: 7, fault } });
  time.advance(1000);
  await turn();
  expect([store.contents().revision, warnings.list()]).toEqual([7, []]);
});
