import { beforeEach, expect, test } from 'vitest';
import { Adapters } from './adapters.ts';
import type { PortConfig, ServerEvent } from './native.ts';
import { ServerGraph } from './server-graph.ts';

let graph: ServerGraph;
let adapters: Adapters;
let configured: [node: number, config: PortConfig][];
const added = (id: number, type: string, properties: Record<string, string>): ServerEvent => ({
  ...{ what: 'added', id, type, isDestroyable: true, properties },
});
const node = (id: number, mediaClass: string, isConfigurable = true) => {
  graph.take(added(id, 'Node', { 'node.name': `node ${id}`, 'media.class': mediaClass }), 0);
  graph.take({ what: 'node', id, error: '', isConfigurable, properties: {} }, 0);
};
const keep = (nowMs: number) =>
  adapters.keep(graph, { configure: (number, config) => void configured.push([number, config]) }, 0, nowMs);

beforeEach(() => {
  graph = new ServerGraph('desk');
  adapters = new Adapters();
  configured = [];
  graph.take({ what: 'ready' }, 0);
});

test('an adapter without ports gets them by its class, after the time that a session manager has', () => {
  const classes = ['Audio/Sink', 'Audio/Source', 'Audio/Source/Virtual', 'Stream/Output/Audio', 'Stream/Input/Audio'];
  for (const [n, mediaClass] of classes.entries()) node(n + 1, mediaClass);
  node(6, 'Video/Source');
  node(7, 'Audio/Sink', false);
  keep(1499);
  expect(configured).toEqual([]);
  keep(1500);
  const rate = 48_000;
  expect(configured).toEqual([
    [1, { isInput: true, isMonitored: true, rate }],
    [2, { isInput: false, isMonitored: false, rate }],
    [3, { isInput: true, isMonitored: true, rate }],
    [4, { isInput: false, isMonitored: false, rate }],
    [5, { isInput: true, isMonitored: false, rate }],
  ]);
});

test.each(['WirePlumber', 'WirePlumber [export]', 'pipewire-media-session'])(
  'beside %s adapters are left alone',
  (name) => {
    node(1, 'Audio/Sink');
    graph.take(added(9, 'Client', { 'application.name': name }), 0);
    keep(10_000);
    expect(configured).toEqual([]);
    graph.take({ what: 'removed', id: 9 }, 0);
    keep(10_000);
    expect(configured).toHaveLength(1);
  },
);

test('one with ports is left as it is, and one that stays without is tried three times', () => {
  node(1, 'Audio/Sink');
  node(2, 'Audio/Sink');
  graph.take(added(11, 'Port', { 'node.id': '1', 'port.name': 'playback_FL', 'port.direction': 'in' }), 0);
  for (let nowMs = 2000; nowMs < 60_000; nowMs += 500) keep(nowMs);
  expect(configured.map(([number]) => number)).toEqual([2, 2, 2]);
});
