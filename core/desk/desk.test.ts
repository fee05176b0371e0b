import { beforeEach, expect, test } from 'vitest';
import { liveSetting, type Row, setting, Type } from '../provider.ts';
import type { SettingChange } from '../rows/definitions.ts';
import { Faults } from '../rows/faults.ts';
import { Refusal } from '../rows/refusals.ts';
import { Registry } from '../rows/registry.ts';
import type { Locked } from '../services.ts';
import { FakeTime } from '../testing/fake-time.ts';
import { WarningBoard } from '../warnings.ts';
import { DeskCore } from './desk.ts';
import { Seen } from './seen.ts';
import { MemoryStore, neverFlushingStore } from './store-doubles.ts';

const Index = Type.Integer({ minimum: 1 });
const numbers = { has: (at: { n: number }) => at.n <= 8, list: () => [1, 2, 3, 4, 5, 6, 7, 8].map((n) => ({ n })) };
const Level = Type.Number({ minimum: -144, maximum: 10, multipleOf: 0.1, unit: 'dB', default: 0 });

const smallValues = { fields: { depth: Type.Number({ maximum: 5, default: 1 }) }, writable: ['depth'] };
const largeValues = {
  fields: { depth: Type.Number({ maximum: 9, default: 2 }), width: Type.Number({ default: 3 }) },
  writable: ['depth', 'width'],
};

const lowCutHz = Type.Number({ default: 20 });
const reverb = { fields: { decayS: Type.Number({ default: 2 }), lowCutHz }, writable: ['decayS', 'lowCutHz'] };
const delay = { fields: { timeMs: Type.Number({ default: 300 }), lowCutHz }, writable: ['timeMs', 'lowCutHz'] };

const rows: readonly Row[] = [
  // Odd strips are linked to the next: what is written to one is written to both.
  setting('/a/strip/{n}', {
    params: { n: Index },
    addresses: numbers,
    fields: {
      levelDb: Level,
      name: Type.String({ maxLength: 8, default: '' }),
      linked: Type.Boolean({ default: false }),
      soloed: Type.Boolean({ default: false }),
      tags: Type.Array(Type.String(), { default: [] }),
      loud: Type.Boolean(),
    },
    writable: ['levelDb', 'name', 'linked', 'soloed', 'tags'],
    computed: () => ({ loud: false }),
    defaults: ({ n }) => (n === 8 ? { levelDb: -144 } : {}),
    life: { soloed: 'momentary' },
    implies: ({ path, field, value }, desk) => {
      const n = Number(path.split('/')[3]);
      const other = `/a/strip/${n % 2 === 1 ? n + 1 : n - 1}`;
      return field === 'levelDb' && desk.read(path).linked ? [{ path: other, field, value }] : [];
    },
  }),
  setting('/a/box', {
    fields: { model: Type.Enum(['small', 'large'], { default: 'large' }) },
    writable: ['model'],
    life: 'site',
  }),
  // Another effect begins with its own defaults, and leaves nothing of the one before.
  setting('/a/effect', {
    fields: { plugin: Type.Enum(['reverb', 'delay'], { default: 'reverb' }) },
    writable: ['plugin'],
    implies: (_change, desk, before) => {
      if (desk.read('/a/effect').plugin === before.read('/a/effect').plugin) return [];
      const reset = [
        { path: '/a/effect/values', field: 'lowCutHz', value: 20 },
        { path: '/a/effect/values', field: 'decayS', value: 2 },
        { path: '/a/effect/values', field: 'timeMs', value: 300 },
      ];
      return reset.filter(({ field }) => field in before.read('/a/effect/values'));
    },
  }),
  liveSetting('/a/effect/values', {
    fields: (_, desk) => (desk.read('/a/effect').plugin === 'reverb' ? reverb : delay),
  }),
  setting('/a/preamp', {
    fields: { gainDb: Type.Number({ minimum: 0, maximum: 60, default: 0 }) },
    writable: ['gainDb'],
    limits: (_, desk) => ({ gainDb: { maximum: desk.read('/a/box').model === 'small' ? 30 : 60 } }),
  }),
  setting('/a/panic', {
    fields: { on: Type.Boolean({ default: false }) },
    writable: ['on'],
    life: 'safety',
    lockable: false,
  }),
  liveSetting('/a/values', {
    fields: (_, desk) => (desk.read('/a/box').model === 'small' ? smallValues : largeValues),
  }),
  setting('/a/circle', {
    fields: { a: Type.Integer({ default: 0 }), b: Type.Integer({ default: 0 }), c: Type.Integer({ default: 0 }) },
    writable: ['a', 'b', 'c'],
    implies: ({ path, field, value }) => [{ path, field: field === 'a' ? 'b' : 'a', value: Number(value) + 1 }],
  }),
];

const log = { debug() {}, info() {}, warn() {}, error() {} };
let time: FakeTime;
let warnings: WarningBoard;
let locked: Locked;

beforeEach(() => {
  time = new FakeTime();
  warnings = new WarningBoard(time, log);
  locked = 'none';
});

async function deskOn(store: MemoryStore, given = rows): Promise<DeskCore> {
  const registry = new Registry([{ provider: { name: 'a', roots: ['a'] }, rows: given }]);
  expect(registry.faults).toEqual([]);
  const desk = new DeskCore({
    registry,
    store,
    seen: new Seen(new Faults(log)),
    time,
    warnings,
    log,
    locked: () => locked,
    historyBound: 5,
  });
  await desk.open();
  return desk;
}

const write = (desk: DeskCore, path: string, fields: Record<string, unknown>, actor = 'x') =>
  desk.commit({
    actor,
    label: path,
    changes: Object.entries(fields).map(([field, value]): SettingChange => ({ path, field, value })),
  });

async function refusal(promise: Promise<unknown>): Promise<Refusal> {
  const error = await promise.then(
    () => undefined,
    (caught) => caught,
  );
  expect(error).toBeInstanceOf(Refusal);
  return error as Refusal;
}

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
  store.hold();
  const first = write(desk, '/a/strip/1', { tags: ['a', 'b'] });
  let answered = false;
  const same = write(desk, '/a/strip/1', { tags: ['a', 'b'] }).then((committed) => {
    answered = true;
    return committed;
  });
  await Promise.resolve();
  expect(answered).toBe(false);
  store.release();
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

test('implied changes are part of the commit, and one entry of the history', async () => {
  const store = new MemoryStore();
  const desk = await deskOn(store);
  await write(desk, '/a/strip/1', { linked: true });
  await write(desk, '/a/strip/1', { levelDb: -6 });
  expect(desk.read('/a/strip/2').levelDb).toBe(-6);
  expect(store.batches[1]?.rows.map(({ path }) => path)).toEqual(['/a/strip/1', '/a/strip/2']);
  expect(desk.history.entries.at(-1)?.changes).toEqual([
    { path: '/a/strip/1', field: 'levelDb', from: 0, to: -6 },
    { path: '/a/strip/2', field: 'levelDb', from: 0, to: -6 },
  ]);
});

test('what is implied never overrides what was asked for', async () => {
  const desk = await deskOn(new MemoryStore());
  await write(desk, '/a/strip/1', { linked: true });
  await desk.commit({
    actor: 'x',
    label: '',
    changes: [
      { path: '/a/strip/2', field: 'levelDb', value: -2 },
      { path: '/a/strip/1', field: 'levelDb', value: -1 },
    ],
  });
  expect([desk.read('/a/strip/1').levelDb, desk.read('/a/strip/2').levelDb]).toEqual([-1, -2]);
});

test('what was asked for ends a circle of implications; one that nothing ends is a fault that names it', async () => {
  const desk = await deskOn(new MemoryStore());
  await write(desk, '/a/circle', { a: 1 });
  expect(desk.read('/a/circle')).toEqual({ a: 1, b: 2, c: 0 });
  await expect(write(desk, '/a/circle', { c: 1 })).rejects.toThrow('/a/circle a -> /a/circle b -> /a/circle a');
  expect([desk.revision, desk.read('/a/circle').c]).toEqual([1, 0]);
});

test('a value that another row relies on can not be taken away', async () => {
  const desk = await deskOn(new MemoryStore());
  await write(desk, '/a/preamp', { gainDb: 45 });
  const refused = await refusal(write(desk, '/a/box', { model: 'small' }));
  expect(refused.errors).toMatchObject([{ field: 'model', code: 'out-of-range', params: { path: '/a/preamp' } }]);
  expect(refused.message).toContain('/a/preamp gainDb');
  expect(desk.read('/a/box').model).toBe('large');
  // both together fit
  await desk.commit({
    actor: 'x',
    label: '',
    changes: [
      { path: '/a/box', field: 'model', value: 'small' },
      { path: '/a/preamp', field: 'gainDb', value: 30 },
    ],
  });
  expect((await refusal(write(desk, '/a/preamp', { gainDb: 31 }))).errors[0]?.code).toBe('out-of-range');
});

test('what relies on a row is known after a restart too', async () => {
  const store = new MemoryStore();
  await write(await deskOn(store), '/a/preamp', { gainDb: 45 });
  const again = await deskOn(new MemoryStore(store.contents()));
  expect((await refusal(write(again, '/a/box', { model: 'small' }))).code).toBe('invalid-fields');
});

test('live fields follow the commit that changes them, and values of fields that went come back with them', async () => {
  const desk = await deskOn(new MemoryStore());
  await write(desk, '/a/values', { width: 7 });
  expect(desk.read('/a/values')).toEqual({ depth: 2, width: 7 });
  await desk.commit({
    actor: 'x',
    label: '',
    changes: [
      { path: '/a/values', field: 'depth', value: 4 },
      { path: '/a/box', field: 'model', value: 'small' },
    ],
  });
  expect(desk.read('/a/values')).toEqual({ depth: 4 });
  expect((await refusal(write(desk, '/a/values', { width: 8 }))).errors[0]?.code).toBe('unknown-field');
  await write(desk, '/a/box', { model: 'large' });
  expect(desk.read('/a/values')).toEqual({ depth: 4, width: 7 });
});

test('a change may imply that fields which go with it are forgotten, and the history can bring them back', async () => {
  const store = new MemoryStore();
  const desk = await deskOn(store);
  await write(desk, '/a/effect/values', { decayS: 5, lowCutHz: 80 });
  await write(desk, '/a/effect', { plugin: 'delay' });
  expect(desk.read('/a/effect/values')).toEqual({ timeMs: 300, lowCutHz: 20 });
  const stored = store.batches.at(-1)?.rows.find(({ path }) => path === '/a/effect/values');
  expect(stored?.fields).toEqual({});
  const swap = desk.history.entries.at(-1);
  expect(swap?.changes).toContainEqual({ path: '/a/effect/values', field: 'decayS', from: 5, to: undefined });
  const ids = swap === undefined ? [] : [swap.id];
  const back = (swap?.changes ?? []).map(({ path, field, from }) => ({ path, field, value: from }));
  await desk.commit({ actor: 'x', label: 'Undo', changes: back }, { ids, undone: true });
  expect(desk.read('/a/effect/values')).toEqual({ decayS: 5, lowCutHz: 80 });
  const again = (swap?.changes ?? []).map(({ path, field, to }) => ({ path, field, value: to }));
  await desk.commit({ actor: 'x', label: 'Redo', changes: again }, { ids, undone: false });
  expect(desk.read('/a/effect/values')).toEqual({ timeMs: 300, lowCutHz: 20 });
  expect(store.batches.at(-1)?.rows.find(({ path }) => path === '/a/effect/values')?.fields).toEqual({});
});

test('what is exact implies nothing, and a value that is undefined forgets what was kept', async () => {
  const desk = await deskOn(new MemoryStore());
  await write(desk, '/a/strip/1', { linked: true, name: 'Vox' });
  const path = '/a/strip/1';
  const changes = [
    { path, field: 'levelDb', value: -5 },
    { path, field: 'name', value: undefined },
  ];
  await desk.commit({ actor: 'x', label: 'x', changes, exact: true });
  expect(desk.read(path)).toMatchObject({ levelDb: -5, name: '' });
  expect(desk.read('/a/strip/2')).toMatchObject({ levelDb: 0 });
  expect(desk.history.entries.at(-1)?.changes).toContainEqual({ path, field: 'name', from: 'Vox', to: '' });
});

test('to forget what stands at its default already changes nothing', async () => {
  const desk = await deskOn(new MemoryStore());
  const before = desk.revision;
  const changes = [{ path: '/a/strip/1', field: 'name', value: undefined }];
  await desk.commit({ actor: 'x', label: 'x', changes, exact: true });
  expect([desk.revision, desk.history.entries]).toEqual([before, []]);
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
  const desk = await deskOn(new MemoryStore());
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

test('momentary values are seen and versioned, but neither stored nor in the history', async () => {
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

test('a listener that commits is heard after those of the first commit, and one that throws harms nobody', async () => {
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
  const desk = await deskOn(neverFlushingStore());
  const answers = [1, 2, 3].map((n) => write(desk, `/a/strip/${n}`, { levelDb: -n }));
  const same = write(desk, '/a/strip/1', { levelDb: -1 });
  time.advance(500);
  expect((await Promise.all([...answers, same])).map(({ durable }) => durable)).toEqual([false, false, false, false]);
  expect(await write(desk, '/a/strip/4', { levelDb: -4 })).toMatchObject({ durable: false });
  expect(desk.read('/a/strip/4').levelDb).toBe(-4);
});

test('stored rows without an address and values that do not fit wait, are reported, and come back', async () => {
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
  const desk = await deskOn(store);
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
