import type { GraphNode, GraphPort } from 'rowdesk/provider';
import { startTestHost, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';

let desk: TestHost;
beforeEach(async () => {
  desk = await startTestHost({ strips: 'all', providers: ['console', 'channel', 'stagebox', 'patch'] });
});
afterEach(() => desk.close());

const port = (id: string, direction: GraphPort['direction'], channel: number): GraphPort => ({
  ...{ id, direction, channel, label: id, latencyFrames: 0 },
});
const node = (id: string, label: string, ports: readonly GraphPort[]): GraphNode => ({
  ...{ id, label, ports, device: 'server', kind: 'device', present: true, driver: 'server' },
});
const lines = () => desk.host.summary.lines;

test('a new desk says what drives it, that nothing feeds it, and where its mains go', () => {
  expect(lines()).toEqual([
    'virtual-32x16 drives the desk: 48000 Hz, blocks of 64 frames',
    'in:  nothing is patched',
    expect.stringMatching(/^out: main 1 \(fader down\) -> virtual-32x16/),
  ]);
});

test('ports have the labels of their nodes, both legs of a strip are one connection, and the fader is said', async () => {
  const others = [
    node('server:mic', 'Built-in <mic>', [port('server:mic:1', 'source', 1), port('server:mic:2', 'source', 2)]),
    node('server:out', 'Speakers', [port('server:out:1', 'sink', 1), port('server:out:2', 'sink', 2)]),
  ];
  desk.audio.graph.become({ others });
  await desk.patch('/channel/input/1', { sourceId: 'server:mic:2' });
  await desk.patch('/channel/input/2', { sourceId: 'gone:1' });
  await desk.patch('/channel/main/1', { levelDb: -20 });
  const strip = { kind: 'main', index: 1 };
  await desk.patch('/patch/outputs', {
    outputs: [
      { strip, leg: 'left', portId: 'server:out:1', levelDb: 0 },
      { strip, leg: 'right', portId: 'server:out:2', levelDb: 0 },
    ],
  });
  expect(lines().slice(1)).toEqual([
    'in:  Built-in <mic> 2 -> input 1, gone:1 -> input 2',
    'out: main 1 (-20 dB) -> Speakers',
  ]);
  const root = desk.host.url.replace('/api', '/');
  const page = await (await fetch(root, { headers: { accept: 'text/html' } })).text();
  expect(page).toContain('<p>in:  Built-in &lt;mic&gt; 2 -&gt; input 1, gone:1 -&gt; input 2</p>');
  const { summary } = (await (await fetch(root)).json()) as { summary: string[] };
  expect(summary).toEqual(lines());
});

test('of many connections the first are named and the others counted, and while nothing drives nothing is said', async () => {
  for (let n = 1; n <= 11; n++) await desk.patch(`/channel/input/${n}`, { sourceId: `virtual-32x16:in-${n}` });
  expect(lines()[1]).toMatch(/virtual-32x16 8 -> input 8 and 3 more$/);
  desk.audio.become({ clock: { ...desk.audio.clock, driving: '', rate: 0 } });
  expect(lines()).toEqual([]);
});
