import type { Reading } from 'rowdesk/driver';
import { beforeEach, expect, test } from 'vitest';
import { FakeHardware } from '../test/fake-hardware.ts';
import { TotalMixDevice } from './device.ts';

const root = '/vendorA/totalmix';
const preamp = '/stagebox/ucx2/inputs/1';
const model = { id: 'ucx2', transport: 'totalmix', modelId: 'x', model: 'x', label: 'UCX', address: '' };

let hardware: FakeHardware;
let device: TotalMixDevice;
let adopted: Reading[];
let changes: number;
let isFirst: boolean;
let revision: number;

beforeEach(() => {
  adopted = [];
  changes = 0;
  isFirst = true;
  revision = 0;
  device = new TotalMixDevice({
    model,
    stagebox: 'rme-fireface-ucx-ii',
    audioHalf: { usbPort: '1-4' },
    isFirst: () => isFirst,
    context: { changedOnDevice: (values) => adopted.push(...values), changed: () => changes++, log: () => {} },
    connect: (events) => {
      hardware = new FakeHardware(events);
      return hardware;
    },
    closed: () => {},
  });
});

const set = (path: string, field: string, value: unknown) => device.apply(++revision, [{ path, field, value }]);
const reading = (path: string, field: string) =>
  device.observe().values.find((value) => value.path === path && value.field === field);

test('a device that has not been read says so, and its first complete read ends that', () => {
  expect(() => device.observe()).toThrow('it has not answered yet');
  expect(device.description.away).toBe('it has not answered yet');
  hardware.events.reported(new Map([['input/1/gainDb', 20]]));
  expect(() => device.observe()).toThrow();
  hardware.readAll();
  expect(device.description).toMatchObject({ away: '', audioHalf: { usbPort: '1-4' }, model: 'rme-fireface-ucx-ii' });
  expect(device.description.ports.map(({ id, connector }) => [id, connector])).toEqual([
    ['in-1', 'combo'],
    ['out-1', 'trs'],
  ]);
  expect(changes).toBe(1);
});

test('rows have what the device reported, and never what was sent', () => {
  hardware.readAll();
  expect(reading(preamp, 'gainDb')).toMatchObject({ value: 20, state: 'applied' });
  hardware.arrives = false;
  set(preamp, 'gainDb', 30);
  expect(hardware.written).toEqual([['input/1/gainDb', 30]]);
  expect(reading(preamp, 'gainDb')).toMatchObject({ value: 20, state: 'applied' });
});

test('a revision is that of the device when a read that began after it ended', () => {
  hardware.readAll();
  hardware.events.reading();
  set(preamp, 'gainDb', 30);
  hardware.events.read();
  expect(device.observe().revision).toBe(0);
  expect(hardware.refreshes).toBe(1);
  hardware.readAll();
  expect(device.observe().revision).toBe(revision);
  expect(adopted).toEqual([]);
});

test('what the device can not say is unverified: unknown before it was sent, then as it was sent', () => {
  hardware.readAll();
  expect(reading(`${root}/outputs/1`, 'loopback')).toMatchObject({ value: null, state: 'unverified' });
  expect(reading(`${root}/mix/1/2`, 'levelDb')).toMatchObject({ value: null, state: 'unverified' });
  expect(reading(preamp, 'label')).toBeUndefined();
  set(`${root}/outputs/1`, 'loopback', true);
  set(`${root}/mix/1/2`, 'levelDb', -3);
  set(preamp, 'label', 'Kick');
  expect(reading(`${root}/outputs/1`, 'loopback')).toMatchObject({ value: true, state: 'unverified' });
  expect(reading(`${root}/mix/1/2`, 'levelDb')).toMatchObject({ value: -3, state: 'unverified' });
  expect(reading(preamp, 'label')).toMatchObject({ value: 'Kick', state: 'unverified' });
});

test('a change by hand is adopted where the policy remembers, and left to the desk where it pins', () => {
  hardware.readAll();
  set(preamp, 'gainDb', 25);
  hardware.readAll();
  hardware.turn('input/1/gainDb', 40);
  expect(adopted).toEqual([{ path: preamp, field: 'gainDb', value: 40, state: 'applied' }]);
  set(root, 'policy', { routing: 'remember', gain: 'pin', phantom: 'remember', clock: 'remember' });
  hardware.turn('input/1/gainDb', 10);
  hardware.turn('clockSource', 'AES');
  expect(adopted.slice(1)).toEqual([{ path: root, field: 'clockSource', value: 'AES', state: 'applied' }]);
  expect(reading(preamp, 'gainDb')).toMatchObject({ value: 10, state: 'applied' });
});

test('a report of a written value is no change by hand, nor is one of an earlier written value', () => {
  hardware.readAll();
  set(preamp, 'gainDb', 30);
  set(preamp, 'gainDb', 31);
  hardware.events.reported(new Map([['input/1/gainDb', 30]]));
  hardware.events.reported(new Map([['input/1/gainDb', 31]]));
  expect(adopted).toEqual([]);
  // once a read has shown what came of the writes, a return to the first of them is another hand's
  hardware.readAll();
  hardware.turn('input/1/gainDb', 30);
  expect(adopted).toHaveLength(1);
});

test('after a time away nothing counts as changed by hand, and what the device can not say is sent again', () => {
  hardware.readAll();
  set(`${root}/outputs/1`, 'loopback', true);
  set(preamp, 'gainDb', 30);
  hardware.events.lost('it is gone');
  expect(() => device.observe()).toThrow('it is gone');
  hardware.written.length = 0;
  set(preamp, 'phantom', true);
  expect(hardware.written).toEqual([]);
  hardware.values.set('input/1/gainDb', 0);
  hardware.readAll();
  expect(adopted).toEqual([]);
  expect(hardware.written).toEqual([['output/1/loopback', true]]);
  expect(reading(preamp, 'gainDb')).toMatchObject({ value: 0, state: 'applied' });
});

test('a muted place of the mix is off, its level is remembered, and unverified meanwhile', () => {
  hardware.readAll();
  set(`${root}/mix/1/1`, 'levelDb', -6);
  hardware.readAll();
  set(`${root}/mix/1/1`, 'muted', true);
  expect(hardware.written.at(-1)).toEqual(['mix/1/1/levelDb', -144]);
  hardware.readAll();
  expect(reading(`${root}/mix/1/1`, 'muted')).toMatchObject({ value: true, state: 'applied' });
  expect(reading(`${root}/mix/1/1`, 'levelDb')).toMatchObject({ value: -6, state: 'unverified' });
  set(`${root}/mix/1/1`, 'levelDb', -9);
  expect(hardware.written.at(-1)).toEqual(['mix/1/1/levelDb', -144]);
  set(`${root}/mix/1/1`, 'muted', false);
  expect(hardware.written.at(-1)).toEqual(['mix/1/1/levelDb', -9]);
});

test('a place that the desk only mutes gets its own level back', () => {
  hardware.values.set('mix/1/1/levelDb', -20);
  hardware.readAll();
  set(`${root}/mix/1/1`, 'muted', true);
  hardware.readAll();
  set(`${root}/mix/1/1`, 'muted', false);
  expect(hardware.written).toEqual([
    ['mix/1/1/levelDb', -144],
    ['mix/1/1/levelDb', -20],
  ]);
});

test('a muted place that is turned up at the device is not muted any more', () => {
  hardware.readAll();
  set(`${root}/mix/1/1`, 'levelDb', -6);
  set(`${root}/mix/1/1`, 'muted', true);
  hardware.readAll();
  hardware.turn('mix/1/1/levelDb', -3);
  expect(adopted).toEqual([
    { path: `${root}/mix/1/1`, field: 'levelDb', value: -3, state: 'applied' },
    { path: `${root}/mix/1/1`, field: 'muted', value: false, state: 'applied' },
  ]);
});

test('-65 dB is off at the device, and shown as it was wanted', () => {
  hardware.readAll();
  set(`${root}/outputs/1`, 'levelDb', -65);
  hardware.values.set('output/1/levelDb', -144);
  hardware.readAll();
  expect(reading(`${root}/outputs/1`, 'levelDb')).toMatchObject({ value: -65, state: 'applied' });
});

test('what the device can not take is refused with its reason, and what the desk never set is not sent', () => {
  hardware.readAll();
  expect(set(preamp, 'gainDb', 80)).toEqual([
    { path: preamp, field: 'gainDb', value: 80, state: 'refused', reason: 'it takes 0 to 75' },
  ]);
  set(`${root}/mix/1/1`, 'levelDb', null);
  expect(hardware.written).toEqual([]);
  // the device says its rate, and takes none
  set(root, 'sampleRateHz', 96_000);
  expect(hardware.written).toEqual([]);
});

test('a row of the stagebox that the device has nothing for is kept, unverified', () => {
  hardware.readAll();
  set('/stagebox/ucx2/inputs/1', 'patchedTo', 'input 1');
  expect(reading('/stagebox/ucx2/inputs/1', 'patchedTo')).toMatchObject({ value: 'input 1', state: 'unverified' });
});

test('an unchanged reading stays the same object at the same place', () => {
  hardware.readAll();
  const before = [...device.observe().values];
  hardware.turn('input/1/gainDb', 21);
  const after = device.observe().values;
  const others = before.filter((value, at) => after[at] !== value);
  expect(others.map(({ path, field }) => [path, field])).toEqual([[preamp, 'gainDb']]);
});

test('only the first of several devices has the rows of the vendor', () => {
  hardware.readAll();
  isFirst = false;
  expect(device.observe().values.filter(({ path }) => path.startsWith(root))).toEqual([]);
  hardware.turn('clockSource', 'AES');
  expect(adopted).toEqual([]);
  isFirst = true;
  expect(reading(root, 'clockSource')).toMatchObject({ value: 'AES' });
});

test('the rows of the vendor say what it is, its options, and how often it was read', () => {
  hardware.events.identified({ model: 'Fireface UCX II', serial: '1234', firmware: 'DSP 30' });
  hardware.readAll();
  hardware.readAll();
  const fields = device.observe().values.filter(({ path }) => path === root);
  expect(Object.fromEntries(fields.map(({ field, value }) => [field, value]))).toEqual({
    policy: { routing: 'remember', gain: 'remember', phantom: 'remember', clock: 'remember' },
    model: 'Fireface UCX II',
    serial: '1234',
    firmware: 'DSP 30',
    state: 'connected',
    readings: 2,
    clockSource: 'Internal',
    clockSources: ['Internal', 'AES'],
    sampleRateHz: 48_000,
    playbacks: 1,
  });
  expect(reading(`${root}/inputs/1`, 'referenceLevels')).toMatchObject({ value: ['+13 dBu', '+19 dBu'] });
  expect(reading(`${root}/mix/1/2`, 'label')).toMatchObject({ value: 'Playback 1' });
});

test('calls read, and write whatever was written before', () => {
  expect(() => device.call('refresh', {})).toThrow('it has not answered yet');
  hardware.readAll();
  set(preamp, 'gainDb', 30);
  const { refreshes } = hardware;
  expect(device.call('refresh', {})).toEqual({ readings: 1 });
  expect(hardware.refreshes).toBe(refreshes + 1);
  hardware.written.length = 0;
  const values = [
    { path: preamp, field: 'gainDb', value: 30 },
    { path: preamp, field: 'gainDb', value: 99 },
  ];
  expect(device.call('write', { values })).toMatchObject({ written: 1, refused: [{ reason: 'it takes 0 to 75' }] });
  expect(hardware.written).toEqual([['input/1/gainDb', 30]]);
  expect(() => device.call('identify', {})).toThrow('nothing that shows which it is');
  expect(() => device.call('dance', {})).toThrow('there are refresh, write and identify');
});
