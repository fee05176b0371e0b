import { expect, test } from 'vitest';
import { CrashCounter } from '../discovery/crash-counter.ts';
import type { DriverPackage } from '../discovery/package.ts';
import type { GraphReports } from '../link/graph-shapes.ts';
import { DriverInventory } from './driver-inventory.ts';

const driverOf = (name: string, transport: string, model: string): DriverPackage => ({
  ...{ name, version: '1.0.0', isInTree: true, folder: '', module: '', config: {}, processors: [], fields: {} },
  manifest: { api: 1, kind: 'stagebox', audio: true, matches: [{ transport, model }], module: './index.js' },
});
const server = { id: 'pipewire-0-io', transport: 'pipewire', modelId: 'io', model: 'io', label: '', address: '' };
const virtual = 'virtual-2x2';
const ports = (from: string): GraphReports => [
  {
    ...{ device: '', driver: 'mixer' },
    snapshot: {
      ...{ reason: '', nodes: [], driving: virtual, rate: 0, quantum: 0, forcedRate: null },
      links: [{ from, to: 'mixer:input-1', owner: 'rowdesk', sinceMs: 0 }],
    },
  },
];

/** An inventory that learns what an audio process reports, and the devices that it plans after each report. */
function planning() {
  const inventory = new DriverInventory({
    packages: [driverOf('virtual', 'virtual', virtual), driverOf('io', 'pipewire', 'io')],
    ...{ configured: [], preferred: [], crashes: new CrashCounter(), attached: () => [] },
  });
  return (driving: string, isServerThere: boolean, graphs: GraphReports, fallback = false) => {
    const transport = driving === virtual ? 'virtual' : 'pipewire';
    const devices = driving === '' ? [] : [{ id: driving, fallback, description: { transport } }];
    const models = isServerThere ? [{ driver: 'io', model: server }] : [];
    const status = { packages: [], models, devices, clock: { driving } } as never;
    inventory.learn([{ name: 'audio', status, graphs }]);
    return inventory.plan([]).audioDevices.map(({ model, fallback: isStandIn }) => [model.id, isStandIn]);
  };
}

const itself = [[virtual, false]];
const standIn = [[virtual, true]];
const serverFirst = [[server.id, false]];

test('a server that comes later takes over from a virtual stagebox that feeds no strip', () => {
  const plan = planning();
  expect(plan('', false, [])).toEqual(itself);
  expect(plan(virtual, false, ports('mixer:main-1'))).toEqual(itself);
  expect(plan(virtual, true, ports('mixer:main-1'))).toEqual(serverFirst);
});

test('a virtual stagebox that feeds a strip goes on, also in a process that starts again, until the server is gone', () => {
  const plan = planning();
  expect(plan(virtual, true, ports(`${virtual}:in-1`))).toEqual(itself);
  expect(plan(virtual, true, [])).toEqual(itself);
  expect(plan(virtual, true, ports('mixer:main-1'))).toEqual(itself);
  expect(plan('', true, [])).toEqual(itself);
  expect(plan(virtual, false, ports(`${virtual}:in-1`))).toEqual(itself);
  expect(plan(virtual, true, ports('mixer:main-1'))).toEqual(serverFirst);
});

test('a control process that attaches changes nothing before it knows the graph', () => {
  expect(planning()(virtual, true, [])).toEqual(itself);
});

test('a server that drove and is gone leaves a stand-in, which gives way whatever is patched', () => {
  const plan = planning();
  expect(plan('', true, [])).toEqual(serverFirst);
  expect(plan(server.id, true, [])).toEqual(serverFirst);
  expect(plan(server.id, false, [])).toEqual(standIn);
  expect(plan(virtual, true, ports(`${virtual}:in-1`), true)).toEqual(serverFirst);
});
