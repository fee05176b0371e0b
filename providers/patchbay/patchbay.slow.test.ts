import { quickWalk, serverOf, startTestHost, type TestHost, walkRow } from 'rowdesk/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

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
const server = serverOf('server', { label: 'Server', readOnly: 'it is only read' });
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

test('a port is hidden by itself: by a glob, by its policy, and not where its own policy offers it', async () => {
  const box = 'virtual-32x16';
  const port = (name: string) => `${box}:${name}`;
  const nodes = async () => {
    const { sources, sinks, hidden } = (await desk.get('/patchbay/nodes')).body;
    const ports = (list: { id: string; ports: { id: string }[] }[]) =>
      list.filter(({ id }) => id === box).flatMap((node) => node.ports.map(({ id }) => id));
    return { sources: ports(sources), sinks: ports(sinks), hidden: ports(hidden) };
  };
  await desk.patch('/patchbay/filter', { exclude: [port('in-3'), port('out-1?')] });
  expect((await nodes()).hidden).toEqual([port('in-3'), ...Array.from({ length: 7 }, (_, n) => port(`out-${10 + n}`))]);
  expect((await nodes()).sources).toHaveLength(31);
  expect((await nodes()).sinks).toHaveLength(9);
  await desk.patch('/patchbay/filter', { include: [port('in-1')], exclude: [] });
  expect(await nodes()).toMatchObject({ sources: [port('in-1')], sinks: [] });
  await desk.patch('/patchbay/filter', { include: ['*'] });
  await desk.patch(`/patchbay/ignored/${port('in-1')}`, { policy: 'leave-alone' });
  expect((await nodes()).hidden).toEqual([port('in-1')]);
  await desk.patch('/patchbay/ignored', { policies: { [box]: 'leave-alone', [port('in-2')]: 'offered' } });
  expect(await nodes()).toMatchObject({ sources: [port('in-2')], sinks: [] });
  expect((await nodes()).hidden).toHaveLength(47);
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
  const { status, body } = await desk.patch('/patchbay/ignored', { policies: { 'no id': 17 } });
  expect([status, body.errors?.[0]]).toMatchObject([422, { field: 'policies/no id', code: 'unknown-field' }]);
  expect(body.errors[0].message).toContain('a name is ');
});

test('links that others made are listed, each with an address, while they last; ours are not among them', async () => {
  const foreign = link('player:out', 'virtual-32x16:out-1', 'session-manager');
  desk.audio.graph.become({ links: [foreign, link('mixer:main-1-left', 'virtual-32x16:out-1', 'rowdesk')] });
  const edge = { edgeId: foreign.id, from: foreign.from, to: foreign.to, owner: 'session-manager', since };
  expect((await desk.get('/patchbay/external')).body).toEqual({ edges: [edge] });
  const path = `/patchbay/external/${foreign.id}`;
  expect((await desk.get(path)).body).toEqual(edge);
  await walkRow(desk, path, quickWalk);
  const watched = await desk.watch(path);
  await watched.next();
  desk.audio.graph.become({ links: [] });
  expect((await watched.next()).event).toBe('gone');
  expect((await desk.get(path)).status).toBe(404);
});

describe('exclusive', () => {
  const wants = async (wanted: string) => {
    await desk.patch('/patchbay/exclusive', { wanted });
    return (await desk.get('/patchbay/exclusive')).body.held;
  };

  test('what is wanted for the desk alone is told to the graph; held is what the graph says that it holds', async () => {
    expect(await wants('all')).toBe('all');
    expect(desk.audio.target('graph').value('/patchbay/exclusive', 'wanted')).toBe('all');
    expect(await wants('outputs')).toBe('outputs');
    desk.audio.target('graph').report('/patchbay/exclusive', 'wanted', 'none');
    expect((await desk.get('/patchbay/exclusive')).body).toEqual({ wanted: 'outputs', held: 'none' });
  });

  test('a graph that does not hold it leaves it wanted, and a warning has its reason', async () => {
    desk.audio.target('graph').refuse('/patchbay/exclusive', 'wanted', 'another desk has it');
    expect(await wants('all')).toBe('none');
    desk.audio.graph.notify();
    expect((await desk.get('/warnings/patchbay-shared')).body.detail).toContain('another desk has it');
  });

  test('while no mixer runs nothing is held', async () => {
    expect(await wants('all')).toBe('all');
    desk.audio.target('graph').leave('the audio process ended');
    expect((await desk.get('/patchbay/exclusive')).body).toEqual({ wanted: 'all', held: 'none' });
  });

  test('links of others are seen, whatever the graph says, and who made them is a warning while they last', async () => {
    expect(await wants('all')).toBe('all');
    desk.audio.graph.become({ links: [link(stagebox(1), 'recorder:in', 'recorder')] });
    expect((await desk.get('/patchbay/exclusive')).body.held).toBe('outputs');
    desk.audio.graph.become({ links: [link('player:out', 'virtual-32x16:out-1', 'player')] });
    expect((await desk.get('/patchbay/exclusive')).body.held).toBe('none');
    expect((await desk.get('/warnings/patchbay-shared')).body.detail).toContain('links of player are at ports');
    desk.audio.graph.become({ links: [] });
    expect((await desk.get('/warnings/patchbay-shared')).status).toBe(404);
  });

  test('a server that is only read is not held, with its reason, unless it is hidden from the patchbay', async () => {
    expect(await wants('outputs')).toBe('outputs');
    const sink = node('server:hall', [port('server:hall:in', 'sink')]);
    desk.audio.graph.become({ servers: [server], others: [sink] });
    expect((await desk.get('/patchbay/exclusive')).body).toEqual({ wanted: 'outputs', held: 'none' });
    expect((await desk.get('/warnings/patchbay-shared')).body.detail).toContain('Server is not held: it is only read');
    await desk.patch('/patchbay/filter', { exclude: ['server:*'] });
    expect((await desk.get('/patchbay/exclusive')).body.held).toBe('outputs');
    await desk.patch('/patchbay/filter', { exclude: [] });
    // What only gives sound is nothing that the desk could play to.
    desk.audio.graph.become({ others: [node('server:player', [port('server:player:out', 'source')])] });
    expect((await desk.get('/patchbay/exclusive')).body.held).toBe('outputs');
    expect(await wants('all')).toBe('none');
  });
});

describe('exclusive on an audio server that can be changed', () => {
  const port = (id: string, direction: 'source' | 'sink', devicePort: string) => ({
    ...{ id: `server:rowdesk:${id}`, label: id, direction, channel: 1, latencyFrames: null, devicePort },
  });
  const own = {
    ...node('server:rowdesk', [port('out_1', 'source', 'io:out-1'), port('in_1', 'sink', 'io:in-1')]),
    kind: 'mixer' as const,
  };
  const ours = [
    link('server:rowdesk:out_1', 'server:hall:FL', 'rowdesk'),
    link('server:mic:capture', 'server:rowdesk:in_1', 'rowdesk'),
  ];
  const played = link('server:player:out', 'server:hall:FL', 'player');
  const taken = link('server:rowdesk:out_1', 'server:recorder:in', 'recorder');
  const given = link('server:player:out', 'server:rowdesk:in_1', 'player');
  const heard = link('server:mic:capture', 'server:chat:in', 'chat');
  const elsewhere = link('server:player:out', 'server:room:FL', 'player');
  const all = [...ours, played, taken, given, heard, elsewhere];

  beforeEach(() => {
    desk.audio.target('graph:server');
    desk.audio.answers.set('graph:server disconnect', ({ links }) => {
      const ended = (links as { from: string; to: string }[]).map(({ from, to }) => `server:${from} server:${to}`);
      desk.audio.graph.become({
        links: desk.audio.graph.links.filter(({ from, to }) => !ended.includes(`${from} ${to}`)),
      });
      return {};
    });
    desk.audio.graph.become({ servers: [serverOf('server')], others: [own], links: all });
  });
  const wants = async (wanted: string) => {
    await desk.patch('/patchbay/exclusive', { wanted });
    desk.audio.graph.notify();
    await new Promise(setImmediate);
    return (await desk.get('/patchbay/exclusive')).body.held;
  };
  const left = () => desk.audio.graph.links;

  test('outputs: what others play to, or take from the desk, ends; all: what they give it, or hear with it, too', async () => {
    expect(await wants('none')).toBe('none');
    expect(left()).toEqual(all);
    expect(await wants('outputs')).toBe('outputs');
    expect(left()).toEqual([...ours, given, heard, elsewhere]);
    expect(await wants('all')).toBe('all');
    expect(left()).toEqual([...ours, elsewhere]);
  });

  test('links of what is left alone, and of what is filtered, stay', async () => {
    await desk.patch('/patchbay/ignored/server:hall:FL', { policy: 'leave-alone' });
    await desk.patch('/patchbay/filter', { exclude: ['server:recorder'] });
    expect(await wants('outputs')).toBe('outputs');
    expect(left()).toEqual(all);
  });

  test('a link that is made again is ended again, and not at every change', async () => {
    await wants('outputs');
    const calls = () => desk.audio.calls.filter(({ method }) => method === 'disconnect').length;
    const before = calls();
    for (let times = 0; times < 5; times++) desk.audio.graph.become({ links: [...ours, played] });
    await new Promise(setImmediate);
    expect(calls() - before).toBeLessThan(2);
    expect((await desk.get('/patchbay/exclusive')).body.held).toBe('none');
  });
});

test('hot inputs have signal and no strip', async () => {
  const levels = [1, 2, 3].map((n) => ({ portId: stagebox(n), levelDb: -20 - n }));
  desk.audio.answers.set('mixer inputLevels', () => ({ levels: [...levels, { portId: stagebox(9), levelDb: -100 }] }));
  await desk.patch('/channel/input/1', { spareSourceId: stagebox(1) });
  await desk.patch(`/patchbay/ignored/${stagebox(2)}`, { policy: 'leave-alone' });
  const { inputs } = (await desk.get('/patchbay/hotInputs')).body;
  const since = expect.stringMatching(/^\d{4}-/);
  expect(inputs).toEqual([{ sourceId: stagebox(3), levelDb: -23, since, policy: 'offered' }]);
  await desk.patch('/patchbay/ignored/virtual-32x16', { policy: 'no-auto-patch' });
  expect((await desk.get('/patchbay/hotInputs')).body.inputs).toMatchObject([{ policy: 'no-auto-patch' }]);
});

describe('disconnect', () => {
  const foreign = link('player:out', 'virtual-32x16:out-9', 'player');
  const other = link('player:out', 'virtual-32x16:out-10', 'player');

  /** A graph in which links can be ended. */
  const obeys = () =>
    desk.audio.answers.set('graph disconnect', ({ links }) => {
      const ended = links as { from: string; to: string }[];
      const isLeft = (each: typeof foreign) => !ended.some(({ from, to }) => each.from === from && each.to === to);
      desk.audio.graph.become({ links: desk.audio.graph.links.filter(isLeft) });
      return {};
    });

  test('says which links of others would end, and ends them only when apply is true', async () => {
    obeys();
    const own = link('mixer:main-1-left', 'virtual-32x16:out-1', 'rowdesk');
    desk.audio.graph.become({ links: [foreign, own] });
    const preview = await run('/patchbay/disconnect', {});
    expect(preview.params).toEqual({ apply: false, edges: [foreign.id] });
    expect(preview.report).toEqual({
      ...{ preview: true, disconnected: [], wouldDisconnect: [foreign.id], kept: [] },
    });
    expect(desk.audio.graph.links).toEqual([foreign, own]);
    const { params, report } = await run('/patchbay/disconnect', { apply: true });
    expect(params).toEqual({ apply: true, edges: [foreign.id] });
    expect(report).toEqual({ outcome: 'applied', disconnected: [foreign.id], kept: [] });
    expect(desk.audio.graph.links).toEqual([own]);
    // It was for one run.
    expect((await desk.get('/patchbay/disconnect')).body.apply).toBe(false);
  });

  test('only running and apply can be written', async () => {
    const { fields } = await desk.options('/patchbay/disconnect');
    const writable = Object.entries(fields).filter(([, { access }]) => access === 'rw');
    expect(writable.map(([name]) => name)).toEqual(['running', 'apply']);
    expect((await desk.patch('/patchbay/disconnect', { running: true, all: true })).status).toBe(422);
  });

  test('what the filter leaves out and what is to be left alone is kept, with the reason', async () => {
    obeys();
    desk.audio.graph.become({ links: [foreign, other] });
    await desk.patch('/patchbay/ignored/virtual-32x16:out-10', { policy: 'leave-alone' });
    const kept = [{ edge: other.id, reason: 'virtual-32x16:out-10 is to be left alone' }];
    const some = await run('/patchbay/disconnect', { apply: true });
    expect(some.report).toEqual({ outcome: 'in-part', disconnected: [foreign.id], kept });
    await desk.patch('/patchbay/ignored', { policies: {} });
    await desk.patch('/patchbay/filter', { exclude: ['player'] });
    const none = await run('/patchbay/disconnect', { apply: true });
    expect(none.report).toEqual({
      ...{ outcome: 'refused', disconnected: [] },
      kept: [{ edge: other.id, reason: 'the filter leaves out player' }],
    });
  });

  test('what is made again, and what a graph refuses to end, stays with the reason', async () => {
    desk.audio.graph.become({ links: [foreign] });
    const again = await run('/patchbay/disconnect', { apply: true });
    expect(again.report.kept).toEqual([
      { edge: foreign.id, reason: 'it is still there: player may have made it again' },
    ]);
    desk.audio.answers.set('graph disconnect', () => {
      throw new Error('nobody but the mixer links anything');
    });
    const refused = await run('/patchbay/disconnect', { apply: true });
    expect(refused.report).toMatchObject({
      ...{ outcome: 'refused', kept: [{ edge: foreign.id, reason: 'nobody but the mixer links anything' }] },
    });
  });

  test('links on a server that is only read stay', async () => {
    const onServer = link('server:player:out', 'server:hall:in', 'player');
    desk.audio.graph.become({ servers: [server], links: [onServer] });
    const { report, params } = await run('/patchbay/disconnect', { apply: true });
    expect(params.edges).toEqual([]);
    expect(report).toEqual({
      ...{ outcome: 'refused', disconnected: [], kept: [{ edge: onServer.id, reason: 'Server: it is only read' }] },
    });
  });

  test('links on a server that can be changed are ended there, by the names that it has for them', async () => {
    const onServer = link('server:player:out', 'server:hall:in', 'player');
    desk.audio.graph.become({ servers: [{ ...server, readOnly: '' }], links: [onServer] });
    desk.audio.target('graph:server');
    desk.audio.answers.set('graph:server disconnect', () => {
      desk.audio.graph.become({ links: [] });
      return {};
    });
    const { report } = await run('/patchbay/disconnect', { apply: true });
    expect(report).toEqual({ outcome: 'applied', disconnected: [onServer.id], kept: [] });
    expect(desk.audio.calls.at(-1)).toEqual({
      ...{ target: 'graph:server', method: 'disconnect', args: { links: [{ from: 'player:out', to: 'hall:in' }] } },
    });
  });
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
  for (const name of names) await walkRow(desk, `/patchbay/${name}`, quickWalk);
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
    '/patches/{id}',
    '/patches/{id}/apply',
  ]);
});
