import { expect, test } from 'vitest';
import { Refusal } from '../base/refusals.ts';
import { setting, Type } from '../provider.ts';
import type { Locked } from '../services.ts';
import { WarningBoard } from '../system/warnings.ts';
import { FakeTime } from '../testing/fake-time.ts';
import { MemoryStore, neverFlushingStore } from '../testing/memory-store.ts';
import { deskOn, Index, Level, log, refusal, write } from './desk-fixture.ts';

test('a commit is visible, published and stored, and says so', async () => {
  const store = new MemoryStore();
  const desk = await deskOn(store);
  const heard: unknown[] = [];
  desk.onCommit((...commit) => heard.push([...commit, desk.read('/a/strip/1').levelDb]));
  const committed = write(desk, '/a/strip/1', { levelDb: -3.4, name: 'Vox' });
  // in this very tick
  expect(desk.read('/a/strip/1')).toMatchObject({ levelDb: -3.4, name: 'Vox', linked: false });
  expect(heard).toEqual([[1, ['/a/strip/1'], 'x', '', -3.4]]);
  expect(await committed).toEqual({ revision: 1, durable: true });
  expect(store.batches[0]?.rows).toEqual([
    { path: '/a/strip/1', version: 1, revision: 1, fields: { levelDb: -3.4, name: 'Vox' } },
  ]);
  expect(desk.etagOf('/a/strip/1')).toBe('"double-1"');
  expect(desk.etagOf('/a/strip/2')).toBe('"double-0"');
});

test('defaults are read until something differs, and may differ by address', async () => {
  const desk = await deskOn(new MemoryStore());
  expect(desk.read('/a/strip/1').levelDb).toBe(0);
  expect(desk.read('/a/strip/8').levelDb).toBe(-144);
  expect(desk.read('/a/strip/1')).not.toHaveProperty('loud');
  expect(desk.read('/a/strip/1')).toBe(desk.read('/a/strip/1'));
  expect(() => desk.read('/a/strip/9')).toThrow(Refusal);
  expect(desk.has('/a/strip/9')).toBe(false);
});

test('a row that goes back to its defaults keeps its version and leaves nothing else in the store', async () => {
  const store = new MemoryStore();
  const desk = await deskOn(store);
  await write(desk, '/a/strip/1', { levelDb: -3 });
  await write(desk, '/a/strip/1', { levelDb: 0 });
  expect(store.contents().rows).toEqual([{ path: '/a/strip/1', version: 1, revision: 2, fields: {} }]);
  const again = await deskOn(new MemoryStore(store.contents()));
  expect(again.etagOf('/a/strip/1')).toBe('"double-2"');
});

test('a write that changes nothing takes no revision and waits for what it relies on', async () => {
  const store = new MemoryStore();
  const desk = await deskOn(store);
  expect(await write(desk, '/a/strip/1', { levelDb: 0, tags: [] })).toEqual({ revision: 0, durable: true });
  store.pauseWrites();
  const first = write(desk, '/a/strip/1', { tags: ['a', 'b'] });
  let answered = false;
  const same = write(desk, '/a/strip/1', { tags: ['a', 'b'] }).then((committed) => {
    answered = true;
    return committed;
  });
  await Promise.resolve();
  expect(answered).toBe(false);
  store.resumeWrites();
  expect([await first, await same]).toEqual([
    { revision: 1, durable: true },
    { revision: 1, durable: true },
  ]);
});

test('every faulty field is named, and nothing at all changes', async () => {
  const store = new MemoryStore();
  const desk = await deskOn(store);
  let heard = 0;
  desk.onCommit(() => heard++);
  const refused = await refusal(
    desk.commit({
      actor: 'x',
      label: '',
      changes: [
        { path: '/a/strip/1', field: 'levelDb', value: 99 },
        { path: '/a/strip/1', field: 'loud', value: true },
        { path: '/a/strip/2', field: 'nothing', value: 1 },
        { path: '/a/strip/3', field: 'name', value: 'too long a name', via: 'strips/0/name' },
        { path: '/a/strip/4', field: 'name', value: 'fits' },
      ],
    }),
  );
  expect(refused.code).toBe('invalid-fields');
  expect(refused.errors.map(({ field, code }) => [field, code])).toEqual([
    ['levelDb', 'out-of-range'],
    ['loud', 'read-only'],
    ['nothing', 'unknown-field'],
    ['strips/0/name', expect.any(String)],
  ]);
  expect(desk.read('/a/strip/4').name).toBe('');
  expect([desk.revision, heard, store.batches.length, desk.history.entries.length]).toEqual([0, 0, 0, 0]);
});

test('an address without a row is refused before anything else', async () => {
  const desk = await deskOn(new MemoryStore());
  expect((await refusal(write(desk, '/a/strip/9', { levelDb: 1 }))).code).toBe('unknown-row');
});

test('If-Match is checked when the commit takes its revision', async () => {
  const desk = await deskOn(new MemoryStore());
  const etag = desk.etagOf('/a/strip/1');
  const attempt = (value: number) =>
    desk.commit({
      actor: 'x',
      label: '',
      changes: [{ path: '/a/strip/1', field: 'levelDb', value }],
      ifMatch: { path: '/a/strip/1', etag },
    });
  const [first, second] = await Promise.allSettled([attempt(-1), attempt(-2)]);
  expect(first.status).toBe('fulfilled');
  expect(second).toMatchObject({ reason: { code: 'precondition-failed', params: { etag: '"double-1"' } } });
  expect(desk.read('/a/strip/1').levelDb).toBe(-1);
});

test('a locked console holds everybody, or surfaces alone, but never what is not lockable', async () => {
  let locked: Locked = 'none';
  const desk = await deskOn(new MemoryStore(), undefined, { locked: () => locked });
  locked = 'all';
  expect((await refusal(write(desk, '/a/strip/1', { levelDb: -1 }))).code).toBe('console-locked');
  expect(await write(desk, '/a/panic', { on: true })).toMatchObject({ revision: 1 });
  const changes = [{ path: '/a/strip/1', field: 'levelDb', value: -3 }];
  const own = desk.commit({ actor: 'spare', label: 'What the desk does by itself', changes, despiteLock: true });
  expect(await own).toMatchObject({ revision: 2 });
  locked = 'surface';
  expect(await write(desk, '/a/strip/1', { levelDb: -1 })).toMatchObject({ revision: 3 });
  expect((await refusal(write(desk, '/a/strip/1', { levelDb: -2 }, 'device'))).code).toBe('console-locked');
});

test('momentary values are shown and versioned, but neither stored nor in the history', async () => {
  const store = new MemoryStore();
  const desk = await deskOn(store);
  await write(desk, '/a/strip/1', { soloed: true });
  expect(desk.read('/a/strip/1').soloed).toBe(true);
  expect(desk.etagOf('/a/strip/1')).toBe('"double-1"');
  await write(desk, '/a/strip/1', { levelDb: -1 });
  expect(store.contents().rows.map(({ fields }) => fields)).toEqual([{ levelDb: -1 }]);
  expect(desk.history.entries.map(({ changes }) => changes.map(({ field }) => field))).toEqual([['levelDb']]);
  const again = await deskOn(new MemoryStore(store.contents()));
  expect(again.read('/a/strip/1')).toMatchObject({ soloed: false, levelDb: -1 });
});

test('only the show is in the history', async () => {
  const desk = await deskOn(new MemoryStore());
  await write(desk, '/a/panic', { on: true });
  await write(desk, '/a/box', { model: 'small' });
  expect(desk.history.entries).toEqual([]);
});

test('listeners hear of a commit by a listener after the first one, and a listener that throws harms no other', async () => {
  const desk = await deskOn(new MemoryStore());
  const heard: number[] = [];
  desk.onCommit((revision) => {
    if (revision === 1) void write(desk, '/a/strip/2', { levelDb: -2 });
  });
  desk.onCommit(() => {
    throw new Error('a bad listener');
  });
  desk.onCommit((revision) => heard.push(revision));
  await write(desk, '/a/strip/1', { levelDb: -1 });
  expect(heard).toEqual([1, 2]);
});

test('on a store that never flushes no commit is called durable', async () => {
  const time = new FakeTime();
  const desk = await deskOn(neverFlushingStore(), undefined, { time });
  const answers = [1, 2, 3].map((n) => write(desk, `/a/strip/${n}`, { levelDb: -n }));
  const same = write(desk, '/a/strip/1', { levelDb: -1 });
  time.advance(500);
  expect((await Promise.all([...answers, same])).map(({ durable }) => durable)).toEqual([false, false, false, false]);
  expect(await write(desk, '/a/strip/4', { levelDb: -4 })).toMatchObject({ durable: false });
  expect(desk.read('/a/strip/4').levelDb).toBe(-4);
});

test('stored rows without an address and values that do not fit wait, are reported, and come back', async () => {
  const warnings = new WarningBoard(new FakeTime(), log);
  const before = {
    storeId: 'double',
    revision: 9,
    rows: [
      { path: '/a/strip/8', version: 1, revision: 3, fields: { levelDb: -20, name: 'much too long', gone: 1 } },
      { path: '/b/other', version: 1, revision: 4, fields: { x: 1 } },
    ],
    entries: [],
    documents: [],
  };
  const store = new MemoryStore(before);
  const desk = await deskOn(store, undefined, { warnings });
  expect(desk.read('/a/strip/8')).toMatchObject({ levelDb: -20, name: '' });
  expect(warnings.list().map(({ id, detail }) => [id, detail.split('.')[0]])).toEqual([
    ['dormant-rows', '/b/other'],
    ['dormant-values', '/a/strip/8 name, /a/strip/8 gone'],
  ]);
  await write(desk, '/a/strip/8', { levelDb: -10 });
  expect(store.contents().rows).toEqual([
    { path: '/a/strip/8', version: 1, revision: 10, fields: { levelDb: -10, name: 'much too long', gone: 1 } },
    before.rows[1],
  ]);
});

test('a row that comes with its device brings its stored values', async () => {
  let present = false;
  const row = setting('/a/{n}', {
    params: { n: Index },
    addresses: { has: () => present, list: () => (present ? [{ n: 1 }] : []) },
    fields: { levelDb: Level },
    writable: ['levelDb'],
  });
  const rowsBefore = [{ path: '/a/1', version: 1, revision: 3, fields: { levelDb: -20 } }];
  const desk = await deskOn(
    new MemoryStore({ storeId: 'double', revision: 3, rows: rowsBefore, entries: [], documents: [] }),
    [row],
  );
  expect(desk.has('/a/1')).toBe(false);
  present = true;
  expect(desk.read('/a/1')).toEqual({ levelDb: -20 });
});

test('records of an earlier version are moved up, and written so with the next change', async () => {
  const row = setting('/a/x', {
    fields: { levelDb: Level, name: Type.String({ default: '' }) },
    writable: ['levelDb', 'name'],
    version: 3,
    migrate: (fields, from) => ({ levelDb: Number(fields.level) - from }),
  });
  const rowsBefore = [{ path: '/a/x', version: 1, revision: 3, fields: { level: -20 } }];
  const store = new MemoryStore({ storeId: 'double', revision: 3, rows: rowsBefore, entries: [], documents: [] });
  const desk = await deskOn(store, [row]);
  expect(desk.read('/a/x').levelDb).toBe(-21);
  await write(desk, '/a/x', { name: 'n' });
  expect(store.contents().rows).toEqual([
    { path: '/a/x', version: 3, revision: 4, fields: { levelDb: -21, name: 'n' } },
  ]);
});

test('undo marks entries instead of adding one', async () => {
  const store = new MemoryStore();
  const desk = await deskOn(store);
  await write(desk, '/a/strip/1', { levelDb: -1 });
  const [entry] = desk.history.entries;
  const changes = [{ path: '/a/strip/1', field: 'levelDb', value: 0 }];
  await desk.commit({ actor: 'x', label: 'Undo', changes }, { ids: [entry?.id as string], undone: true });
  expect(desk.history.entries).toEqual([{ ...entry, undone: true, revision: 2 }]);
  expect(store.contents().entries).toEqual(desk.history.entries);
});
