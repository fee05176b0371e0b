import { expect, test } from 'vitest';
import type { ServerEvent } from './native.ts';
import { ServerGraph } from './server-graph.ts';

const added = (id: number, type: string, properties: Record<string, string>): ServerEvent => ({
  what: 'added',
  id,
  type,
  isDestroyable: true,
  properties,
});
/** A node and what it says of itself. */
const node = (id: number, name: string, mediaClass = 'Stream/Output/Audio', priority = '0', more = {}) => [
  added(id, 'Node', { 'node.name': name, 'media.class': mediaClass, 'priority.driver': priority }),
  { what: 'node', id, error: '', properties: more } as const,
];
const port = (id: number, of: number, name: string, direction = 'out', place = '0') =>
  added(id, 'Port', {
    ...{ 'node.id': String(of), 'port.name': name, 'port.direction': direction, 'port.id': place },
    'format.dsp': '32 bit float mono audio',
  });
const link = (id: number, from: number, to: number, client = '', properties = {}) => [
  added(id, 'Link', { 'link.output.port': String(from), 'link.input.port': String(to), 'client.id': client }),
  { what: 'link', id, error: '', properties } as const,
];

type Events = readonly (ServerEvent | readonly ServerEvent[])[];
function take(graph: ServerGraph, ...events: Events): void {
  for (const event of events.flat() as ServerEvent[]) graph.take(event, 5000);
}
function graphOf(...events: Events): ServerGraph {
  const graph = new ServerGraph('desk');
  take(graph, ...events, { what: 'ready' });
  return graph;
}

test('until the server has listed all objects the graph is empty, with the reason', () => {
  const graph = new ServerGraph('desk');
  take(graph, node(1, 'player'));
  expect(graph.read()).toMatchObject({ nodes: [], reason: 'it has not told yet what there is' });
  graph.take({ what: 'ready' }, 0);
  expect(graph.read()).toMatchObject({ nodes: [{ id: 'player', kind: 'stream' }], reason: '' });
});

test('two players of one name have two ids, and each keeps its own when the other goes', () => {
  const graph = graphOf(node(1, 'player'), port(11, 1, 'out'), node(2, 'player'), port(12, 2, 'out'));
  expect(graph.read().nodes.map(({ id, ports }) => [id, ports[0]?.id])).toEqual([
    ['player', 'player:out'],
    ['player-2', 'player-2:out'],
  ]);
  graph.take({ what: 'removed', id: 1 }, 0);
  take(graph, node(3, 'player'));
  expect(graph.read().nodes.map(({ id }) => id)).toEqual(['player-2', 'player']);
});

test('two sinks of one description are told apart by their names, in whatever order the server lists them', () => {
  const sink = (id: number, name: string): readonly ServerEvent[] => [
    added(id, 'Node', { 'node.name': name, 'node.description': 'USB Audio', 'media.class': 'Audio/Sink' }),
    { what: 'node', id, error: '', properties: {} },
  ];
  const idsOf = (...events: Events) => graphOf(...events).read();
  const [left, right] = ['alsa_output.usb-left', 'alsa_output.usb-right'];
  const first = idsOf(
    sink(1, left),
    port(11, 1, 'playback_FL', 'in'),
    sink(2, right),
    port(12, 2, 'playback_FL', 'in'),
  );
  const second = idsOf(
    sink(5, right),
    port(15, 5, 'playback_FL', 'in'),
    sink(9, left),
    port(19, 9, 'playback_FL', 'in'),
  );
  for (const { nodes } of [first, second]) {
    expect(nodes.map(({ id, label }) => [id, label]).sort()).toEqual([
      [left, 'USB Audio'],
      [right, 'USB Audio'],
    ]);
    expect(nodes.map(({ ports }) => ports[0]?.id).sort()).toEqual([`${left}:playback_FL`, `${right}:playback_FL`]);
  }
});

test('the owner of a link is who made it, even when the number of that client means somebody else by now', () => {
  const box = [node(1, 'a'), port(11, 1, 'out'), node(2, 'b'), port(12, 2, 'in', 'in')];
  const graph = graphOf(...box, added(7, 'Client', { 'application.name': 'qpwgraph' }), link(20, 11, 12, '7'));
  graph.take({ what: 'removed', id: 7 }, 0);
  graph.take(added(7, 'Client', { 'application.name': 'somebody else' }), 0);
  expect(graph.read().links).toEqual([{ from: 'a:out', to: 'b:in', owner: 'qpwgraph', sinceMs: 5000 }]);
  graph.take({ what: 'removed', id: 11 }, 0);
  expect(graph.read().links).toEqual([]);
});

test('ports that carry no audio are left out, and so are nodes that have nothing to do with it', () => {
  const midi = added(11, 'Port', {
    'node.id': '1',
    'port.name': 'm',
    'port.direction': 'out',
    'format.dsp': '8 bit raw midi',
  });
  expect(graphOf(node(1, 'keys', 'Midi/Bridge'), midi, node(2, 'camera', 'Video/Source')).read().nodes).toEqual([]);
});

test('channels count from 1 within a direction, in the order of the server', () => {
  const ports = [port(13, 1, 'b', 'in', '1'), port(12, 1, 'a', 'in', '0'), port(14, 1, 'm', 'out', '0')];
  const [only] = graphOf(node(1, 'box', 'Audio/Sink'), ...ports).read().nodes;
  expect(only?.ports.map(({ id, channel }) => `${id} ${channel}`)).toEqual(['box:a 1', 'box:m 1', 'box:b 2']);
});

test('of several clocks the one that most follow drives, then the one of the highest priority', () => {
  const graph = graphOf(node(1, 'a', 'Audio/Sink', '5'), node(2, 'b', 'Audio/Sink', '9'));
  const run = (id: number, followers: number) => ({ node: id, rate: 48000, quantum: id, followers });
  graph.take({ what: 'profile', drivers: [run(1, 0), run(2, 0)] }, 0);
  expect(graph.read()).toMatchObject({ driving: 'b', quantum: 2 });
  graph.take({ what: 'profile', drivers: [run(1, 3)] }, 0);
  expect(graph.read()).toMatchObject({ driving: 'a', quantum: 1 });
});

test('a cycle like the one before is no change, and a driver that says nothing for a second does not run', () => {
  const graph = graphOf(node(1, 'a', 'Audio/Sink'));
  const profile: ServerEvent = { what: 'profile', drivers: [{ node: 1, rate: 48000, quantum: 64, followers: 1 }] };
  expect([graph.take(profile, 0), graph.take(profile, 900)]).toEqual([true, false]);
  expect([graph.settle(1800), graph.read().rate]).toEqual([false, 48000]);
  expect([graph.settle(1901), graph.read().rate, graph.settle(1902)]).toEqual([true, 0, false]);
});

test('a latency is the sum of quanta, frames and time of the cycle that runs, and unknown where that is not known', () => {
  const graph = graphOf(node(1, 'a', 'Audio/Sink'), port(11, 1, 'in', 'in'));
  const latency = { what: 'latency', port: 11, quanta: 2, frames: 10, nanoseconds: 1e6 } as const;
  const frames = () => graph.read().nodes[0]?.ports[0]?.latencyFrames;
  expect(frames()).toBeNull();
  expect(graph.take({ ...latency, isInput: false }, 0)).toBe(false);
  graph.take({ ...latency, isInput: true }, 0);
  expect(frames()).toBeNull();
  graph.take({ what: 'profile', drivers: [{ node: 1, rate: 48000, quantum: 64, followers: 1 }] }, 0);
  expect(frames()).toBe(2 * 64 + 10 + 48);
  graph.take({ ...latency, isInput: true, quanta: 0, nanoseconds: 0 }, 0);
  graph.settle(2000);
  expect(frames()).toBe(10);
});

test('a latency below nothing is none, and one of more than 10 s is not believed', () => {
  const graph = graphOf(node(1, 'a', 'Audio/Sink'), port(11, 1, 'in', 'in'));
  graph.take({ what: 'profile', drivers: [{ node: 1, rate: 48000, quantum: 64, followers: 1 }] }, 0);
  const framesOf = (nanoseconds: number) => {
    graph.take({ what: 'latency', port: 11, isInput: true, quanta: 1, frames: 0, nanoseconds }, 0);
    return graph.read().nodes[0]?.ports[0]?.latencyFrames;
  };
  expect([framesOf(-50e6), framesOf(9e9), framesOf(2 ** 64)]).toEqual([0, 432_064, null]);
});

const setting = (key: string, value: string): ServerEvent => ({ what: 'setting', metadata: 'default', key, value });

test('a node is not shown before it has said what it is', () => {
  const [announced, said] = node(1, 'player');
  const graph = graphOf(announced as ServerEvent);
  expect(graph.read().nodes).toEqual([]);
  expect(graph.take(said as ServerEvent, 0)).toBe(true);
  expect(graph.read().nodes).toMatchObject([{ id: 'player' }]);
});

test("the desk's node is a mixer whose ports bear the desk's own names; the node of another desk is a stream", () => {
  const properties = (desk: string) => ({ 'rowdesk.desk': desk, 'rowdesk.device': 'pipewire-0-io' });
  const own = [node(1, 'rowdesk', '', '0', properties('desk')), port(11, 1, 'out_2'), port(12, 1, 'in_1', 'in')];
  const other = [node(2, 'rowdesk', '', '0', properties('other')), port(21, 2, 'out_2')];
  const [first, second] = graphOf(...own, ...other).read().nodes;
  expect(first).toMatchObject({ id: 'rowdesk', kind: 'mixer' });
  expect(first?.ports.map((each) => each.devicePort)).toEqual(['pipewire-0-io:out-2', 'pipewire-0-io:in-1']);
  expect(second).toMatchObject({ id: 'rowdesk-2', kind: 'stream' });
  expect(second?.ports.map((each) => each.devicePort)).toEqual([undefined]);
});

test('a node in error has its reason, until it works again', () => {
  const graph = graphOf(node(1, 'card', 'Audio/Sink'));
  expect(graph.read().nodes[0]?.reason).toBeUndefined();
  expect(graph.take({ what: 'node', id: 1, error: 'No such device' }, 0)).toBe(true);
  expect(graph.read().nodes[0]).toMatchObject({ id: 'card', reason: 'No such device' });
  graph.take({ what: 'node', id: 1, error: '' }, 0);
  expect(graph.read().nodes[0]?.reason).toBeUndefined();
});

test('drivers are the nodes that can drive in time, with rate and quantum where they run', () => {
  const drives = { 'node.driver': 'true' };
  const graph = graphOf(
    node(1, 'card', 'Audio/Sink', '700', drives),
    node(2, 'Dummy-Driver', '', '200', drives),
    node(3, 'Freewheel-Driver', '', '190', { ...drives, 'node.freewheel': 'true' }),
    node(4, 'player'),
    { what: 'profile', drivers: [{ node: 1, rate: 48000, quantum: 64, followers: 1 }] },
  );
  expect(graph.read().drivers).toEqual([
    { node: 'card', priority: 700, rate: 48000, quantum: 64 },
    { node: 'Dummy-Driver', priority: 200, rate: 0, quantum: 0 },
  ]);
  expect(graph.read().nodes.map(({ id }) => id)).toEqual(['card', 'Dummy-Driver', 'player']);
});

test('the defaults are nodes that are there; anything else in the metadata is no choice', () => {
  const metadata = added(9, 'Metadata', { 'metadata.name': 'default' });
  const graph = graphOf(
    metadata,
    node(1, 'my card', 'Audio/Sink'),
    setting('default.audio.sink', '{"name":"my card"}'),
  );
  expect(graph.read()).toMatchObject({ defaultSink: 'my~20card', defaultSource: '' });
  for (const value of ['{"name":"gone"}', '{"name":7}', 'null', 'no JSON', '']) {
    graph.take(setting('default.audio.sink', value), 0);
    expect(graph.read().defaultSink).toBe('');
  }
  graph.take(setting('default.audio.sink', '{"name":"my card"}'), 0);
  graph.take({ what: 'removed', id: 9 }, 0);
  expect(graph.read().defaultSink).toBe('');
});

test('a link of this desk, or one that it wants, is its own', () => {
  const box = [node(1, 'a'), port(11, 1, 'out'), node(2, 'b'), port(12, 2, 'in', 'in')];
  const owner = (...events: Events) => graphOf(...box, ...events).read().links[0]?.owner;
  expect(owner(link(20, 11, 12, '', { 'rowdesk.desk': 'desk' }))).toBe('rowdesk');
  expect(owner(link(20, 11, 12, '', { 'rowdesk.desk': 'other' }))).toBe('unknown');
  expect(graphOf(...box, link(20, 11, 12)).read(() => true).links[0]?.owner).toBe('rowdesk');
});
