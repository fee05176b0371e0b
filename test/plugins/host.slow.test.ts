// The plugin host in its process, with real racks and plugins made for the test; the mixer's part is a double.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { endTrials, newStateFolder, type Trial, tryAudio } from '../../core/audio/trial-fixture.ts';
import { makeRuntimeFolder, runtimeFolder } from '../../core/system/runtime-folder.ts';
import { cli, removeFolder, root, temporaryFolder } from '../harness/service.ts';
import { makeBundle, pluginUri } from './made-bundle.ts';
import { rackProcesses } from './rack-processes.ts';
import { type SlotDouble, SlotsDouble } from './slot-double.ts';
import { made, whyNot } from './what-lacks.ts';

const lacks = whyNot(...made, ['/usr/include/lilv-0/lilv/lilv.h', 'liblilv-dev']);
const folder = temporaryFolder();
const place = '/channel/input/1/chain/processors/insert1';
const other = '/channel/input/2/chain/processors/insert1';
let bundle = '';
let slots: SlotsDouble | undefined;

const parameter = { unit: '', scale: 'linear', minimum: 0, maximum: 2000, default: 0 } as const;
const plugins = [
  {
    name: 'gain',
    parameters: [
      { ...parameter, symbol: 'gain', label: 'Gain', unit: 'dB', minimum: -40, maximum: 40 },
      { ...parameter, symbol: 'latency', label: 'Latency' },
    ],
  },
  { name: 'misbehaves', parameters: [{ ...parameter, symbol: 'mode', label: 'Mode', maximum: 12 }] },
] as const;

beforeAll(() => {
  if (lacks === '') bundle = makeBundle(folder);
});
afterEach(async () => {
  await endTrials();
  slots?.close();
});
afterAll(() => removeFolder(folder));

/** A state folder as a scan leaves it. */
function scanned(): string {
  const stateFolder = newStateFolder();
  const to = join(stateFolder, 'plugins');
  mkdirSync(to);
  const described = plugins.map(({ name, parameters }) => ({
    ...{ id: name, uri: pluginUri(name), format: 'lv2', name, vendor: '', class: '', bundle, bundleTimeMs: 1 },
    ...{ audioIn: 1, audioOut: 1, keyIn: 0, supported: true, reason: '', latencyFrames: 0, hasState: false },
    ...{ parameters, readings: [], properties: [], presets: [] },
  }));
  for (const plugin of described) writeFileSync(join(to, `${plugin.id}.json`), JSON.stringify(plugin));
  writeFileSync(join(to, 'index.json'), JSON.stringify({ version: 1, plugins: described, refused: [] }));
  makeRuntimeFolder(runtimeFolder(stateFolder));
  slots = new SlotsDouble(runtimeFolder(stateFolder));
  return stateFolder;
}

const values = (at: string, fields: Readonly<Record<string, unknown>>) =>
  Object.entries(fields).map(([field, value]) => ({ path: `${at}/values`, field, value }));

function attach(stateFolder: string, wanted: ReturnType<typeof values>): Trial {
  return tryAudio({
    drivers: ['lv2'],
    inTreeFolder: join(root, 'hardware-drivers'),
    stateFolder,
    wanted: { plugins: wanted },
  });
}

async function runs(trial: Trial, at = place): Promise<void> {
  await trial.until(`the plugin of ${at}`, () => trial.observed.get(`${at} state`)?.value === 'running');
}

/** The level of a slot's plugin for a signal of 0.25, once the rack has answered a block that was written now. */
async function gainOf(slot: SlotDouble): Promise<number> {
  slot.write(0.25);
  await expect.poll(() => slot.done).toBe(slot.written);
  return slot.heard() / 0.25;
}

function processes(program: string, stateFolder: string): readonly number[] {
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const isOurs = (id: string) => {
    const words = textOf(`/proc/${id}/cmdline`).split('\0');
    return words.some((word) => word.endsWith(program)) && words.some((word) => word.startsWith(stateFolder));
  };
  return ids.filter(isOurs).map(Number);
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

const racks = (stateFolder: string) => rackProcesses(stateFolder).map(([rack]) => rack);
const hosts = (stateFolder: string) => processes('driver-lv2', stateFolder);

describe.skipIf(lacks !== '')('with racks', () => {
  test('a plugin serves its slot with the values of the desk; without one no rack runs', async () => {
    const stateFolder = scanned();
    const slot = (slots as SlotsDouble).slot('input-1-insert1');
    const trial = attach(stateFolder, values(place, { 'plugin:uri': pluginUri('gain'), gain: 6, latency: 64 }));
    await runs(trial);
    expect([slot.rack, slot.latencyFrames]).toEqual([1, 64]);
    await expect.poll(() => gainOf(slot)).toBeCloseTo(10 ** (6 / 20), 5);
    trial.apply('plugins', values(place, { gain: -40 }));
    await trial.until('the value', () => trial.observed.get(`${place}/values gain`)?.state === 'applied');
    await expect.poll(() => gainOf(slot)).toBeCloseTo(0.01, 5);
    trial.apply('plugins', values(place, { 'plugin:uri': '' }));
    await expect.poll(() => slot.rack).toBe(0);
    await expect.poll(() => racks(stateFolder)).toEqual([]);
  });

  test('a rack that is killed is back at once, and nothing is left when the desk stops', async () => {
    const stateFolder = scanned();
    const slot = (slots as SlotsDouble).slot('input-1-insert1');
    const trial = attach(stateFolder, values(place, { 'plugin:uri': pluginUri('gain'), gain: 6 }));
    await runs(trial);
    const [rack = 0] = racks(stateFolder);
    process.kill(rack, 'SIGKILL');
    await expect.poll(() => racks(stateFolder).filter((id) => id !== rack)).toHaveLength(1);
    await expect.poll(() => gainOf(slot)).toBeCloseTo(10 ** (6 / 20), 5);
    expect(trial.observed.get('/plugins/gain crashes')).toBe(undefined);
    await trial.stop();
    expect(racks(stateFolder)).toEqual([]);
    expect(hosts(stateFolder)).toEqual([]);
  });

  test('a plugin that crashes goes into a rack of its own, and after the third time nowhere; another one is back', async () => {
    const stateFolder = scanned();
    const [slot, bad] = ['input-1-insert1', 'input-2-insert1'].map((name) => (slots as SlotsDouble).slot(name));
    if (!slot || !bad) throw new Error('no slots');
    const trial = attach(stateFolder, [
      ...values(place, { 'plugin:uri': pluginUri('gain'), gain: 6 }),
      ...values(other, { 'plugin:uri': pluginUri('misbehaves'), mode: 0 }),
    ]);
    await runs(trial);
    await runs(trial, other);
    expect([slot.rack, bad.rack]).toEqual([1, 1]);
    trial.apply('plugins', values(other, { mode: 1 }));
    bad.write(0.5);
    await trial.until('quarantine', () => trial.observed.get(`${other} state`)?.value === 'quarantined');
    expect(trial.observed.get('/plugins/misbehaves crashes')?.value).toBe(3);
    expect(trial.changedOnDevice).toMatchObject([{ path: '/plugins/misbehaves', field: 'quarantined', value: true }]);
    await expect.poll(() => gainOf(slot)).toBeCloseTo(10 ** (6 / 20), 5);
    expect([slot.rack, bad.rack]).toEqual([1, 0]);
  });

  test('while the control process is away plugins play on, and the next one changes nothing of them', async () => {
    const stateFolder = scanned();
    const slot = (slots as SlotsDouble).slot('input-1-insert1');
    const wanted = values(place, { 'plugin:uri': pluginUri('gain'), gain: 6 });
    const first = attach(stateFolder, wanted);
    await runs(first);
    const before = racks(stateFolder);
    await first.leave();
    expect(await gainOf(slot)).toBeCloseTo(10 ** (6 / 20), 5);
    const second = attach(stateFolder, wanted);
    await runs(second);
    const { done } = slot;
    expect(await gainOf(slot)).toBeCloseTo(10 ** (6 / 20), 5);
    expect(slot.done).toBe(done + 1024);
    expect(racks(stateFolder)).toEqual(before);
  });

  test('a plugin host that is killed takes its racks along, and the next one has them back', async () => {
    const stateFolder = scanned();
    const slot = (slots as SlotsDouble).slot('input-1-insert1');
    const trial = attach(stateFolder, values(place, { 'plugin:uri': pluginUri('gain'), gain: 6 }));
    await runs(trial);
    const before = racks(stateFolder);
    for (const host of hosts(stateFolder)) process.kill(host, 'SIGKILL');
    await expect.poll(() => racks(stateFolder).filter((id) => before.includes(id))).toEqual([]);
    await expect.poll(() => racks(stateFolder)).toHaveLength(1);
    await expect.poll(() => gainOf(slot)).toBeCloseTo(10 ** (6 / 20), 5);
  });

  test('a plugin host of a service manager outlives the desk that attaches to it', async () => {
    const stateFolder = scanned();
    const slot = (slots as SlotsDouble).slot('input-1-insert1');
    const host = spawn(process.execPath, [cli, 'drive', '--driver', 'lv2', '--state', stateFolder], {
      stdio: 'ignore',
    });
    try {
      await expect.poll(() => textOf(join(stateFolder, 'driver-lv2.lock'))).toContain(`${host.pid}`);
      const trial = attach(stateFolder, values(place, { 'plugin:uri': pluginUri('gain'), gain: 6 }));
      await runs(trial);
      await trial.stop();
      expect(await gainOf(slot)).toBeCloseTo(10 ** (6 / 20), 5);
      host.kill('SIGTERM');
      expect(await once(host, 'exit')).toEqual([0, null]);
      expect(racks(stateFolder)).toEqual([]);
    } finally {
      host.kill('SIGKILL');
    }
  });
});
