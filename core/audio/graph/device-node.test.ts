import { expect, test } from 'vitest';
import { deviceNode } from './device-node.ts';

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
