import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { DiscoveredModel, DriverMatch } from '../../driver.ts';
import { CrashCounter } from '../discovery/crash-counter.ts';
import type { DriverPackage } from '../discovery/package.ts';
import { endTrials, tryAudio } from '../trial-fixture.ts';
import { DriverInventory } from './driver-inventory.ts';

let sysRoot: string;
beforeEach(() => {
  sysRoot = mkdtempSync(join(tmpdir(), 'rowdesk-sys-'));
});
afterEach(async () => {
  await endTrials();
  rmSync(sysRoot, { recursive: true });
});

const stage: DiscoveredModel = {
  ...{ id: 'usb-0582:01a6', transport: 'usb', modelId: '0582:01a6' },
  ...{ model: 's-1608', label: 'S-1608', address: '1-4' },
};
const box = (name: string, matches: DriverMatch[]): DriverPackage => {
  const manifest = { api: 1, kind: 'stagebox', audio: true, matches, module: './index.js' } as const;
  return {
    name,
    version: '1.0.0',
    isInTree: true,
    manifest,
    folder: '',
    module: '',
    config: {},
    processors: [],
    fields: {},
  };
};

/** What is planned, when these packages are loaded and say these models. */
function planned(discovers: boolean, said: readonly DiscoveredModel[], attached = [stage], configured = false) {
  const packages = [box('usb', [{ transport: 'usb', id: '0582:01a6' }])];
  const knowledge = new DriverInventory({
    packages,
    configured: configured ? [{ id: stage.id, transport: 'usb', model: 's-1608' }] : [],
    preferred: [],
    crashes: new CrashCounter(),
    attached: () => attached,
  });
  const models = said.map((model) => ({ driver: 'usb', model }));
  const loaded = [{ name: 'usb', version: '1.0.0', state: 'loaded' as const, reason: '', discovers }];
  knowledge.learn([
    { name: 'audio', status: { models, packages: loaded, devices: [], clock: {} } as never, graphs: [] },
  ]);
  return knowledge.plan([]).models.map(({ model, isThere }) => [model.id, isThere]);
}

test('what is plugged in is there for a driver that does not look for itself', () => {
  expect(planned(false, [])).toEqual([['usb-0582:01a6', true]]);
  expect(planned(false, [], [])).toEqual([]);
  expect(planned(false, [], [{ ...stage, modelId: '1234:5678', id: 'usb-1234:5678' }])).toEqual([]);
});

test('a driver that looks for itself knows better what is there and what it is called', () => {
  expect(planned(true, [])).toEqual([]);
  expect(planned(true, [{ ...stage, id: 'stage-left' }])).toEqual([['stage-left', true]]);
});

test('a device that the configuration names is there when it is plugged in', () => {
  expect(planned(true, [], [], true)).toEqual([['usb-0582:01a6', false]]);
  expect(planned(true, [], [stage], true)).toEqual([['usb-0582:01a6', true]]);
});

test('a USB device that no driver is for leaves the sound as it is, and is reported with the reason', async () => {
  const devices = join(sysRoot, 'bus/usb/devices');
  const write = (name: string, files: Readonly<Record<string, string>>) => {
    mkdirSync(join(devices, name), { recursive: true });
    for (const [file, text] of Object.entries(files)) writeFileSync(join(devices, name, file), `${text}\n`);
  };
  const trial = tryAudio({
    drivers: ['fake-mixer', 'fake-virtual'],
    devices: [{ id: 'virtual-2x2', transport: 'virtual', model: 'virtual-2x2' }],
    sysRoot,
  });
  await trial.until('running', () => trial.audio.state === 'running');
  expect(trial.drivers.found.map(({ id }) => id)).toEqual(['virtual-2x2']);
  write('1-4', { idVendor: '1235', idProduct: '8215', manufacturer: 'Focusrite', product: 'Scarlett 18i20 USB' });
  write('1-4:1.0', { bInterfaceClass: '01' });
  trial.drivers.scan(['usb']);
  expect(trial.drivers.found[1]).toMatchObject({
    ...{ id: 'usb-1235:8215', vendor: 'Focusrite', address: '1-4', present: true, adopted: false, driver: '' },
    reason: 'no driver is for usb 1235:8215; install one, and name it under "drivers" of the configuration',
  });
  expect(trial.drivers.found[1]?.firstSeenMs).toBeGreaterThan(0);
  expect(trial.audio.state).toBe('running');
  expect(trial.audio.devices.map(({ id, present }) => [id, present])).toEqual([['virtual-2x2', true]]);
});
