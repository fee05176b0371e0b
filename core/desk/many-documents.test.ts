// A thousand documents at once, as a session with its scenes is: what they take is spread over turns of the event loop.
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { FakeTime } from '../testing/fake-time.ts';
import { MemoryStore } from '../testing/memory-store.ts';
import { DocumentShelf } from './documents.ts';

const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const shelfOn = (store: MemoryStore) => new DocumentShelf({ store, time: new FakeTime(), log, revision: () => 7 });
const many = 1000;

/** How many turns of the event loop pass until it is done. */
async function turnsOf(done: Promise<unknown>): Promise<number> {
  let isDone = false;
  const ended = done.finally(() => {
    isDone = true;
  });
  let turns = 0;
  for (; !isDone; turns++) await setImmediate();
  await ended;
  return turns;
}

test('documents that say the same share one body, which is neither copied nor looked at again', async () => {
  const store = new MemoryStore();
  const shelf = shelfOn(store);
  const body = { name: 'One', areas: ['fader'] };
  await shelf.put('scene', 'first', body);
  const kept = shelf.get('scene', 'first')?.body as typeof body;
  expect(kept).not.toBe(body);
  await shelf.put('scene', 'second', kept);
  expect(shelf.get('scene', 'second')?.body).toBe(kept);
  const later = shelfOn(new MemoryStore(store.contents()));
  later.load(store.contents().documents);
  const loaded = later.get('scene', 'first')?.body as typeof body;
  await later.put('scene', 'third', loaded);
  expect(later.get('scene', 'third')?.body).toBe(loaded);
  expect(() => loaded.areas.push('mute')).toThrow(TypeError);
});

test('the more documents are written at once, the more turns it takes', async () => {
  const turnsFor = (count: number) => {
    const put = Array.from({ length: count }, (_, n) => ({ kind: 'scene', id: `s${n}`, body: { name: `Scene ${n}` } }));
    return turnsOf(shelfOn(new MemoryStore()).write({ put }));
  };
  const few = await turnsFor(10);
  expect(await turnsFor(many)).toBeGreaterThanOrEqual(few + 8);
});
