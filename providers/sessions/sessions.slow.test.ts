import { MemoryStore, quickWalk, startTestHost, type TestHost, walkRow } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';

const providers = ['console', 'channel', 'stagebox', 'patch', 'safety', 'history', 'scenes', 'sessions'];
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
async function run(path: string, extra: object = {}) {
  const started = await desk.patch(path, { running: true, ...extra });
  if (started.status !== 200) return started.body;
  for (;;) {
    const row = await body(path);
    if (!row.running) return row;
  }
}
const body = async (path: string) => (await desk.get(path)).body;
const save = async (name: string, extra: object = {}) => (await run('/session/save', { name, ...extra })).report;
const storeScene = async (name: string) => (await run('/scene/store', { name })).report;
const level = async (n: number) => (await body(input(n))).levelDb;
const ids = async (path: string) => (await body(path)).items.map(({ id }: { id: string }) => id);

test('a session holds the whole show, and the scenes that were there belong to it', async () => {
  await desk.patch(input(1), { levelDb: -6, sourceId: 'virtual-32x16:in-3' });
  await storeScene('One');
  expect(await save('Friday')).toEqual({
    outcome: 'applied',
    id: 'friday',
    name: 'Friday',
    replaced: false,
    scenes: 1,
  });
  const session = await body('/sessions/friday');
  expect(session).toMatchObject({ name: 'Friday', order: 1, fadeMs: 0, keeps: [], remap: [] });
  expect(session.content).toContainEqual({ path: input(1), area: 'fader', fields: { levelDb: -6 } });
  expect(session.content).toContainEqual(expect.objectContaining({ path: '/patch/outputs', area: 'patch' }));
  expect((await body('/sessions')).items).toMatchObject([{ id: 'friday', name: 'Friday', scenes: 1 }]);
  expect(await ids('/scenes')).toEqual(['one']);
  expect(await body('/session')).toMatchObject({ id: 'friday', name: 'Friday', dirty: false });
});

test('applying one is one commit that brings its scenes along, and undoing it takes both back', async () => {
  await desk.patch(input(1), { levelDb: -6 });
  await storeScene('Friday one');
  await save('Friday');
  await desk.patch(input(1), { levelDb: -20 });
  await save('Saturday');
  await run('/scene/delete', { id: 'friday-one', confirm: true });
  await storeScene('Saturday one');
  expect(await ids('/scenes')).toEqual(['saturday-one']);
  const before = desk.host.desk.revision;
  const { report } = await run('/sessions/friday/apply');
  expect(report).toMatchObject({ outcome: 'applied', id: 'friday', changed: 1, revision: before + 1, blocked: [] });
  expect(await level(1)).toBe(-6);
  expect(await ids('/scenes')).toEqual(['friday-one']);
  expect(await body('/session')).toMatchObject({ id: 'friday', dirty: false });
  expect((await body('/scene')).id).toBe('');
  await run('/history/cursor/undo');
  expect(await level(1)).toBe(-20);
  expect(await ids('/scenes')).toEqual(['saturday-one']);
  expect(await body('/session')).toMatchObject({ id: 'saturday', dirty: false });
});

test('a session brings patch and preamps along; ports without a device are told, and others take their place', async () => {
  await desk.patch(input(1), { sourceId: 'virtual-32x16:in-3' });
  await desk.patch(input(2), { sourceId: 'gone:in-1' });
  await desk.patch('/stagebox/virtual-32x16/inputs/3', { gainDb: 24 });
  await save('Friday');
  await desk.patch(input(1), { sourceId: '' });
  await desk.patch(input(2), { sourceId: '' });
  await desk.patch('/stagebox/virtual-32x16/inputs/3', { gainDb: 0 });
  const { changes, missing, revision, keeps } = await body('/sessions/friday/applyKeeps');
  expect([changes.length, keeps]).toEqual([3, []]);
  expect(missing).toEqual([{ path: input(2), ports: ['gone:in-1'], count: 1, reason: 'there is no device gone' }]);
  expect(revision).toBe(desk.host.desk.revision);
  await desk.patch('/sessions/friday', {
    remap: [
      { from: 'gone', to: 'virtual-32x16' },
      { from: 'never', to: 'x' },
    ],
  });
  expect(await body('/sessions/friday/applyKeeps')).toMatchObject({
    missing: [],
    remap: [{ from: 'gone', to: 'virtual-32x16' }],
  });
  await run('/sessions/friday/apply');
  expect((await body(input(1))).sourceId).toBe('virtual-32x16:in-3');
  expect((await body(input(2))).sourceId).toBe('virtual-32x16:in-1');
  expect((await body('/stagebox/virtual-32x16/inputs/3')).gainDb).toBe(24);
  // What it names no longer stays as it is.
  const { areas } = await body('/sessions/friday');
  await desk.patch('/sessions/friday', { areas: areas.filter((area: string) => area !== 'patch') });
  await desk.patch(input(1), { sourceId: '' });
  expect((await run('/sessions/friday/apply')).report).toMatchObject({ outcome: 'applied', changed: 0 });
  expect((await body(input(1))).sourceId).toBe('');
});

test('phantom power goes off with a session, and comes on with a hand at the socket only', async () => {
  const socket = (n: number) => `/stagebox/virtual-32x16/inputs/${n}`;
  await desk.patch(socket(1), { phantom: true, gainDb: 20 });
  await desk.patch(input(1), { levelDb: -6 });
  await save('Friday');
  await desk.patch(socket(1), { phantom: false, gainDb: 0 });
  await desk.patch(socket(2), { phantom: true });
  await desk.patch(input(1), { levelDb: -20 });
  const blocked = [
    {
      path: socket(1),
      fields: [`${socket(1)} phantom`],
      count: 1,
      refusal: {
        code: 'conflict',
        params: { reason: 'phantom-on' },
        detail: expect.stringContaining(`PATCH ${socket(1)}`),
      },
    },
  ];
  expect(await body('/sessions/friday/applyKeeps')).toMatchObject({ blocked, blockedCount: 1 });
  const { report } = await run('/sessions/friday/apply');
  expect(report).toMatchObject({ outcome: 'in-part', changed: 3, blocked });
  expect(await body(socket(1))).toMatchObject({ phantom: false, gainDb: 20 });
  expect([(await body(socket(2))).phantom, await level(1)]).toEqual([false, -6]);
  expect(await body('/session')).toMatchObject({ id: 'friday', dirty: true });
  await desk.patch(socket(1), { phantom: true });
  expect((await run('/sessions/friday/apply')).report).toMatchObject({ outcome: 'applied', blocked: [] });
  expect((await body('/session')).dirty).toBe(false);
});

test('a new session begins at the defaults, but for what is guarded, once that is confirmed', async () => {
  await desk.patch(input(1), { levelDb: -6, name: 'Kick', sourceId: 'virtual-32x16:in-3' });
  await desk.patch('/channel/fxSend/1/chain/processors/effect', { plugin: 'builtin:delay' });
  await storeScene('One');
  await save('Friday');
  const { report } = await run('/session/new', { name: 'Blank' });
  expect(report).toMatchObject({ preview: true });
  expect(report.wouldChange).toBeGreaterThan(2);
  expect((await body('/session')).id).toBe('friday');
  expect((await run('/session/new', { name: 'Blank', confirm: true })).report).toMatchObject({ id: 'blank' });
  expect(await body(input(1))).toMatchObject({ levelDb: -144, name: '', sourceId: 'virtual-32x16:in-3' });
  expect((await body('/channel/fxSend/1/chain/processors/effect')).plugin).not.toBe('builtin:delay');
  expect(await body('/session')).toMatchObject({ id: 'blank', dirty: false });
  expect(await ids('/scenes')).toEqual([]);
  await run('/sessions/friday/apply');
  expect(await ids('/scenes')).toEqual(['one']);
  expect(await level(1)).toBe(-6);
});

test('what a locked console holds is refused before anything is stored, and saving is not held', async () => {
  await desk.patch(input(1), { levelDb: -6 });
  await desk.patch('/console', { locked: 'all' });
  expect((await run('/scene/store', { name: 'One' })).report).toMatchObject({ outcome: 'applied', id: 'one' });
  expect((await body('/scene')).id).toBe('one');
  expect(await save('Friday')).toMatchObject({ outcome: 'applied', id: 'friday', scenes: 1 });
  for (const confirm of [false, true]) {
    expect(await run('/session/new', { name: 'Saturday', confirm })).toMatchObject({ code: 'console-locked' });
  }
  expect(await ids('/sessions')).toEqual(['friday']);
  expect([(await body('/session')).id, await ids('/scenes'), await level(1)]).toEqual(['friday', ['one'], -6]);
});

/** The order of rows says nothing. */
function sorted<T extends { content: readonly { path: string; area: string }[] }>(session: T): T {
  const placeOf = ({ path, area }: { path: string; area: string }) => `${area} ${path}`;
  return { ...session, content: [...session.content].sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1)) };
}

test('a session that was carried as a file is the same session', async () => {
  await desk.patch(input(1), { levelDb: -6 });
  await storeScene('One');
  await desk.patch(input(1), { levelDb: -20, muted: true });
  await storeScene('Two');
  await save('Friday');
  const { file } = await body('/sessions/friday/export');
  expect(file).toMatchObject({ format: 'rowdesk-session', version: 1, session: { name: 'Friday' } });
  expect(file.scenes.map(({ id, differs }: { id: string; differs: object[] }) => [id, differs.length])).toEqual([
    ['one', 2],
    ['two', 0],
  ]);
  await desk.close();
  desk = await startTestHost({ providers });
  expect((await run('/session/import', { file })).report).toEqual({
    ...{ outcome: 'applied', id: 'friday', name: 'Friday', scenes: 2 },
  });
  expect(await level(1)).toBe(-144);
  const again = (await body('/sessions/friday/export')).file;
  expect({ ...again, session: sorted(again.session) }).toEqual({ ...file, session: sorted(file.session) });
  await run('/sessions/friday/apply');
  expect(await level(1)).toBe(-20);
  await run('/scenes/one/recall');
  expect(await body(input(1))).toMatchObject({ levelDb: -6, muted: false });
  expect((await run('/session/import', { file })).report.id).toBe('friday-2');
  expect(await run('/session/import', { file, id: 'friday' })).toMatchObject({
    code: 'conflict',
    status: 409,
  });
});

test('a file that is none is refused, and the field is named', async () => {
  await save('Friday');
  const { file } = await body('/sessions/friday/export');
  const faultsOf = async (wrong: object) => {
    const { status, errors } = (await desk.patch('/session/import', { running: true, file: wrong })).body;
    expect(status).toBe(422);
    return errors.map(({ field }: { field: string }) => field);
  };
  expect(await faultsOf({ ...file, version: 2 })).toEqual(['file/version']);
  expect(await faultsOf({ ...file, format: 'other' })).toEqual(['file/format']);
  expect(await faultsOf({ ...file, session: { ...file.session, fadeMs: -1 } })).toEqual(['file/session/fadeMs']);
  expect(await faultsOf({ ...file, scenes: [{ id: 'x' }] })).toContain('file/scenes/0/name');
  expect(await run('/session/import')).toMatchObject({ status: 409 });
});

test('a file brings nothing into the desk under the name of another area: no panic, no phantom, no lock', async () => {
  await save('Friday');
  const { file } = await body('/sessions/friday/export');
  const smuggled = { area: 'fader' };
  const content = [
    ...file.session.content,
    { path: '/safety/panic', fields: { scope: 'all' }, ...smuggled },
    { path: '/stagebox/virtual-32x16/inputs/1', fields: { phantom: true }, ...smuggled },
    { path: '/console', fields: { locked: 'all' }, ...smuggled },
    { path: input(1), fields: { soloed: true, sourceId: 'virtual-32x16:in-1', muted: true }, ...smuggled },
  ];
  const { report } = await run('/session/import', { file: { ...file, session: { ...file.session, content } } });
  const { changes, blocked } = await body(`/sessions/${report.id}/applyKeeps`);
  expect(changes).toEqual([]);
  const left = ['/safety/panic scope', '/stagebox/virtual-32x16/inputs/1 phantom', '/console locked'];
  const ofStrip = ['soloed', 'sourceId', 'muted'].map((field) => `${input(1)} ${field}`);
  expect(blocked.flatMap(({ fields }: { fields: string[] }) => fields)).toEqual([...left, ...ofStrip]);
  expect(await run(`/sessions/${report.id}/apply`)).toMatchObject({
    code: 'conflict',
    params: { reason: 'other-area' },
  });
  expect((await body('/safety/panic')).scope).toBe(null);
});

test('a file that has a scene twice is refused', async () => {
  await storeScene('One');
  await save('Friday');
  const { file } = await body('/sessions/friday/export');
  const twice = { ...file, scenes: [...file.scenes, { ...file.scenes[0], name: 'Another' }] };
  expect(await run('/session/import', { file: twice })).toMatchObject({
    code: 'invalid-fields',
    errors: [{ field: 'file/scenes/1/id', code: 'duplicate' }],
  });
  expect(await ids('/sessions')).toEqual(['friday']);
});

test('the loaded session is not deleted, another one is with its scenes, once that is confirmed', async () => {
  await storeScene('One');
  await save('Friday');
  await save('Saturday');
  expect((await run('/session/delete', { id: 'saturday', confirm: true })).params.reason).toBe('loaded');
  expect((await run('/session/delete', { id: 'friday' })).report).toMatchObject({ preview: true });
  expect(await ids('/sessions')).toEqual(['friday', 'saturday']);
  await run('/session/delete', { id: 'friday', confirm: true });
  expect(await ids('/sessions')).toEqual(['saturday']);
  expect(store.contents().documents.filter(({ id }) => id.startsWith('friday'))).toEqual([]);
  expect(await ids('/scenes')).toEqual(['one']);
});

test('the console shows the session, and whether something has changed that it does not hold', async () => {
  expect(await body('/console')).toMatchObject({ sessionId: '', dirty: false });
  await desk.patch(input(1), { levelDb: -6 });
  expect(await body('/console')).toMatchObject({ sessionId: '', dirty: true });
  await save('Friday');
  expect(await body('/console')).toMatchObject({ sessionId: 'friday', dirty: false });
  await desk.patch(input(1), { levelDb: -7 });
  expect(await body('/console')).toMatchObject({ sessionId: 'friday', dirty: true });
  expect(await save('')).toMatchObject({ id: 'friday', replaced: true });
  expect(await body('/console')).toMatchObject({ dirty: false });
});

test('a session without a name is refused where none is loaded, and saves the one that is', async () => {
  expect(await run('/session/save', {})).toMatchObject({ status: 422, errors: [{ field: 'name', code: 'missing' }] });
  expect((await body('/sessions')).items).toEqual([]);
  await save('Friday');
  expect((await run('/session/save', {})).report).toMatchObject({ id: 'friday', replaced: true });
});

test('a new session without a name is refused, whether confirmed or not, and nothing has changed', async () => {
  await save('Friday');
  await desk.patch(input(1), { levelDb: -6 });
  for (const confirm of [false, true]) {
    const refused = await run('/session/new', { confirm });
    expect(refused).toMatchObject({ status: 422, errors: [{ field: 'name', code: 'missing' }] });
  }
  expect([await ids('/sessions'), (await body('/session')).id, await level(1)]).toEqual([['friday'], 'friday', -6]);
});

test('what can not be stored is refused, and nothing has changed', async () => {
  await save('Friday');
  await desk.patch(input(1), { levelDb: -6 });
  isFull = true;
  expect(await run('/session/save', {})).toMatchObject({ code: 'store-unavailable', status: 424 });
  expect((await run('/session/new', { name: 'Blank', confirm: true })).refusal).toMatchObject({
    code: 'store-unavailable',
  });
  expect(await level(1)).toBe(-6);
  expect(await body('/session')).toMatchObject({ id: 'friday', dirty: true });
});

test('the rows of sessions hold what every row must hold', async () => {
  await save('Friday');
  const own = ['', '/applyKeeps', '/apply', '/export'].map((path) => `/sessions/friday${path}`);
  const tasks = ['save', 'new', 'delete', 'import'].map((name) => `/session/${name}`);
  for (const path of ['/sessions', ...own, '/session', '/session/position', ...tasks])
    await walkRow(desk, path, quickWalk);
});
