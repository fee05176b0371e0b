import { expect, test } from 'vitest';
import type { ConfiguredDevice } from '../../base/config-entries.ts';
import { CrashCounter } from '../discovery/crash-counter.ts';
import type { DriverPackage } from '../discovery/package.ts';
import type { GraphReports } from '../link/graph-shapes.ts';
import { DriverInventory } from './driver-inventory.ts';

const driverOf = (name: string, transport: string, model: string): DriverPackage => ({
  ...{ name, version: '1.0.0', isInTree: true, folder: '', module: '', config: {}, processors: [], fields: {} },
  manifest: { api: 1, kind: 'stagebox', audio: true, matches: [{ transport, model }], module: './index.js' },
});
const server = { id: 'pipewire-0-io', transport: 'pipewire', modelId: 'io', model: 'io', label: '', address: '' };
const card = {
  ...{ id: 'alsa-USB', transport: 'alsa', modelId: 'card', model: 'card', label: '', address: '' },
  card: { inputs: true, outputs: true, place: 'interface', heldBy: '' },
} as const;
const virtual = 'virtual-2x2';
const ports = (from: string, to = 'mixer:input-1'): GraphReports => [
  {
    ...{ device: '', driver: 'mixer' },
    snapshot: {
      ...{ reason: '', nodes: [], driving: virtual, rate: 0, quantum: 0, forcedRate: null },
      links: [{ from, to, owner: 'rowdesk', sinceMs: 0 }],
    },
  },
];

/** An inventory that learns what an audio process reports, and the devices that it plans after each report. */
function planning({ late = [] as readonly string[], configured = [] as readonly ConfiguredDevice[] } = {}) {
  const inventory = new DriverInventory({
    packages: [
      driverOf('virtual', 'virtual', virtual),
      driverOf('io', 'pipewire', 'io'),
      driverOf('card', 'alsa', 'card'),
    ],
    ...{ configured, preferred: [], crashes: new CrashCounter(), attached: () => [] },
    unbuilt: { all: new Map(), late: new Set(late) },
  });
  const found = { io: server, card };
  const transports: Readonly<Record<string, string>> = { [server.id]: 'pipewire', [card.id]: 'alsa' };
  return (driving: string, there: readonly (keyof typeof found)[], graphs: GraphReports, fallback = false) => {
    const transport = transports[driving] ?? 'virtual';
    const devices = driving === '' ? [] : [{ id: driving, fallback, description: { transport } }];
    const models = there.map((driver) => ({ driver, model: found[driver] }));
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
  expect(plan('', [], [])).toEqual(itself);
  expect(plan(virtual, [], ports('mixer:main-1'))).toEqual(itself);
  expect(plan(virtual, ['io'], ports('mixer:main-1'))).toEqual(serverFirst);
});

test('a virtual stagebox that feeds a strip goes on, also in a process that starts again, until the server is gone', () => {
  const plan = planning();
  expect(plan(virtual, ['io'], ports(`${virtual}:in-1`))).toEqual(itself);
  expect(plan(virtual, ['io'], [])).toEqual(itself);
  expect(plan(virtual, ['io'], ports('mixer:main-1'))).toEqual(itself);
  expect(plan('', ['io'], [])).toEqual(itself);
  expect(plan(virtual, [], ports(`${virtual}:in-1`))).toEqual(itself);
  expect(plan(virtual, ['io'], ports('mixer:main-1'))).toEqual(serverFirst);
});

test('a control process that attaches changes nothing before it knows the graph', () => {
  const plan = planning();
  expect(plan(virtual, ['io'], [])).toEqual(itself);
  expect(plan(virtual, ['io'], ports('mixer:main-1'))).toEqual(serverFirst);
});

test('a server that drove and is gone leaves a stand-in, which gives way whatever is patched', () => {
  const plan = planning();
  expect(plan('', ['io'], [])).toEqual(serverFirst);
  expect(plan(server.id, ['io'], [])).toEqual(serverFirst);
  expect(plan(server.id, [], [])).toEqual(standIn);
  expect(plan(virtual, ['io'], ports(`${virtual}:in-1`), true)).toEqual(serverFirst);
});

test('a card that is patched, also only as an output, goes on beside a server, and is waited for when it is gone', () => {
  const plan = planning();
  expect(plan('', ['card'], [])).toEqual([[card.id, false]]);
  expect(plan(card.id, ['card'], ports('mixer:main-1', `${card.id}:out-1`))).toEqual([[card.id, false]]);
  expect(plan(card.id, ['card', 'io'], ports('mixer:main-1', `${card.id}:out-1`))).toEqual([[card.id, false]]);
  expect(plan(card.id, ['card', 'io'], ports('mixer:main-1'))).toEqual([[card.id, false]]);
  expect(plan(card.id, ['io'], [])).toEqual(standIn);
  expect(plan(virtual, ['io'], [], true)).toEqual(standIn);
  expect(plan(virtual, ['card', 'io'], [], true)).toEqual([[card.id, false]]);
});

test('a card that nothing is patched to gives way to a server, which keeps the cards to itself until the desk starts again', () => {
  const plan = planning();
  expect(plan(card.id, ['card'], ports('mixer:main-1'))).toEqual([[card.id, false]]);
  expect(plan(card.id, ['card', 'io'], ports('mixer:main-1'))).toEqual(serverFirst);
  expect(plan(server.id, ['card', 'io'], ports('mixer:main-1'))).toEqual(serverFirst);
  expect(plan(server.id, ['card'], ports('mixer:main-1'))).toEqual(standIn);
});

test('a driver that is built late takes no clock from a device that is heard, also where that is named second', () => {
  const both = [server, card].map(({ id, transport, model }) => ({ id, transport, model }));
  for (const configured of [[], both]) {
    const plan = planning({ late: ['io'], configured });
    expect(plan(card.id, ['card'], ports('mixer:main-1'))[0]).toEqual([card.id, false]);
    expect(plan(card.id, ['card', 'io'], ports('mixer:main-1'))[0]).toEqual([card.id, false]);
    expect(plan('', ['card', 'io'], [])[0]).toEqual([card.id, false]);
  }
});

test('a driver that is built late takes over from a virtual stagebox that feeds no strip, and from a device that is gone', () => {
  const plan = planning({ late: ['io'] });
  expect(plan(virtual, ['io'], ports('mixer:main-1'))).toEqual(serverFirst);
  const second = planning({ late: ['io'] });
  expect(second(card.id, ['card', 'io'], ports('mixer:main-1'))).toEqual([[card.id, false]]);
  expect(second('', ['io'], ports('mixer:main-1'))).toEqual(serverFirst);
});
