import { expect, test } from 'vitest';
import { FakeTime } from '../testing/fake-time.ts';
import { MemoryStore } from '../testing/memory-store.ts';
import { documentBounds } from './document-bounds.ts';
import { DocumentShelf } from './documents.ts';

const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

function shelfOn(store: MemoryStore, time = new FakeTime()) {
  return { store, time, shelf: new DocumentShelf({ store, time, log, revision: () => 7 }) };
}

test('a document is there once it is on the disk, and a later start finds it', async () => {
  const { store, shelf } = shelfOn(new MemoryStore().pauseWrites());
  const notified: string[] = [];
  shelf.onChange((kind, ids) => notified.push(`${kind} ${ids.join()}`));
  const putting = shelf.put('patch', 'b', { name: 'B' });
  expect(shelf.list('patch')).toEqual([]);
  store.resumeWrites();
  await putting;
  await shelf.put('patch', 'a', { name: 'A' });
  await shelf.put('scene', 'c', {});
  expect(shelf.list('patch').map(({ id }) => id)).toEqual(['a', 'b']);
  expect(notified).toEqual(['patch b', 'patch a', 'scene c']);
  expect(store.contents()).toMatchObject({ revision: 7, documents: [{ id: 'b' }, { id: 'a' }, { id: 'c' }] });
  const later = shelfOn(new MemoryStore()).shelf;
  later.load(store.contents().documents);
  expect(later.get('patch', 'b')).toEqual({ kind: 'patch', id: 'b', body: { name: 'B' } });
});

test('what is written together is there together, and goes together', async () => {
  const { store, shelf } = shelfOn(new MemoryStore());
  await shelf.put('scene', 'old', {});
  store.failWhen(() => true);
  const change = {
    put: [
      { kind: 'session', id: 'a', body: {} },
      { kind: 'scene', id: 'new', body: {} },
    ],
    delete: [{ kind: 'scene', id: 'old' }],
  };
  await expect(shelf.write(change)).rejects.toMatchObject({ message: expect.stringContaining('session a and 2 more') });
  expect([shelf.list('session'), shelf.list('scene').map(({ id }) => id)]).toEqual([[], ['old']]);
  store.failWhen(() => false);
  const before = store.batches.length;
  await shelf.write(change);
  expect([shelf.list('session').length, shelf.list('scene').map(({ id }) => id)]).toEqual([1, ['new']]);
  expect(store.batches.length - before).toBe(1);
  expect(
    store
      .contents()
      .documents.map(({ id }) => id)
      .sort(),
  ).toEqual(['a', 'new']);
  await shelf.write({});
  expect(store.batches.length - before).toBe(1);
});

test('what can not be stored is refused, and nothing has changed', async () => {
  const { store, shelf } = shelfOn(new MemoryStore());
  await shelf.put('patch', 'a', { name: 'before' });
  store.failWhen(() => true);
  const refused = { code: 'store-unavailable', message: expect.stringContaining('The disk is full') };
  await expect(shelf.put('patch', 'a', { name: 'after' })).rejects.toMatchObject(refused);
  await expect(shelf.delete('patch', 'a')).rejects.toMatchObject(refused);
  expect(shelf.get('patch', 'a')?.body).toEqual({ name: 'before' });
});

test('a disk that never answers is refused after a while; what gets there later is shown then', async () => {
  const { store, time, shelf } = shelfOn(new MemoryStore().pauseWrites());
  const putting = shelf.put('patch', 'a', { name: 'late' });
  const refused = expect(putting).rejects.toMatchObject({ code: 'store-unavailable' });
  await time.advance(10_000);
  await refused;
  expect(shelf.get('patch', 'a')).toBeUndefined();
  store.resumeWrites();
  await Promise.resolve();
  await Promise.resolve();
  expect(shelf.get('patch', 'a')?.body).toEqual({ name: 'late' });
});

test('a document shares no object with its caller', async () => {
  const { shelf } = shelfOn(new MemoryStore());
  const body = { edges: ['one'] };
  await shelf.put('patch', 'a', body);
  body.edges.push('two');
  expect(shelf.get('patch', 'a')?.body).toEqual({ edges: ['one'] });
  const kept = shelf.get('patch', 'a')?.body.edges as string[];
  expect(() => kept.push('three')).toThrow(TypeError);
});

test('a change is made of what all writes before it have left, and of nothing that was refused', async () => {
  const { store, shelf } = shelfOn(new MemoryStore());
  await shelf.put('scene', 'a', { name: 'A', notes: '', order: 1 });
  let writes = 0;
  store.failWhen(() => ++writes === 2);
  const changed = (fields: object) =>
    shelf.inTurn((write) => {
      return write({ put: [{ kind: 'scene', id: 'a', body: { ...shelf.get('scene', 'a')?.body, ...fields } }] });
    });
  const ended = await Promise.allSettled([changed({ name: 'B' }), changed({ notes: 'x' }), changed({ order: 2 })]);
  expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(shelf.get('scene', 'a')?.body).toEqual({ name: 'B', notes: '', order: 2 });
});

test('no other write comes between those of one turn, and what waits for it longer than the disk may take is refused', async () => {
  const { store, time, shelf } = shelfOn(new MemoryStore());
  let goOn = () => {};
  const between = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const ids = () => shelf.list('scene').map(({ id }) => id);
  const deed = shelf.inTurn(async (write) => {
    await write({ put: [{ kind: 'scene', id: 'a', body: {} }] });
    await between;
    await write({ put: [{ kind: 'scene', id: 'b', body: {} }] });
    return ids();
  });
  const refused = expect(deed).rejects.toMatchObject({ code: 'store-unavailable' });
  const impatient = expect(shelf.put('scene', 'c', {})).rejects.toMatchObject({ code: 'store-unavailable' });
  await time.advance(9_000);
  const patient = shelf.put('scene', 'd', {});
  await time.advance(1_000);
  await Promise.all([refused, impatient]);
  expect(ids()).toEqual(['a']);
  goOn();
  await patient;
  expect(ids()).toEqual(['a', 'b', 'd']);
  expect(store.batches.flatMap(({ documents = [] }) => documents.map(({ id }) => id))).toEqual(['a', 'b', 'd']);
});

const rowsOf = (levelDb: number) => [{ path: '/channel/input/1', area: 'fader', fields: { levelDb } }];

test('content is read from the store: bodies alone are in memory, and a body that changes leaves it as it is', async () => {
  const { store, shelf } = shelfOn(new MemoryStore());
  await shelf.put('scene', 'a', { name: 'A' }, await shelf.encode(rowsOf(-6)));
  await shelf.put('scene', 'a', { name: 'B' });
  expect(await shelf.content('scene', 'a')).toEqual(rowsOf(-6));
  await shelf.put('scene', 'b', {}, { of: { kind: 'scene', id: 'a' }, differs: rowsOf(-3) });
  expect(await shelf.content('scene', 'b')).toEqual(rowsOf(-3));
  const compared = await shelf.compare({ kind: 'scene', id: 'b' }, { kind: 'scene', id: 'a' });
  expect(compared).toEqual({ differs: rowsOf(-3), lacks: [] });
  expect(store.contents().documents.map(({ body }) => body)).toEqual([{ name: 'B' }, {}]);
  const later = shelfOn(new MemoryStore(store.contents())).shelf;
  expect(await later.content('scene', 'a')).toEqual(rowsOf(-6));
  // Read before, and read again once it is another.
  await shelf.put('scene', 'a', {}, await shelf.encode(rowsOf(0)));
  expect(await shelf.content('scene', 'a')).toEqual(rowsOf(0));
  await shelf.delete('scene', 'a');
  expect(await shelf.content('scene', 'a')).toEqual([]);
});

test('a large content is encoded and decoded over many turns, a few hundred rows in each', async () => {
  const { shelf } = shelfOn(new MemoryStore());
  const many = Array.from({ length: 5_000 }, (_, n) => ({ path: `/a/${n}`, area: 'fader', fields: { levelDb: n } }));
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const { rows } = await shelf.encode(many);
  isOver = true;
  expect(Math.max(...rows.map((text) => JSON.parse(text).length))).toBeLessThanOrEqual(250);
  expect(turns).toBeGreaterThanOrEqual(20);
});

test('content that is read again is neither read nor decoded again, until it changes', async () => {
  const { store, shelf } = shelfOn(new MemoryStore());
  await shelf.put('scene', 'a', {}, await shelf.encode(rowsOf(-6)));
  const content = store.content.bind(store);
  let reads = 0;
  store.content = (of) => {
    reads++;
    return content(of);
  };
  const first = await shelf.content('scene', 'a');
  expect(await shelf.content('scene', 'a')).toBe(first);
  expect(reads).toBe(1);
  expect(() => Object.assign(first[0]?.fields ?? {}, { levelDb: 0 })).toThrow(TypeError);
  const reading = shelf.content('scene', 'a');
  await shelf.put('scene', 'a', {}, await shelf.encode(rowsOf(0)));
  expect(await reading).toBe(first);
  expect(await shelf.content('scene', 'a')).toEqual(rowsOf(0));
});

test('a content that the store can not give is refused in words', async () => {
  const { store, shelf } = shelfOn(new MemoryStore());
  await shelf.put('scene', 'a', {}, await shelf.encode(rowsOf(0)));
  store.content = async () => [Buffer.from([0x5b, 0xff])];
  const refused = { code: 'store-unavailable', message: expect.stringContaining('scene a') };
  await expect(shelf.content('scene', 'a')).rejects.toMatchObject(refused);
  store.content = () => Promise.reject(new Error('the disk reports an error'));
  await expect(shelf.content('scene', 'a')).rejects.toMatchObject(refused);
});

test('each bound refuses in words that name it and the remedy, and what makes less is never refused', async () => {
  const store = new MemoryStore();
  const bounds = { ...documentBounds, count: 3, bodyBytes: 400, storeBytes: 2 ** 20 };
  const needs = { store, time: new FakeTime(), log, revision: () => 7, documentBounds: bounds };
  const shelf = new DocumentShelf(needs);
  for (const id of ['a', 'b', 'c']) await shelf.put('scene', id, { notes: 'x'.repeat(100) });
  const refusedBy = (bound: string, words: string) => ({
    ...{ code: 'conflict', params: { reason: 'bound', bound } },
    message: expect.stringMatching(new RegExp(`${words}.*Delete`)),
  });
  await expect(shelf.put('scene', 'd', {})).rejects.toMatchObject(refusedBy('documents', '3 is the most'));
  await expect(shelf.put('scene', 'a', { notes: 'x'.repeat(300) })).rejects.toMatchObject(refusedBy('memory', 'keeps'));
  const content = await shelf.encode(rowsOf(0));
  let room = { usedBytes: 2 ** 20, freeBytes: 2 ** 40 };
  store.room = async () => room;
  await expect(shelf.put('scene', 'a', {}, content)).rejects.toMatchObject(refusedBy('store', '1 MiB'));
  room = { usedBytes: 0, freeBytes: 60 * 2 ** 20 };
  await expect(shelf.put('scene', 'a', {}, content)).rejects.toMatchObject({
    ...{ code: 'store-unavailable', params: { reason: 'disk-short', freeMb: 60 } },
    message: expect.stringContaining('make room'),
  });
  expect(shelf.get('scene', 'a')?.body).toEqual({ notes: 'x'.repeat(100) });
  await shelf.put('scene', 'a', { notes: '' });
  await shelf.delete('scene', 'b');
  await shelf.put('scene', 'd', {});
  expect(shelf.list('scene').map(({ id }) => id)).toEqual(['a', 'c', 'd']);
});

test('a write of a thousand documents of a kind is one notification', async () => {
  const { shelf } = shelfOn(new MemoryStore());
  const notified: [string, number][] = [];
  shelf.onChange((kind, ids) => notified.push([kind, ids.length]));
  await shelf.write({ put: Array.from({ length: 1000 }, (_, n) => ({ kind: 'scene', id: `${n}`, body: {} })) });
  expect(notified).toEqual([['scene', 1000]]);
});
