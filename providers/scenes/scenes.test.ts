import { MemoryStore, startTestHost, type TestHost, walkRow } from 'rowdesk/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const providers = ['console', 'channel', 'stagebox', 'patch', 'safety', 'history', 'scenes'];
const socket = '/stagebox/virtual-32x16/inputs/1';
const input = (n: number) => `/channel/input/${n}`;

let desk: TestHost;
let store: MemoryStore;
let isFull: boolean;
beforeEach(async () => {
  isFull = false;
  store = new MemoryStore().failWhen(() => isFull);
  desk = await startTestHost({ providers, store });
});
afterEach(() => desk.close());

/** Runs a task and answers its row once it has ended. */
async function run(path: string, extra: object = {}, actor = 'test') {
  const started = await desk.patch(path, { running: true, ...extra }, { 'Rowdesk-Actor': actor });
  if (started.status !== 200) return started.body;
  const watched = await desk.watch(path);
  for (;;) {
    const { row } = await watched.next();
    if (row.running) continue;
    watched.close();
    return row;
  }
}
const stored = async (name: string, extra: object = {}) => (await run('/scene/store', { name, ...extra })).report;
const body = async (path: string) => (await desk.get(path)).body;
const recall = (id: string) => run(`/scenes/${id}/recall`);
const level = async (n: number) => (await body(input(n))).levelDb;

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
    expect((await stored('')).id).toBe('scene');
  });

  test('what can not be stored is refused, and nothing has changed', async () => {
    await stored('One');
    isFull = true;
    expect((await run('/scene/store', { name: 'Two' })).refusal).toMatchObject({
      code: 'store-unavailable',
      status: 424,
    });
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

describe('recalling', () => {
  test('the desk is as it was stored, in one commit', async () => {
    await desk.patch(input(1), { levelDb: -6, name: 'Kick', muted: true });
    await desk.patch(`${input(1)}/chain/processors/comp/values`, { ratio: 8 });
    await desk.patch(`${input(1)}/sends/mix/3`, { levelDb: -12 });
    await stored('One');
    await desk.patch(input(1), { levelDb: 0, name: 'Snare', muted: false });
    await desk.patch(`${input(1)}/chain/processors/comp/values`, { ratio: 2 });
    await desk.patch(`${input(1)}/sends/mix/3`, { levelDb: -144 });
    const before = desk.host.desk.revision;
    const { report } = await recall('one');
    expect(report).toMatchObject({ outcome: 'applied', id: 'one', name: 'One', blocked: [], durable: true, fadeMs: 0 });
    expect(report).toMatchObject({ changed: 5, revision: before + 1 });
    expect(desk.host.desk.revision).toBe(before + 1);
    expect(await body(input(1))).toMatchObject({ levelDb: -6, name: 'Kick', muted: true });
    expect((await body(`${input(1)}/chain/processors/comp/values`)).ratio).toBe(8);
    expect((await body(`${input(1)}/sends/mix/3`)).levelDb).toBe(-12);
  });

  test('it is one entry of the history, also when another follows at once, and undoing takes the place in the list back', async () => {
    await stored('One');
    await desk.patch(input(1), { levelDb: -10 });
    await stored('Two');
    const entries = () => desk.host.desk.history.entries.length;
    const before = entries();
    await recall('one');
    await recall('two');
    await recall('one');
    expect(entries()).toBe(before + 3);
    expect(await level(1)).toBe(-144);
    await run('/history/cursor/undo');
    expect(await level(1)).toBe(-10);
    expect(await body('/scene')).toMatchObject({ id: 'two', dirty: false });
  });

  test('the fade of a scene goes to the mixer with its levels', async () => {
    await stored('One');
    await desk.patch('/scenes/one', { fadeMs: 2500 });
    await desk.patch(input(1), { levelDb: -10 });
    await recall('one');
    const wanted = desk.audio.target('mixer').blocks.at(-1)?.values;
    expect(wanted).toContainEqual({ path: input(1), field: 'levelDb', value: -144, fadeMs: 2500 });
  });

  test('patch, preamp and phantom stay unless the scene names them', async () => {
    await desk.patch(input(1), { sourceId: 'virtual-32x16:in-1' });
    await desk.patch(socket, { gainDb: 20, phantom: true });
    await stored('One');
    await desk.patch(input(1), { sourceId: 'virtual-32x16:in-2' });
    await desk.patch(socket, { gainDb: 30, phantom: false });
    const { keeps, changes } = await body('/scenes/one/recallKeeps');
    expect(changes).toEqual([]);
    expect(keeps).toContainEqual({ path: input(1), area: 'patch', why: 'default' });
    expect(keeps).toContainEqual({ path: socket, area: 'phantom', why: 'default' });
    expect(keeps).toContainEqual({ path: socket, area: 'preamp', why: 'default' });
    await recall('one');
    expect((await body(input(1))).sourceId).toBe('virtual-32x16:in-2');
    expect(await body(socket)).toMatchObject({ gainDb: 30, phantom: false });
    const { areas } = await body('/scenes/one');
    await desk.patch('/scenes/one', { areas: [...areas, 'patch', 'preamp'] });
    await recall('one');
    expect((await body(input(1))).sourceId).toBe('virtual-32x16:in-1');
    expect(await body(socket)).toMatchObject({ gainDb: 20, phantom: false });
  });

  test('what is not among its areas stays', async () => {
    await stored('One');
    await desk.patch('/scenes/one', { areas: ['mute'] });
    await desk.patch(input(1), { levelDb: -10, muted: true });
    expect((await recall('one')).report.changed).toBe(1);
    expect(await body(input(1))).toMatchObject({ levelDb: -10, muted: false });
  });

  test('keeps hold: everywhere, of a strip, of a scene, and of a strip in a scene', async () => {
    await stored('One');
    for (const n of [1, 2, 3]) await desk.patch(input(n), { levelDb: -10, muted: true, pan: 50, name: 'New' });
    await desk.patch('/scene/keeps', { areas: ['pan'], grid: [{ kind: 'input', index: 1, areas: ['fader', 'mute'] }] });
    await desk.patch('/scenes/one', {
      keeps: [{ areas: ['name'] }, { kind: 'input', index: 2, areas: ['mute'] }],
    });
    const { keeps } = await body('/scenes/one/recallKeeps');
    expect(keeps).toContainEqual({ path: input(2), area: 'pan', why: 'global' });
    expect(keeps).toContainEqual({ path: input(1), area: 'fader', why: 'strip' });
    expect(keeps).toContainEqual({ path: input(3), area: 'name', why: 'scene' });
    expect(keeps).toContainEqual({ path: input(2), area: 'mute', why: 'scene' });
    await recall('one');
    const kept = { pan: 50, name: 'New' };
    expect(await body(input(1))).toMatchObject({ levelDb: -10, muted: true, ...kept });
    expect(await body(input(2))).toMatchObject({ levelDb: -144, muted: true, ...kept });
    expect(await body(input(3))).toMatchObject({ levelDb: -144, muted: false, ...kept });
  });

  test('areas are those that there are: OPTIONS names them, and another one is refused', async () => {
    await stored('One');
    const { fields } = await desk.options('/scenes/one');
    expect((fields.areas as { items?: { enum?: string[] } }).items?.enum).toEqual(
      expect.arrayContaining(['eq', 'fader', 'patch']),
    );
    const faultOf = async (path: string, change: object) => (await desk.patch(path, change)).body.errors[0];
    expect(await faultOf('/scenes/one', { areas: ['faders'] })).toMatchObject({
      field: 'areas/0',
      code: 'not-an-option',
    });
    expect(await faultOf('/scenes/one', { keeps: [{ areas: ['faders'] }] })).toMatchObject({
      field: 'keeps/0/areas/0',
    });
    expect(await faultOf('/scene/keeps', { areas: ['faders'] })).toMatchObject({ field: 'areas/0' });
    const grid = [{ kind: 'input', index: 1, areas: ['faders'] }];
    expect(await faultOf('/scene/keeps', { grid })).toMatchObject({ field: 'grid/0/areas/0' });
    expect((await desk.patch('/scenes/one', { keeps: [{ kind: 'input', areas: ['fader'] }] })).status).toBe(422);
  });

  test("a strip's keep holds the preamp that it hears", async () => {
    await desk.patch(input(1), { sourceId: 'virtual-32x16:in-1' });
    await stored('One');
    await desk.patch('/scenes/one', { areas: ['preamp'] });
    await desk.patch('/scene/keeps', { grid: [{ kind: 'input', index: 1, areas: ['preamp'] }] });
    for (const n of [1, 2]) await desk.patch(`/stagebox/virtual-32x16/inputs/${n}`, { gainDb: 30 });
    await recall('one');
    expect((await body('/stagebox/virtual-32x16/inputs/1')).gainDb).toBe(30);
    expect((await body('/stagebox/virtual-32x16/inputs/2')).gainDb).toBe(0);
  });

  test('what is there already stays, whatever would follow from what is not', async () => {
    await desk.patch(input(1), { levelDb: -10 });
    await desk.patch(input(2), { levelDb: -20 });
    await stored('Unlinked');
    await desk.patch('/scenes/unlinked', { areas: ['fader'] });
    await desk.patch(input(1), { stereoLink: true, levelDb: -5 });
    await desk.patch('/channel', {
      strips: [
        { kind: 'input', index: 1, levelDb: -30 },
        { kind: 'input', index: 2, levelDb: -20 },
      ],
    });
    expect([await level(1), await level(2)]).toEqual([-30, -20]);
    await recall('unlinked');
    expect([await level(1), await level(2)]).toEqual([-10, -20]);
  });

  test('the other one of a linked pair is kept with the one that is', async () => {
    await desk.patch(input(1), { stereoLink: true });
    await stored('One');
    await desk.patch(input(1), { levelDb: -10 });
    expect(await level(2)).toBe(-10);
    await desk.patch('/scene/keeps', { grid: [{ kind: 'input', index: 2, areas: ['fader'] }] });
    const { keeps, changes } = await body('/scenes/one/recallKeeps');
    expect(changes).toEqual([]);
    expect(keeps).toContainEqual({ path: input(1), area: 'fader', why: 'link' });
    await recall('one');
    expect([await level(1), await level(2)]).toEqual([-10, -10]);
  });

  test('what can not be is left out and named, the same in the preview and in the recall', async () => {
    await stored('One');
    const stored1 = store.contents().documents.find(({ id }) => id === ':one');
    const faulty = [
      { path: input(1), area: 'fader', fields: { levelDb: 99 } },
      { path: input(2), area: 'fader', fields: { levelDb: -10 } },
      { path: '/channel/input/200', area: 'fader', fields: { levelDb: -10 } },
    ];
    await desk.host.desk.documents.put('scene', ':one', {
      ...stored1?.body,
      content: faulty,
    });
    const { changes, blocked, revision } = await body('/scenes/one/recallKeeps');
    expect(revision).toBe(desk.host.desk.revision);
    expect(changes).toEqual([{ path: input(2), field: 'levelDb', from: -144, to: -10 }]);
    expect(blocked).toMatchObject([
      { path: '/channel/input/200', field: 'levelDb', refusal: { code: 'unknown-row', status: 404 } },
      { path: input(1), field: 'levelDb', refusal: { code: 'invalid-fields', errors: [{ code: 'out-of-range' }] } },
    ]);
    const { report } = await recall('one');
    expect(report).toMatchObject({ outcome: 'in-part', changed: 1 });
    expect(report.blocked).toEqual(blocked);
    expect([await level(1), await level(2)]).toEqual([-144, -10]);
  });

  test('nothing is recalled while the console is locked', async () => {
    await stored('One');
    await desk.patch(input(1), { levelDb: -10, muted: true });
    await desk.patch('/console', { locked: 'all' });
    expect((await body('/scenes/one/recallKeeps')).blocked[0].refusal.code).toBe('console-locked');
    expect((await desk.patch('/scenes/one/recall', { running: true })).status).toBe(423);
    expect((await body('/scenes/one/recall')).refusal.code).toBe('console-locked');
    expect(await body(input(1))).toMatchObject({ levelDb: -10, muted: true });
  });

  test('panic is in no scene', async () => {
    await stored('Before');
    await desk.patch('/safety/panic', { scope: 'all' });
    await stored('Under panic');
    await recall('before');
    expect((await body('/safety/panic')).scope).toBe('all');
    await desk.patch('/safety/panic', { scope: null });
    await recall('under-panic');
    expect((await body('/safety/panic')).scope).toBe(null);
  });

  test('the mixer has what was recalled when the store is full: the show goes on', async () => {
    await stored('One');
    await desk.patch(input(1), { levelDb: -10 });
    isFull = true;
    expect((await recall('one')).report).toMatchObject({ outcome: 'applied', durable: false });
    expect(await level(1)).toBe(-144);
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
  desk = await startTestHost({ providers, store: new MemoryStore(store.contents()) });
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
    await walkRow(desk, path);
  }
}, 60_000);
