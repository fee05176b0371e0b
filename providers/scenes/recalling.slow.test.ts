import { MemoryStore, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { input, Show } from './scenes-fixture.ts';

const socket = '/stagebox/virtual-32x16/inputs/1';

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

test('a kept bus keeps what every strip sends it, and the preview says so; other buses are recalled', async () => {
  const into = (n: number, bus: string) => `${input(n)}/sends/${bus}`;
  const sent = async (path: string) => (await body(path)).levelDb;
  const buses = ['mix/1', 'fxSend/1', 'mix/2'];
  for (const bus of buses) await desk.patch(into(2, bus), { levelDb: -6 });
  await desk.patch('/channel/mix/1/sends/matrix/1', { levelDb: -6 });
  await desk.patch('/channel/mix/2/sends/matrix/1', { levelDb: -6 });
  await stored('One');
  for (const bus of buses) await desk.patch(into(2, bus), { levelDb: -20, pan: 40 });
  for (const mix of [1, 2]) await desk.patch(`/channel/mix/${mix}/sends/matrix/1`, { levelDb: -20 });
  await desk.patch(into(3, 'mix/1'), { levelDb: -30 });
  await desk.patch('/scene/keeps', {
    grid: [
      { kind: 'mix', index: 1, areas: ['fader', 'sends', 'mute'] },
      { kind: 'matrix', index: 1, areas: ['sends'] },
    ],
  });
  await desk.patch('/scenes/one', { keeps: [{ kind: 'fxSend', index: 1, areas: ['sends'] }] });
  const { keeps, changes } = await body('/scenes/one/recallKeeps');
  for (const n of [2, 3]) expect(keeps).toContainEqual({ path: into(n, 'mix/1'), area: 'sends', why: 'strip' });
  expect(keeps).toContainEqual({ path: into(2, 'fxSend/1'), area: 'sends', why: 'scene' });
  expect(keeps).toContainEqual({ path: '/channel/mix/2/sends/matrix/1', area: 'sends', why: 'strip' });
  const changed = new Set(changes.map(({ path }: { path: string }) => path));
  expect([...changed].filter((path) => String(path).includes('/sends/'))).toEqual([into(2, 'mix/2')]);
  await recall('one');
  expect(await sent(into(2, 'mix/1'))).toBe(-20);
  expect(await sent(into(3, 'mix/1'))).toBe(-30);
  expect(await sent(into(2, 'fxSend/1'))).toBe(-20);
  expect(await sent('/channel/mix/1/sends/matrix/1')).toBe(-20);
  expect(await sent(into(2, 'mix/2'))).toBe(-6);
});

test('of a bus that is kept without its sends, what strips send it is recalled', async () => {
  await desk.patch(`${input(2)}/sends/mix/1`, { levelDb: -6 });
  await stored('One');
  await desk.patch(`${input(2)}/sends/mix/1`, { levelDb: -20 });
  await desk.patch('/scene/keeps', { grid: [{ kind: 'mix', index: 1, areas: ['fader', 'mute'] }] });
  await recall('one');
  expect((await body(`${input(2)}/sends/mix/1`)).levelDb).toBe(-6);
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

test("a strip's keep holds the preamp of a box on USB too, whose id has colons, and whose ports have names of their own", async () => {
  const [box] = desk.audio.devices;
  if (box === undefined) throw new Error('there is no box');
  const id = 'usb-0582:01a6-77';
  const ports = box.ports.map((port) => ({ ...port, id: `${id}:${port.direction}.${port.channel}` }));
  desk.audio.become({ devices: [{ ...box, id, ports }] });
  await desk.patch(input(1), { sourceId: `${id}:input.2` });
  await stored('One');
  await desk.patch('/scenes/one', { areas: ['preamp'] });
  await desk.patch('/scene/keeps', { grid: [{ kind: 'input', index: 1, areas: ['preamp'] }] });
  for (const n of [1, 2]) await desk.patch(`/stagebox/${id}/inputs/${n}`, { gainDb: 30 });
  await recall('one');
  expect((await body(`/stagebox/${id}/inputs/1`)).gainDb).toBe(0);
  expect((await body(`/stagebox/${id}/inputs/2`)).gainDb).toBe(30);
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
  const { documents } = desk.host.desk;
  await documents.put('scene', ':one', { ...stored1?.body }, await documents.encode(faulty));
  const { changes, blocked, revision } = await body('/scenes/one/recallKeeps');
  expect(revision).toBe(desk.host.desk.revision);
  expect(changes).toEqual([{ path: input(2), field: 'levelDb', from: -144, to: -10 }]);
  expect(blocked).toMatchObject([
    { path: input(1), count: 1, refusal: { code: 'invalid-fields', errors: [{ code: 'out-of-range' }] } },
    {
      path: '/channel/input/200',
      fields: ['/channel/input/200 levelDb'],
      refusal: { code: 'unknown-row', instance: '/api/channel/input/200' },
    },
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
