import { MemoryStore, quickWalk, type TestHost, walkRow } from 'rowdesk/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { input, Show } from './scenes-fixture.ts';

let desk: TestHost;
let store: MemoryStore;
let isFull: boolean;
let run: Show['run'];
let stored: Show['stored'];
let body: Show['body'];
let recall: Show['recall'];
let level: Show['level'];
beforeEach(async () => {
  isFull = false;
  store = new MemoryStore().failWhen(() => isFull);
  ({ desk, run, stored, body, recall, level } = await Show.open(store));
});
afterEach(() => desk.close());

describe('storing', () => {
  test('a scene holds the full value of every field of its areas, defaults too, and no others', async () => {
    await desk.patch(input(1), { levelDb: -6, name: 'Kick', soloed: true });
    const report = await stored('First song');
    expect(report).toEqual({ outcome: 'applied', id: 'first-song', name: 'First song', replaced: false });
    const scene = await body('/scenes/first-song');
    expect(scene).toMatchObject({ name: 'First song', notes: '', order: 1, fadeMs: 0, keeps: [] });
    const of = (path: string, area: string) =>
      scene.content.find((row: { path: string; area: string }) => row.path === path && row.area === area)?.fields;
    expect(of(input(1), 'fader')).toEqual({ levelDb: -6 });
    expect(of(input(2), 'fader')).toEqual({ levelDb: -144 });
    expect(of(`${input(2)}/chain/processors/comp/values`, 'comp')).toHaveProperty('ratio');
    const areas = new Set(scene.content.map(({ area }: { area: string }) => area));
    expect([...areas].sort()).toEqual(scene.areas);
    for (const area of ['patch', 'phantom', 'preamp']) expect(areas).not.toContain(area);
    expect(JSON.stringify(scene.content)).not.toContain('soloed');
  });

  test('scenes are listed in the order in which they are played', async () => {
    for (const name of ['One', 'Two', 'Three']) await stored(name);
    await desk.patch('/scenes/three', { order: 1.5 });
    const { items } = await body('/scenes');
    expect(items.map(({ id }: { id: string }) => id)).toEqual(['one', 'three', 'two']);
    expect(items[1]).toMatchObject({ name: 'Three', order: 1.5, fadeMs: 0 });
  });

  test('storing again takes the place of what was stored, and keeps what was said of it', async () => {
    await stored('One');
    await desk.patch('/scenes/one', { notes: 'Blackout first', fadeMs: 3000, areas: ['fader'] });
    await desk.patch(input(1), { levelDb: -3 });
    expect(await stored('', { id: 'one' })).toMatchObject({ id: 'one', name: 'One', replaced: true });
    const scene = await body('/scenes/one');
    expect(scene).toMatchObject({ name: 'One', notes: 'Blackout first', fadeMs: 3000, areas: ['fader'], order: 1 });
    expect(scene.content).toContainEqual({ path: input(1), area: 'fader', fields: { levelDb: -3 } });
  });

  test('a second scene of a name gets an id of its own', async () => {
    await stored('Één');
    expect((await stored('Één')).id).not.toBe((await body('/scenes')).items[0].id);
  });

  test('what can not be stored is refused, and nothing has changed', async () => {
    await stored('One');
    isFull = true;
    expect(await run('/scene/store', { name: 'Two' })).toMatchObject({ code: 'store-unavailable', status: 424 });
    expect((await desk.patch('/scenes/one', { name: 'Other' })).body).toMatchObject({ code: 'store-unavailable' });
    expect((await run('/scene/delete', { id: 'one', confirm: true })).refusal).toMatchObject({
      code: 'store-unavailable',
    });
    expect((await body('/scenes')).items).toMatchObject([{ id: 'one', name: 'One' }]);
    expect((await body('/scene')).id).toBe('one');
  });

  test('a scene is deleted only when that is confirmed, and its rows go', async () => {
    await stored('One');
    const watched = await desk.watch('/scenes/one');
    expect((await run('/scene/delete', { id: 'one' })).report).toMatchObject({
      preview: true,
      wouldDelete: { id: 'one' },
    });
    expect((await desk.get('/scenes/one')).status).toBe(200);
    expect((await run('/scene/delete', { id: 'one', confirm: true })).report).toMatchObject({ outcome: 'applied' });
    for (const path of ['', '/recall', '/recallKeeps']) expect((await desk.get(`/scenes/one${path}`)).status).toBe(404);
    expect(watched.events.map(({ event }) => event)).toContain('gone');
    expect(await run('/scene/delete', { id: 'one' })).toMatchObject({ status: 409 });
  });
});

describe('/scene', () => {
  test('says where the show is and what comes next; go and back recall it', async () => {
    expect(await body('/scene')).toEqual({
      ...{ id: '', name: '', dirty: false, recalledAt: null, previousId: '', nextId: '' },
    });
    for (const [n, name] of ['One', 'Two', 'Three'].entries()) {
      await desk.patch(input(1), { levelDb: -10 * n });
      await stored(name);
    }
    expect(await body('/scene')).toMatchObject({ id: 'three', previousId: 'two', nextId: '', recalledAt: null });
    expect((await run('/scene/back')).report).toMatchObject({ id: 'two', changed: 1 });
    expect(await level(1)).toBe(-10);
    expect(await body('/scene')).toMatchObject({ id: 'two', name: 'Two', previousId: 'one', nextId: 'three' });
    expect(Date.parse((await body('/scene')).recalledAt)).toBeGreaterThan(0);
    expect((await run('/scene/go')).report.id).toBe('three');
    expect(await run('/scene/go')).toMatchObject({ status: 409, params: { reason: 'no-scene' } });
    await desk.patch('/scene/position', { id: '' });
    expect((await run('/scene/go')).report.id).toBe('one');
  });

  test('a scene without a name and an id is refused, and none is stored', async () => {
    const refused = await desk.patch('/scene/store', { running: true });
    expect([refused.status, refused.body.errors]).toMatchObject([422, [{ field: 'name', code: 'missing' }]]);
    expect((await body('/scenes')).items).toEqual([]);
    expect((await run('/scene/store', { id: 'mine' })).report).toMatchObject({ id: 'mine', name: 'mine' });
  });

  test('nothing that was acknowledged is lost where several write to one scene at once', async () => {
    await stored('One');
    const writes = [{ name: 'Opening' }, { notes: 'Curtain' }, { fadeMs: 500 }];
    const levels = async () =>
      (await body('/scenes/one')).content.find(({ path }: { path: string }) => path === input(1));
    await desk.patch(input(1), { name: 'Kick' });
    const answers = await Promise.all([
      desk.patch('/scene/store', { running: true, id: 'one' }),
      ...writes.map((write) => desk.patch('/scenes/one', write)),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await body('/scenes/one')).toMatchObject(Object.assign({}, ...writes));
    expect((await levels()).fields.name).toBe('Kick');
  });

  test('a scene that was chosen and not recalled has no time of a recall', async () => {
    await stored('One');
    await stored('Two');
    await recall('one');
    expect((await body('/scene')).recalledAt).not.toBe(null);
    await desk.patch('/scene/position', { id: 'two' });
    expect(await body('/scene')).toMatchObject({ id: 'two', recalledAt: null });
  });

  test('is dirty while the desk is not as the scene would make it, and tells its watchers', async () => {
    await stored('One');
    const watched = await desk.watch('/scene');
    expect((await watched.next()).row.dirty).toBe(false);
    await desk.patch(input(1), { levelDb: -10 });
    expect((await watched.next()).row.dirty).toBe(true);
    await desk.patch(input(1), { levelDb: -144 });
    expect((await watched.next()).row.dirty).toBe(false);
    watched.close();
    await desk.patch(input(1), { sourceId: 'virtual-32x16:in-3', soloed: true });
    expect((await body('/scene')).dirty).toBe(false);
    await desk.patch(input(1), { pan: 10 });
    expect((await body('/scene')).dirty).toBe(true);
    await desk.patch('/scene/keeps', { areas: ['pan'] });
    expect((await body('/scene')).dirty).toBe(false);
    await desk.patch('/scene/keeps', { areas: [] });
    await recall('one');
    expect((await body('/scene')).dirty).toBe(false);
  });

  test('the console shows which scene it is', async () => {
    const watched = await desk.watch('/console');
    await watched.next();
    await stored('One');
    expect((await watched.next()).row.sceneId).toBe('one');
    watched.close();
    await run('/scene/delete', { id: 'one', confirm: true });
    expect((await body('/console')).sceneId).toBe('');
  });
});

test('scenes are there after a restart', async () => {
  await desk.patch(input(1), { levelDb: -10 });
  await stored('One');
  await desk.close();
  ({ desk, run, stored, body, recall, level } = await Show.open(new MemoryStore(store.contents())));
  expect((await body('/scenes')).items).toMatchObject([{ id: 'one', name: 'One' }]);
  expect(await body('/scene')).toMatchObject({ id: 'one', dirty: false });
  await desk.patch(input(1), { levelDb: -20 });
  await recall('one');
  expect(await level(1)).toBe(-10);
});

test('the rows of scenes hold what every row must hold', async () => {
  await stored('One');
  const paths = [
    '/scenes',
    '/scenes/one',
    '/scenes/one/recallKeeps',
    '/scenes/one/recall',
    '/scene',
    '/scene/position',
  ];
  for (const path of [...paths, '/scene/keeps', '/scene/store', '/scene/go', '/scene/back', '/scene/delete']) {
    await walkRow(desk, path, quickWalk);
  }
});
