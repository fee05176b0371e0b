import { expect, test } from 'vitest';
import { MemoryStore } from '../testing/memory-store.ts';
import { deskOn, refusal, write } from './desk-fixture.ts';

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
