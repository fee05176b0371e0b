// What several do with sessions, scenes and patches at the same moment.
import { MemoryStore, startTestHost, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';

const providers = ['console', 'channel', 'stagebox', 'patch', 'safety', 'history', 'scenes', 'sessions'];

let desk: TestHost;
let store: MemoryStore;
beforeEach(async () => {
  store = new MemoryStore();
  desk = await startTestHost({ providers, store });
});
afterEach(() => {
  store.resumeWrites();
  return desk.close();
});

const body = async (path: string) => (await desk.get(path)).body;
const ids = async (path: string) => (await body(path)).items.map(({ id }: { id: string }) => id);
const start = (path: string, extra: object = {}) => desk.patch(path, { running: true, ...extra });
async function ended(path: string) {
  for (;;) {
    const row = await body(path);
    if (!row.running) return row;
  }
}
async function run(path: string, extra: object = {}) {
  await start(path, extra);
  return ended(path);
}
/** The ids of what the store has of a session: its own, and those of its scenes. */
const storedOf = (session: string) =>
  store
    .contents()
    .documents.map(({ id }) => id)
    .filter((id) => id === session || id.startsWith(`${session}:`))
    .sort();

test('what is saved, begun and imported under one name at once are three sessions', async () => {
  await run('/scene/store', { name: 'One' });
  await run('/session/save', { name: 'Before' });
  const { file } = await body('/sessions/before/export');
  const imported = { file: { ...file, session: { ...file.session, name: 'Friday', notes: 'imported' } } };
  store.pauseWrites();
  await start('/session/save', { name: 'Friday' });
  await start('/session/new', { name: 'Friday', confirm: true });
  await start('/session/import', imported);
  store.resumeWrites();
  const reports = [];
  for (const name of ['save', 'new', 'import']) reports.push((await ended(`/session/${name}`)).report);
  expect(reports.map(({ id }) => id)).toEqual(['friday', 'friday-2', 'friday-3']);
  expect(await ids('/sessions')).toEqual(['before', 'friday', 'friday-2', 'friday-3']);
  expect(['friday', 'friday-2', 'friday-3'].map(storedOf)).toEqual([
    ['friday', 'friday:one'],
    ['friday-2'],
    ['friday-3', 'friday-3:one'],
  ]);
  expect(await body('/sessions/friday-3')).toMatchObject({ name: 'Friday', notes: 'imported' });
});

test('a new session that the lock refuses halfway leaves nothing stored', async () => {
  await desk.patch('/channel/input/1', { levelDb: -6 });
  await run('/session/save', { name: 'Friday' });
  store.pauseWrites();
  await start('/session/new', { name: 'Blank', confirm: true });
  const locking = desk.patch('/console', { locked: 'all' });
  while (desk.host.desk.read('/console').locked !== 'all') await new Promise(setImmediate);
  store.resumeWrites();
  await locking;
  expect((await ended('/session/new')).refusal).toMatchObject({ code: 'console-locked' });
  expect(await ids('/sessions')).toEqual(['friday']);
  expect([storedOf('blank'), (await body('/session')).id]).toEqual([[], 'friday']);
});

test('a session that is deleted takes the scene along that was being stored in it', async () => {
  await run('/session/save', { name: 'Friday' });
  await run('/session/save', { name: 'Saturday' });
  await run('/sessions/friday/apply');
  store.pauseWrites();
  await start('/scene/store', { name: 'One' });
  await start('/sessions/saturday/apply');
  await start('/session/delete', { id: 'friday', confirm: true });
  store.resumeWrites();
  expect((await ended('/scene/store')).report).toMatchObject({ outcome: 'applied' });
  expect((await ended('/session/delete')).report).toMatchObject({ outcome: 'applied' });
  expect(await ids('/sessions')).toEqual(['saturday']);
  expect(storedOf('friday')).toEqual([]);
});

test('a scene that is stored while the first session is saved belongs to that session', async () => {
  await run('/scene/store', { name: 'One' });
  store.pauseWrites();
  await start('/session/save', { name: 'Friday' });
  await start('/scene/store', { name: 'Two' });
  store.resumeWrites();
  await ended('/session/save');
  await ended('/scene/store');
  expect(await ids('/scenes')).toEqual(['one', 'two']);
  expect([storedOf('friday'), storedOf('')]).toEqual([['friday', 'friday:one', 'friday:two'], []]);
  expect((await body('/scene')).id).toBe('two');
});

test('a scene is not deleted in another session that was loaded meanwhile', async () => {
  await run('/scene/store', { name: 'One' });
  await run('/session/save', { name: 'Friday' });
  await run('/session/save', { name: 'Saturday' });
  store.pauseWrites();
  await start('/scene/store', { name: 'Two' });
  await start('/scene/delete', { id: 'one', confirm: true });
  await start('/sessions/friday/apply');
  store.resumeWrites();
  await ended('/scene/store');
  expect((await ended('/scene/delete')).refusal).toMatchObject({ params: { reason: 'other-session' } });
  expect([storedOf('friday'), storedOf('saturday')]).toEqual([
    ['friday', 'friday:one'],
    ['saturday', 'saturday:one', 'saturday:two'],
  ]);
});

test('a stored patch that is renamed while it is stored again keeps its new name', async () => {
  await run('/patches/store', { name: 'Main' });
  store.pauseWrites();
  const renamed = desk.patch('/patches/main', { name: 'Stage' });
  await start('/patches/store', { id: 'main' });
  store.resumeWrites();
  expect((await renamed).body.name).toBe('Stage');
  await ended('/patches/store');
  expect((await body('/patches/main')).name).toBe('Stage');
});
