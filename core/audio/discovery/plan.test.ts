import { expect, test } from 'vitest';
import type { DiscoveredModel, DriverKind, DriverMatch } from '../../driver.ts';
import type { DriverPackage } from './package.ts';
import { makePlan, type PlanInputs } from './plan.ts';

function driver(
  name: string,
  matches: DriverMatch[],
  { kind = 'stagebox', audio = true }: { kind?: DriverKind; audio?: boolean } = {},
): DriverPackage {
  return {
    name,
    version: '1.0.0',
    isInTree: true,
    manifest: { api: 1, kind, audio, matches, module: './index.js' },
    folder: `/${name}`,
    module: `/${name}/index.js`,
    config: {},
    processors: [],
    fields: {},
  };
}

const mixer = driver('mixer', [], { kind: 'mixer' });
const virtual = driver('virtual', [
  { transport: 'virtual', model: 'virtual-32x16' },
  { transport: 'virtual', model: 'virtual-8x8' },
]);
const usb = driver('usb', [{ transport: 'usb' }]);
const exact = driver('exact', [{ transport: 'usb', id: '0582:01a6' }]);
const preamp = driver('preamp', [{ transport: 'midi' }], { audio: false });

const virtualBox = { id: 'virtual-32x16', transport: 'virtual', model: 'virtual-32x16' };
const usbBox: DiscoveredModel = {
  id: 'usb-7',
  transport: 'usb',
  modelId: '0582:01a6',
  model: 's-1608',
  label: 'Stage',
  address: '1-2',
};

function plan(facts: Partial<PlanInputs>) {
  const made = makePlan({
    packages: [mixer, virtual],
    configured: [],
    discovered: [],
    gone: [],
    blind: new Set(['virtual']),
    failures: [],
    setAside: new Map(),
    preferred: [],
    wereOpen: new Set(),
    held: '',
    ...facts,
  });
  const devices = made.audioDevices.map(({ model, driver, fallback }) => [model.id, driver, fallback]);
  return { ...made, devices };
}

test('a configured virtual stagebox is itself where nothing else should be', () => {
  const { mixer, devices } = plan({ configured: [virtualBox] });
  expect(mixer).toBe('mixer');
  expect(devices).toEqual([['virtual-32x16', 'virtual', false]]);
});

test('a real device comes first, and the virtual one is then a silent stand-in', () => {
  const { devices } = plan({ packages: [mixer, virtual, usb], configured: [virtualBox], discovered: [usbBox] });
  expect(devices).toEqual([
    ['usb-7', 'usb', false],
    ['virtual-32x16', 'virtual', true],
  ]);
});

test('a real device that fails is replaced by its next driver, then by a virtual stand-in', () => {
  const packages = [mixer, virtual, usb, exact];
  const failed = (name: string) => ({ driver: name, id: 'usb-7', reason: 'no library' });
  const discovered = [usbBox];
  expect(plan({ packages, discovered }).devices).toEqual([['usb-7', 'exact', false]]);
  expect(plan({ packages, discovered, failures: [failed('exact')] }).devices).toEqual([['usb-7', 'usb', false]]);
  const failures = [failed('exact'), failed('usb')];
  expect(plan({ packages, discovered, failures }).devices).toEqual([['virtual-32x16', 'virtual', true]]);
});

test('a configured real device that is absent leaves a silent stand-in', () => {
  const configured = [{ id: 'usb-7', transport: 'usb', model: 's-1608' }];
  expect(plan({ packages: [mixer, virtual, usb], configured }).devices).toEqual([['virtual-32x16', 'virtual', true]]);
  expect(plan({ configured }).devices).toEqual([['virtual-32x16', 'virtual', true]]);
});

test('a real device that was unplugged leaves a silent stand-in, though a virtual one is configured', () => {
  const { devices, models } = plan({ packages: [mixer, virtual, usb], configured: [virtualBox], gone: [usbBox] });
  expect(devices).toEqual([['virtual-32x16', 'virtual', true]]);
  expect(models.map(({ model, isThere }) => [model.id, isThere])).toEqual([
    ['virtual-32x16', true],
    ['usb-7', false],
  ]);
});

test('a device whose driver can not discover is tried', () => {
  const configured = [{ id: 'usb-7', transport: 'usb', model: 's-1608' }];
  const blind = new Set(['usb']);
  expect(plan({ packages: [mixer, usb], configured, blind }).devices).toEqual([['usb-7', 'usb', false]]);
});

const io = driver('io', [{ transport: 'pipewire', model: 'pipewire-io' }]);
const mirror = driver('mirror', [{ transport: 'pipewire', model: 'pipewire' }], { kind: 'graph', audio: false });
const server: DiscoveredModel = {
  ...{ id: 'pipewire-0-io', transport: 'pipewire', modelId: 'pipewire-io', model: 'pipewire-io' },
  ...{ label: 'PipeWire', address: '/run/pipewire-0' },
};
const graph = { ...server, id: 'pipewire-0', modelId: 'pipewire', model: 'pipewire' };
const withServer = { packages: [mixer, virtual, usb, io, mirror], discovered: [graph, server] };
const ownVirtual = [['virtual-32x16', 'virtual', false]];
const ownServer = [['pipewire-0-io', 'io', false]];

test('where the configuration names no device and none is there, the virtual stagebox is itself', () => {
  const { devices, models, taken } = plan({});
  expect(devices).toEqual(ownVirtual);
  expect(models.map(({ model, isConfigured, isThere }) => [model.id, isConfigured, isThere])).toEqual([
    ['virtual-32x16', false, true],
  ]);
  expect(taken.get('virtual-32x16')).toBe('the configuration names no device, and no other can be used');
});

test('an audio server comes before the virtual stagebox, which is then no device, and both say why', () => {
  const { devices, controlDevices, taken, leftOut } = plan(withServer);
  expect(devices).toEqual(ownServer);
  expect([...controlDevices.keys()]).toEqual(['mirror']);
  expect([...taken]).toEqual([['pipewire-0-io', 'the configuration names no device']]);
  expect([...leftOut]).toEqual([
    ['virtual-32x16', 'pipewire-0-io comes first; to use it, name it in "devices" of the configuration'],
  ]);
});

test('a device that the configuration names comes before an audio server, and so does a box of its own', () => {
  const named = plan({ ...withServer, configured: [virtualBox] });
  expect(named.devices).toEqual(ownVirtual);
  expect(named.leftOut.get('pipewire-0-io')).toContain('the configuration names virtual-32x16');
  expect(plan({ ...withServer, configured: [{ ...virtualBox, ...server }] }).devices).toEqual(ownServer);
  const box = plan({ ...withServer, discovered: [graph, server, usbBox] });
  expect(box.devices).toEqual([['usb-7', 'usb', false]]);
  expect([...box.leftOut.keys()]).toEqual(['pipewire-0-io', 'virtual-32x16']);
  const absent = plan({ ...withServer, configured: [{ id: 'usb-7', transport: 'usb', model: 's-1608' }] });
  expect(absent.devices).toEqual([['virtual-32x16', 'virtual', true]]);
});

test('an audio server that can not be opened is not missed; one that was open leaves a silent stand-in', () => {
  const failures = [{ driver: 'io', id: 'pipewire-0-io', reason: 'no library' }];
  expect(plan({ ...withServer, failures }).devices).toEqual(ownVirtual);
  expect(plan({ ...withServer, discovered: [], gone: [server] }).devices).toEqual(ownVirtual);
  const wereOpen = new Set(['pipewire-0-io']);
  expect(plan({ ...withServer, discovered: [], gone: [server], wereOpen }).devices).toEqual([
    ['virtual-32x16', 'virtual', true],
  ]);
});

test('a virtual stagebox that is held goes on, and the server says how to change over', () => {
  const { devices, leftOut } = plan({ ...withServer, held: 'virtual-32x16' });
  expect(devices).toEqual(ownVirtual);
  expect(leftOut.get('pipewire-0-io')).toContain('to change over: rowdesk stop, then rowdesk start');
  expect(plan({ ...withServer, discovered: [usbBox], held: 'virtual-32x16' }).devices[0]).toEqual([
    'usb-7',
    'usb',
    false,
  ]);
});

test('a control-only device gets a process of its own and makes nothing silent, not even when it is set aside', () => {
  const configured = [virtualBox, { id: 'pre-1', transport: 'midi', model: 'octa' }];
  const packages = [mixer, virtual, preamp];
  const blind = new Set(['virtual', 'preamp']);
  const { devices, controlDevices } = plan({ packages, configured, blind });
  expect(devices).toEqual([['virtual-32x16', 'virtual', false]]);
  expect([...controlDevices.keys()]).toEqual(['preamp']);
  expect(controlDevices.get('preamp')?.map(({ model }) => model.id)).toEqual(['pre-1']);
  const without = plan({ packages, configured, blind, setAside: new Map([['preamp', 'crashed']]) });
  expect(without.devices).toEqual([['virtual-32x16', 'virtual', false]]);
  expect(without.controlDevices.size).toBe(0);
});

test('of two mixers none is guessed, unless one is preferred', () => {
  const packages = [mixer, driver('other', [], { kind: 'mixer' })];
  expect(plan({ packages })).toMatchObject({ mixer: '', tiedMixers: ['mixer', 'other'] });
  expect(plan({ packages, preferred: ['other'] })).toMatchObject({ mixer: 'other', tiedMixers: [] });
});

test('a device that the configuration says to resample is planned so, and no other', () => {
  const { audioDevices } = plan({ configured: [virtualBox, { ...virtualBox, id: 'foh', resample: true }] });
  expect(audioDevices.map(({ resample }) => resample)).toEqual([undefined, true]);
});

test('a device for the mixer that is absent, or whose driver failed, is awaited', () => {
  const packages = [mixer, virtual, usb, preamp];
  const midi = { ...usbBox, id: 'midi-1', transport: 'midi' };
  expect(plan({ packages, discovered: [usbBox, midi] }).awaited).toEqual([]);
  expect(plan({ packages, gone: [usbBox, midi] }).awaited).toEqual(['usb-7']);
  const failures = [{ driver: 'usb', id: 'usb-7', reason: 'busy' }];
  expect(plan({ packages, discovered: [usbBox, midi], failures }).awaited).toEqual(['usb-7']);
});
