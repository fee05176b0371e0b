import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { described, insertPath, PluginsRig } from './device-fixture.ts';

let rig: PluginsRig;
const path = insertPath(1);
const values = `${path}/values`;

beforeEach(() => {
  rig = new PluginsRig([described('eq'), described('comp')]);
});
afterEach(() => rig.close());

test('without a plugin no rack runs', () => {
  rig.apply(values, { 'plugin:uri': '' });
  rig.timers.advance(1000);
  expect(rig.racks.all).toEqual([]);
  expect(rig.state(1)).toBe('none');
});

test('a plugin is loaded with its values and its defaults, and its values hold once the rack says so', () => {
  rig.apply(values, { 'plugin:uri': 'urn:eq', gain: 12, on: true, shape: 'shelf' });
  const state = () => rig.device.observe().values.find(({ field }) => field === 'gain');
  expect(state()).toMatchObject({ value: 12, state: 'unverified' });
  expect(rig.state(1)).toBe('loading');
  rig.timers.advance(10);
  expect(rig.racks.rack(1).said).toEqual([
    'load input-1-insert1 lv2 urn:eq /lv2/eq.lv2 -',
    'value input-1-insert1 gain 12',
    'value input-1-insert1 mix 1',
    'value input-1-insert1 on 1',
    'value input-1-insert1 shape 4',
    'commit input-1-insert1 direct',
    'readings input-1-insert1 1',
  ]);
  expect(state()).toMatchObject({ value: 12, state: 'applied' });
  expect(rig.read(values)).toEqual({ 'plugin:uri': 'urn:eq', gain: 12, mix: 1, on: true, shape: 'shelf' });
  expect(rig.read(path)).toMatchObject({ state: 'running', reason: '', latencyFrames: 64, instances: 1 });
});

test('one value is set as it is, several of one block are a leap, and equal ones are not sent', () => {
  rig.insert(1, 'eq');
  const { said } = rig.racks.rack(1);
  said.length = 0;
  rig.apply(values, { gain: 1 });
  rig.timers.advance(10);
  rig.apply(values, { gain: 2, mix: 0.5 });
  rig.timers.advance(10);
  rig.apply(values, { gain: 2, mix: 0.5, 'plugin:uri': 'urn:eq' });
  rig.timers.advance(10);
  const at = 'input-1-insert1';
  expect(said).toEqual([
    ...[`value ${at} gain 1`, `commit ${at} direct`],
    ...[`value ${at} gain 2`, `value ${at} mix 0.5`, `commit ${at} leap`],
  ]);
});

test('while the rack is at work, newer values take the place of those that wait', () => {
  rig.insert(1, 'eq');
  const rack = rig.racks.rack(1);
  rack.said.length = 0;
  for (const gain of [1, 2, 3, 4]) rig.apply(values, { gain });
  rig.timers.advance(10);
  const sent = rack.said.filter((line) => line.startsWith('value'));
  expect(sent).toEqual(['value input-1-insert1 gain 1', 'value input-1-insert1 gain 4']);
  expect(rig.read(values).gain).toBe(4);
});

test('another plugin is a leap in the same rack; none leaves it, and the rack ends a moment later', () => {
  rig.insert(1, 'eq', { gain: 7 });
  rig.insert(1, 'comp', { gain: -3 });
  const { said } = rig.racks.rack(1);
  expect(said).toContain('load input-1-insert1 lv2 urn:comp /lv2/comp.lv2 -');
  expect(said).toContain('commit input-1-insert1 leap');
  expect(said).not.toContain('unload input-1-insert1');
  expect(rig.read(values)).toMatchObject({ 'plugin:uri': 'urn:comp', gain: -3, mix: 1 });
  rig.apply(values, { 'plugin:uri': '' });
  rig.timers.advance(100);
  expect(said).toContain('unload input-1-insert1');
  expect(rig.read(values)).toEqual({ 'plugin:uri': '' });
  expect(rig.read(path)).toEqual({ state: 'none', reason: '', latencyFrames: 0, instances: 0, loadPercent: 0 });
  expect(rig.racks.alive).toEqual([1]);
  rig.timers.advance(5000);
  expect(rig.racks.alive).toEqual([]);
});

test('values that do not fit are refused by field and range, and change nothing', () => {
  rig.insert(1, 'eq', { gain: 1 });
  rig.racks.rack(1).said.length = 0;
  const refused = rig.apply(values, { gain: 41, shape: 'notch', on: 1, nothing: 0, mix: 'x' });
  expect(refused.map(({ field, reason }) => [field, reason])).toEqual([
    ['gain', 'gain must be a number from -40 to 40'],
    ['shape', 'shape has no choice notch'],
    ['on', 'on must be true or false'],
    ['nothing', 'eq has no nothing'],
    ['mix', 'mix must be a number from 0 to 1'],
  ]);
  expect(rig.apply('/channel/input/1', { levelDb: 1 })).toMatchObject([
    { state: 'refused', reason: 'plugins have no levelDb at /channel/input/1' },
  ]);
  expect(rig.racks.rack(1).said).toEqual([]);
  expect(rig.read(values).gain).toBe(1);
});

test('a file is one below the folder media, links followed, and nothing else', () => {
  rig.insert(1, 'eq');
  mkdirSync(join(rig.media, 'rooms'));
  writeFileSync(join(rig.media, 'rooms', 'hall\t1.wav'), '');
  writeFileSync(join(rig.folder, 'secret.wav'), '');
  symlinkSync(join(rig.folder, 'secret.wav'), join(rig.media, 'link.wav'));
  const refusal = (sample: unknown) => rig.apply(values, { sample })[0]?.reason;
  expect(refusal('../secret.wav')).toBe('sample must be a file below the folder media');
  expect(refusal('link.wav')).toBe('sample must be a file below the folder media');
  expect(refusal('none.wav')).toBe('sample: there is no file none.wav in media');
  expect(refusal('rooms\0')).toContain('there is no file');
  expect(refusal(3)).toBe('sample must be a text');
  expect(refusal('rooms/hall\t1.wav')).toBe(undefined);
  rig.timers.advance(10);
  const file = join(rig.media, 'rooms', 'hall%091.wav');
  expect(rig.racks.rack(1).said).toContain(`property input-1-insert1 urn:sample path ${file}`);
});

test('a plugin that is not there is a warning, and is taken up once a scan has found it', () => {
  rig.insert(1, 'late');
  expect(rig.read(path)).toMatchObject({ state: 'missing', reason: 'no plugin urn:late was found on this computer' });
  expect(rig.warnings.get('place input-1-insert1')).toContain('insert1 of input 1 is not there');
  expect(rig.apply(values, { gain: 1 })).toMatchObject([{ field: 'gain', state: 'refused' }]);
  rig.describe([described('late'), described('eq')]);
  rig.timers.advance(3000);
  expect(rig.state(1)).toBe('running');
  expect([...rig.warnings]).toEqual([]);
});

test('readings and latency are as the rack says them, and an unchanged reading is the same object', () => {
  rig.insert(1, 'eq');
  const place = 'input-1-insert1';
  const rack = rig.racks.rack(1);
  rack.tell({ event: 'readings', place, values: { gr: -3.5, other: 1 } });
  rack.tell({ event: 'latency', place, frames: 400 });
  rack.tell({ event: 'load', percent: 9, places: { [place]: 3.14 } });
  rig.timers.advance(200);
  expect(rig.read(`${path}/readings`)).toEqual({ gr: -3.5 });
  expect(rig.read(path)).toMatchObject({ latencyFrames: 400, loadPercent: 3.1 });
  const before = rig.device.observe().values;
  rack.tell({ event: 'readings', place, values: { gr: -4 } });
  rig.timers.advance(200);
  const differing = rig.device.observe().values.filter((reading, index) => reading !== before[index]);
  expect(differing).toMatchObject([{ field: 'gr', value: -4 }]);
  const { reports } = rig;
  for (let i = 0; i < 1000; i++) rack.tell({ event: 'readings', place, values: { gr: -i } });
  rig.timers.advance(100);
  expect(rig.reports - reports).toBeLessThanOrEqual(2);
});

test('what a plugin changes by itself is adopted by the desk, in its own words', () => {
  rig.insert(1, 'eq');
  const event = { event: 'changed', place: 'input-1-insert1', values: { shape: 4, on: 1, mix: 1, odd: 1 } };
  rig.racks.rack(1).tell({ ...event, properties: { 'urn:sample': join(rig.media, 'a.wav'), 'urn:other': 1 } });
  writeFileSync(join(rig.media, 'a.wav'), '');
  rig.timers.advance(10);
  expect(rig.adopted.map(({ field, value }) => [field, value])).toEqual([
    ['shape', 'shelf'],
    ['on', true],
    ['sample', 'a.wav'],
  ]);
  expect(rig.read(values)).toMatchObject({ shape: 'shelf', on: true, mix: 1, sample: 'a.wav' });
});

test('a preset of the plugin is loaded, and another one refused', () => {
  const load = (preset: string, place = path) => rig.device.call('load-preset', { place, preset });
  expect(() => load('urn:preset')).toThrow('there is no plugin at');
  rig.insert(1, 'eq');
  expect(() => load('urn:other')).toThrow('eq has no preset urn:other');
  expect(load('urn:preset')).toEqual({});
  expect(rig.racks.rack(1).said).toContain('preset input-1-insert1 urn:preset');
  expect(() => rig.device.call('reset', {})).toThrow('plugins have no action reset');
});

test('the state is saved once it is quiet, before the plugin leaves, and at the end, and restored', () => {
  rig.insert(1, 'eq');
  const rack = rig.racks.rack(1);
  const file = join(rig.folder, 'state', 'input-1-insert1.eq.state');
  const saves = () => rack.said.filter((line) => line === `save input-1-insert1 ${file}`).length;
  for (let i = 0; i < 5; i++) {
    rack.tell({ event: 'state-changed', place: 'input-1-insert1' });
    rig.timers.advance(900);
  }
  expect(saves()).toBe(0);
  rig.timers.advance(200);
  expect(saves()).toBe(1);
  writeFileSync(file, 'saved');
  rig.insert(1, 'comp');
  expect(saves()).toBe(2);
  rig.insert(1, 'eq');
  expect(rack.said).toContain(`load input-1-insert1 lv2 urn:eq /lv2/eq.lv2 ${file}`);
  rig.device.close();
  expect(saves()).toBe(3);
  expect(rack.isAlive).toBe(false);
});
