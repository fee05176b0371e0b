import { expect, test } from 'vitest';
import { deviceNode, mixerNode } from './nodes.ts';

test('every leg of the mixer can be played at an output, and those of strips that take a source can be fed', () => {
  const strips = [
    { path: '/channel/input/1', legs: 1 },
    { path: '/channel/aux/1', legs: 2 },
    { path: '/channel/mix/1', legs: 1 },
  ];
  const { ports, ...node } = mixerNode(strips, 'a-mixer');
  expect(node).toEqual({ id: 'mixer', label: 'Mixer', device: '', kind: 'mixer', present: true, driver: 'a-mixer' });
  expect(ports.map(({ id, direction, channel }) => `${direction} ${channel} ${id}`)).toEqual([
    'sink 1 mixer:input-1',
    'sink 2 mixer:aux-1-left',
    'sink 3 mixer:aux-1-right',
    'source 1 mixer:input-1',
    'source 2 mixer:aux-1-left',
    'source 3 mixer:aux-1-right',
    'source 4 mixer:aux-1-mono',
    'source 5 mixer:mix-1',
  ]);
  expect(ports.at(-2)?.label).toBe('aux 1 mono');
});

test("a device's inputs are sources, its outputs sinks, each with the latency of its direction", () => {
  const port = (id: string, direction: 'input' | 'output') => ({
    id,
    label: id,
    direction,
    channel: 1,
    connector: 'xlr',
  });
  const ports = [port('box:in-1', 'input'), port('box:out-1', 'output')];
  const device = {
    id: 'box',
    label: 'Box',
    driver: 'd',
    present: false,
    inputLatencyFrames: 3,
    outputLatencyFrames: 5,
  };
  expect(deviceNode({ ...device, ports })).toMatchObject({
    ...{ id: 'box', device: 'box', kind: 'device', present: false },
    ports: [
      { id: 'box:in-1', direction: 'source', latencyFrames: 3 },
      { id: 'box:out-1', direction: 'sink', latencyFrames: 5 },
    ],
  });
});
