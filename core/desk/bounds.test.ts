import { expect, test } from 'vitest';
import { setting, Type } from '../provider.ts';
import { MemoryStore } from '../testing/memory-store.ts';
import { deskOn, refusal, write } from './desk-fixture.ts';

const tone = setting('/a/tone', {
  fields: {
    type: Type.Enum(['sine', 'pink', 'white'], { default: 'sine' }),
    levelDb: Type.Number({ maximum: 0, maximumBy: { type: { sine: 0, pink: -9, white: -2 } }, default: -20 }),
  },
  writable: ['type', 'levelDb'],
});
const desk = (store = new MemoryStore()) => deskOn(store, [tone]);

test('a value comes down to the maximum that another one brings, in the same entry of the history', async () => {
  const store = new MemoryStore();
  const own = await desk(store);
  await write(own, '/a/tone', { levelDb: -1 });
  await write(own, '/a/tone', { type: 'pink' });
  expect(own.read('/a/tone')).toEqual({ type: 'pink', levelDb: -9 });
  expect(own.history.entries.at(-1)?.changes).toEqual([
    { path: '/a/tone', field: 'type', from: 'sine', to: 'pink' },
    { path: '/a/tone', field: 'levelDb', from: -1, to: -9 },
  ]);
  await write(own, '/a/tone', { type: 'sine' });
  expect(own.read('/a/tone').levelDb).toBe(-9);
  expect(store.contents().rows.map(({ fields }) => fields)).toEqual([{ levelDb: -9 }]);
});

test('a value within the new maximum stays as it is', async () => {
  const own = await desk();
  await write(own, '/a/tone', { levelDb: -10 });
  await write(own, '/a/tone', { type: 'pink' });
  expect(own.read('/a/tone').levelDb).toBe(-10);
  await write(own, '/a/tone', { type: 'sine', levelDb: 0 });
  expect(own.read('/a/tone')).toEqual({ type: 'sine', levelDb: 0 });
});

test('what is asked for beyond the maximum is refused by its name, also where it is so already', async () => {
  const own = await desk();
  await write(own, '/a/tone', { levelDb: -1 });
  for (const levelDb of [-1, -3]) {
    for (const body of [
      { type: 'pink', levelDb },
      { levelDb, type: 'pink' },
    ]) {
      expect((await refusal(write(own, '/a/tone', body))).errors).toMatchObject([
        { field: 'levelDb', code: 'out-of-range', params: { maximum: -9 } },
      ]);
    }
  }
  expect(own.read('/a/tone')).toEqual({ type: 'sine', levelDb: -1 });
});

test('an undone change of the type brings back the value that it brought down', async () => {
  const own = await desk();
  await write(own, '/a/tone', { levelDb: -1 });
  await write(own, '/a/tone', { type: 'pink' });
  const [entry] = own.history.entries.slice(-1);
  const changes = (entry?.changes ?? []).map(({ path, field, from }) => ({ path, field, value: from }));
  await own.commit({ actor: 'x', label: 'Undo', changes }, { ids: [entry?.id ?? ''], undone: true });
  expect(own.read('/a/tone')).toEqual({ type: 'sine', levelDb: -1 });
});

test('a value that was kept before the row had a maximum comes down to it at the start, for good', async () => {
  const store = new MemoryStore();
  const without = setting('/a/tone', {
    fields: { type: Type.Enum(['sine', 'pink', 'white'], { default: 'sine' }), levelDb: Type.Number({ default: -20 }) },
    writable: ['type', 'levelDb'],
  });
  await write(await deskOn(store, [without]), '/a/tone', { type: 'pink', levelDb: -3 });
  const again = new MemoryStore(store.contents());
  const own = await desk(again);
  expect(own.read('/a/tone')).toEqual({ type: 'pink', levelDb: -9 });
  await write(own, '/a/tone', { type: 'sine' });
  expect(own.read('/a/tone')).toEqual({ type: 'sine', levelDb: -9 });
  expect((await desk(new MemoryStore(again.contents()))).read('/a/tone')).toEqual({ type: 'sine', levelDb: -9 });
});
