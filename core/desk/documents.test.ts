import { expect, test } from 'vitest';
import { FakeTime } from '../testing/fake-time.ts';
import { DocumentShelf } from './documents.ts';
import { MemoryStore } from './store-doubles.ts';

const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

function shelfOn(store: MemoryStore, time = new FakeTime()) {
  return { store, time, shelf: new DocumentShelf({ store, time, log, revision: () => 7 }) };
}

test('a document is there once it is on the disk, and a later start finds it', async () => {
  const { store, shelf } = shelfOn(new MemoryStore().hold());
  const told: string[] = [];
  shelf.onChange((kind, id) => told.push(`${kind} ${id}`));
  const putting = shelf.put('patch', 'b', { name: 'B' });
  expect(shelf.list('patch')).toEqual([]);
  store.release();
  await putting;
  await shelf.put('patch', 'a', { name: 'A' });
  await shelf.put('scene', 'c', {});
  expect(shelf.list('patch').map(({ id }) => id)).toEqual(['a', 'b']);
  expect(told).toEqual(['patch b', 'patch a', 'scene c']);
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
  const { store, time, shelf } = shelfOn(new MemoryStore().hold());
  const putting = shelf.put('patch', 'a', { name: 'late' });
  const refused = expect(putting).rejects.toMatchObject({ code: 'store-unavailable' });
  await time.advance(10_000);
  await refused;
  expect(shelf.get('patch', 'a')).toBeUndefined();
  store.release();
  await Promise.resolve();
  await Promise.resolve();
  expect(shelf.get('patch', 'a')?.body).toEqual({ name: 'late' });
});

test('a document is nobody else’s object', async () => {
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
