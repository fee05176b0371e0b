import { startTestHost, type TestHost, walkRow } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';

let desk: TestHost;
beforeEach(async () => {
  desk = await startTestHost({ providers: ['console', 'channel', 'patch', 'source', 'patchbay', 'warnings'] });
});
afterEach(() => desk.close());

const since = '2026-01-01T00:00:00.000Z';
const port = (id: string, direction: 'source' | 'sink', channel = 1) => ({
  id,
  label: id,
  direction,
  channel,
  latencyFrames: null,
});
const node = (id: string, ports: ReturnType<typeof port>[]) => ({
  ...{ id, label: id, device: 'server', kind: 'stream' as const, ports, present: true, driver: 'pipewire' },
});
const link = (from: string, to: string, owner: string) => ({ id: `${from}~-${to}`, from, to, owner, since });
const stagebox = (n: number) => `virtual-32x16:in-${n}`;
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id);

/** Runs a task and answers its row once it has ended. */
async function run(path: string, body: object) {
  const watched = await desk.watch(path);
  await watched.next();
  const started = await desk.patch(path, { running: true, ...body });
  if (started.status !== 200) {
    watched.close();
    return started.body;
  }
  for (;;) {
    const { row } = await watched.next();
    if (row.running) continue;
    watched.close();
    return row;
  }
}

test('nodes are what could be patched, by directions; the filter and what is left alone are hidden', async () => {
  const player = node('player', [port('player:out', 'source')]);
  const recorder = node('recorder', [port('recorder:in', 'sink')]);
  desk.audio.graph.become({ others: [player, recorder] });
  const all = (await desk.get('/patchbay/nodes')).body;
  expect([ids(all.sources), ids(all.sinks), all.hidden]).toEqual([
    ['virtual-32x16', 'player'],
    ['virtual-32x16', 'recorder'],
    [],
  ]);
  expect(all.sources[0].ports).toHaveLength(32);
  expect(all.sinks[0].ports[15]).toEqual({ id: 'virtual-32x16:out-16', label: 'out 16', channel: 16 });
  await desk.patch('/patchbay/filter', { exclude: ['rec?rd*'] });
  await desk.patch('/patchbay/ignored/player', { policy: 'leave-alone' });
  const some = (await desk.get('/patchbay/nodes')).body;
  expect([ids(some.sources), ids(some.sinks), ids(some.hidden)]).toEqual([
    ['virtual-32x16'],
    ['virtual-32x16'],
    ['player', 'recorder'],
  ]);
  await desk.patch('/patchbay/filter', { include: ['play*'], exclude: [] });
  expect((await desk.get('/patchbay/nodes')).body.sinks).toEqual([]);
});

test('a node that goes stays known as absent, and is told when it comes back', async () => {
  const watched = await desk.watch('/patchbay/nodes');
  await watched.next();
  const { devices } = desk.audio;
  desk.audio.become({ devices: devices.map((device) => ({ ...device, present: false })) });
  expect((await watched.next()).row.sources[0]).toMatchObject({ id: 'virtual-32x16', present: false });
  desk.audio.become({ devices });
  expect((await watched.next()).row.sources[0]).toMatchObject({ id: 'virtual-32x16', present: true });
  watched.close();
});

test('devices and stageboxes are those of the desk', async () => {
  expect((await desk.get('/patchbay/devices')).body.devices).toEqual([
    {
      ...{ id: 'virtual-32x16', label: 'virtual-32x16', model: 'virtual-32x16', transport: 'virtual' },
      ...{ driver: 'virtual', present: true, driving: true, inputs: 32, outputs: 16 },
    },
  ]);
  const [first] = (await desk.get('/patchbay/stageboxes')).body.devices;
  expect(Object.keys(first)).toEqual(['id', 'label', 'model', 'transport', 'present']);
});

test('policies are one value: the list of all, and the word on one source', async () => {
  expect((await desk.get('/patchbay/ignored/usb-box')).body).toEqual({ policy: 'offered' });
  await desk.patch('/patchbay/ignored', { policies: { 'usb-box': 'no-auto-patch' } });
  expect((await desk.get('/patchbay/ignored/usb-box:in-1')).body).toEqual({ policy: 'no-auto-patch' });
  await desk.patch('/patchbay/ignored/usb-box:in-1', { policy: 'leave-alone' });
  expect((await desk.get('/patchbay/ignored')).body.policies).toEqual({
    'usb-box': 'no-auto-patch',
    'usb-box:in-1': 'leave-alone',
  });
  expect((await desk.patch('/patchbay/ignored/usb-box', { policy: 'gone' })).status).toBe(422);
});

test('links that others made are listed, each with an address, while they last; ours are not among them', async () => {
  const foreign = link('player:out', 'virtual-32x16:out-1', 'session-manager');
  desk.audio.graph.become({ links: [foreign, link('mixer:main-1-left', 'virtual-32x16:out-1', 'rowdesk')] });
  const edge = { edgeId: foreign.id, from: foreign.from, to: foreign.to, owner: 'session-manager', since };
  expect((await desk.get('/patchbay/external')).body).toEqual({ edges: [edge] });
  const path = `/patchbay/external/${foreign.id}`;
  expect((await desk.get(path)).body).toEqual(edge);
  await walkRow(desk, path);
  const watched = await desk.watch(path);
  await watched.next();
  desk.audio.graph.become({ links: [] });
  expect((await watched.next()).event).toBe('gone');
  expect((await desk.get(path)).status).toBe(404);
});

test('exclusive: held is what is seen, never what is wished for; who shares is a warning', async () => {
  expect((await desk.patch('/patchbay/exclusive', { wanted: 'all' })).body).toEqual({ wanted: 'all', held: 'all' });
  desk.audio.graph.become({ links: [link(stagebox(1), 'recorder:in', 'recorder')] });
  expect((await desk.get('/patchbay/exclusive')).body.held).toBe('outputs');
  desk.audio.graph.become({ links: [link('player:out', 'virtual-32x16:out-1', 'player')] });
  expect((await desk.get('/patchbay/exclusive')).body.held).toBe('none');
  expect((await desk.get('/warnings/patchbay-shared')).body.detail).toContain('Links of player');
  desk.audio.graph.become({ links: [] });
  expect((await desk.get('/warnings/patchbay-shared')).status).toBe(404);
  expect((await desk.patch('/patchbay/exclusive', { wanted: 'outputs' })).body.held).toBe('outputs');
});

test('hot inputs have signal and no strip', async () => {
  const levels = [1, 2, 3].map((n) => ({ portId: stagebox(n), levelDb: -20 - n }));
  desk.audio.answers.set('mixer inputLevels', () => ({ levels: [...levels, { portId: stagebox(9), levelDb: -100 }] }));
  await desk.patch('/channel/input/1', { spareSourceId: stagebox(1) });
  await desk.patch(`/patchbay/ignored/${stagebox(2)}`, { policy: 'leave-alone' });
  const { inputs } = (await desk.get('/patchbay/hotInputs')).body;
  expect(inputs).toEqual([{ sourceId: stagebox(3), levelDb: -23, since: expect.stringMatching(/^\d{4}-/) }]);
});

test('disconnect says what would go, and takes it only when apply is true', async () => {
  await desk.patch('/channel/input/1', { sourceId: stagebox(1), spareSourceId: stagebox(2) });
  await desk.patch('/channel/input/2', { sourceId: stagebox(2) });
  const foreign = link('player:out', 'virtual-32x16:out-9', 'player');
  desk.audio.graph.become({ links: [foreign] });
  const edges = ['virtual-32x16:in-2~-mixer:input-1', 'virtual-32x16:in-2~-mixer:input-2', foreign.id, 'nothing'];
  const before = (await desk.get('/patch')).body;
  const preview = await run('/patchbay/disconnect', { edges });
  expect(preview.params).toMatchObject({ edges, all: false, apply: false });
  expect(preview.report).toMatchObject({ preview: true, disconnected: [], wouldDisconnect: edges.slice(0, 2) });
  expect(preview.report.kept).toEqual([
    { edge: foreign.id, reason: expect.stringContaining('player made it') },
    { edge: 'nothing', reason: 'there is no such edge' },
  ]);
  expect((await desk.get('/patch')).body).toEqual(before);
  const { report } = await run('/patchbay/disconnect', { edges: edges.slice(0, 2), apply: true });
  expect(report).toEqual({ outcome: 'applied', disconnected: edges.slice(0, 2), kept: [] });
  expect((await desk.get('/patch')).body.inputs).toMatchObject([{ sourceId: stagebox(1), spareSourceId: '' }]);
});

test('disconnect of all leaves alone what is to be left alone; apply is for one run', async () => {
  await desk.patch('/channel/aux/1', { sourceId: stagebox(1) });
  await desk.patch('/channel/input/2', { sourceId: stagebox(9) });
  await desk.patch(`/patchbay/ignored/${stagebox(9)}`, { policy: 'leave-alone' });
  expect((await run('/patchbay/disconnect', { apply: true })).code).toBe('conflict');
  const { report } = await run('/patchbay/disconnect', { all: true, apply: true });
  expect(report).toMatchObject({ outcome: 'in-part', kept: [{ edge: 'virtual-32x16:in-9~-mixer:input-2' }] });
  expect((await desk.get('/patch')).body).toMatchObject({ inputs: [{ sourceId: stagebox(9) }], outputs: [] });
  expect((await desk.get('/patchbay/disconnect')).body).toMatchObject({ apply: false, all: false });
});

test('holds what a row must hold', async () => {
  const names = [
    'devices',
    'disconnect',
    'exclusive',
    'external',
    'filter',
    'hotInputs',
    'ignored',
    'ignored/x:1',
    'nodes',
    'stageboxes',
  ];
  for (const name of names) await walkRow(desk, `/patchbay/${name}`, { runs: 10 });
});

test('continuous are those that interface.md names', async () => {
  const rows = desk.host.rows.templates().filter(({ template }) => /^\/patch/.test(template));
  expect(
    rows
      .filter(({ continuous }) => continuous)
      .map(({ template }) => template)
      .sort(),
  ).toEqual([
    '/patchbay/disconnect',
    '/patchbay/external',
    '/patchbay/external/{edgeId}',
    '/patches',
    '/patches/delete',
    '/patches/store',
    '/patches/{id}',
    '/patches/{id}/apply',
  ]);
});
