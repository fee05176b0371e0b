import { beforeEach, expect, test } from 'vitest';
import { preamp, Rig, root } from '../test/rig.ts';

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
});

test('a device that has not been read says so, and its first complete read ends that', () => {
  expect(() => rig.device.observe()).toThrow('it has not answered yet');
  expect(rig.device.description.away).toBe('it has not answered yet');
  rig.hardware.events.reported(new Map([['input/1/gainDb', 20]]));
  expect(() => rig.device.observe()).toThrow();
  rig.hardware.readAll();
  expect(rig.device.description).toMatchObject({
    away: '',
    audioHalf: { usbPort: '1-4' },
    model: 'rme-fireface-ucx-ii',
  });
  expect(rig.device.description.ports.map(({ id, connector }) => [id, connector])).toEqual([
    ['in-1', 'combo'],
    ['out-1', 'trs'],
  ]);
  expect(rig.changes).toBe(1);
});

test('rows have what the device reported, and never what was sent', () => {
  rig.hardware.readAll();
  expect(rig.reading(preamp, 'gainDb')).toMatchObject({ value: 20, state: 'applied' });
  rig.hardware.arrives = false;
  rig.set(preamp, 'gainDb', 30);
  expect(rig.hardware.written).toEqual([['input/1/gainDb', 30]]);
  expect(rig.reading(preamp, 'gainDb')).toMatchObject({ value: 20, state: 'applied' });
});

test('a revision is that of the device when a read that began after it ended', () => {
  rig.hardware.readAll();
  rig.hardware.events.reading();
  rig.set(preamp, 'gainDb', 30);
  rig.hardware.events.read();
  expect(rig.device.observe().revision).toBe(0);
  expect(rig.hardware.refreshes).toBe(1);
  rig.hardware.readAll();
  expect(rig.device.observe().revision).toBe(rig.revision);
  expect(rig.adopted).toEqual([]);
});

test('what the device can not say is unverified: unknown before it was sent, then as it was sent', () => {
  rig.hardware.readAll();
  expect(rig.reading(`${root}/outputs/1`, 'loopback')).toMatchObject({ value: null, state: 'unverified' });
  expect(rig.reading(`${root}/mix/1/2`, 'levelDb')).toMatchObject({ value: null, state: 'unverified' });
  expect(rig.reading(preamp, 'label')).toBeUndefined();
  rig.set(`${root}/outputs/1`, 'loopback', true);
  rig.set(`${root}/mix/1/2`, 'levelDb', -3);
  rig.set(preamp, 'label', 'Kick');
  expect(rig.reading(`${root}/outputs/1`, 'loopback')).toMatchObject({ value: true, state: 'unverified' });
  expect(rig.reading(`${root}/mix/1/2`, 'levelDb')).toMatchObject({ value: -3, state: 'unverified' });
  expect(rig.reading(preamp, 'label')).toMatchObject({ value: 'Kick', state: 'unverified' });
});

test('after a time away nothing counts as changed by hand, and what the device can not say is sent again', () => {
  rig.hardware.readAll();
  rig.set(`${root}/outputs/1`, 'loopback', true);
  rig.set(preamp, 'gainDb', 30);
  rig.hardware.events.lost('it is gone');
  // once, so that no row confirms what nobody knows any more
  expect(rig.reading(preamp, 'gainDb')).toMatchObject({ value: 20, state: 'unverified' });
  expect(() => rig.device.observe()).toThrow('it is gone');
  rig.hardware.written.length = 0;
  rig.set(preamp, 'phantom', true);
  expect(rig.hardware.written).toEqual([]);
  rig.hardware.values.set('input/1/gainDb', 0);
  rig.hardware.readAll();
  expect(rig.adopted).toEqual([]);
  expect(rig.hardware.written).toEqual([['output/1/loopback', true]]);
  expect(rig.reading(preamp, 'gainDb')).toMatchObject({ value: 0, state: 'applied' });
});

test('what the device can not take is refused with its reason, and what the desk never set is not sent', () => {
  rig.hardware.readAll();
  expect(rig.set(preamp, 'gainDb', 80)).toEqual([
    { path: preamp, field: 'gainDb', value: 80, state: 'refused', reason: 'it takes 0 to 75' },
  ]);
  rig.set(`${root}/mix/1/1`, 'levelDb', null);
  expect(rig.hardware.written).toEqual([]);
  // the device says its rate, and takes none
  rig.set(root, 'sampleRateHz', 96_000);
  expect(rig.hardware.written).toEqual([]);
});

test('what a stagebox has and the device has nothing for, is kept by the driver', () => {
  rig.hardware.readAll();
  rig.set('/stagebox/ucx2', 'label', 'Rack');
  expect(rig.reading('/stagebox/ucx2', 'label')).toMatchObject({ value: 'Rack', state: 'applied' });
});

test('an unchanged reading stays the same object at the same place', () => {
  rig.hardware.readAll();
  const before = [...rig.device.observe().values];
  rig.hardware.turn('input/1/gainDb', 21);
  const after = rig.device.observe().values;
  const others = before.filter((value, at) => after[at] !== value);
  expect(others.map(({ path, field }) => [path, field])).toEqual([[preamp, 'gainDb']]);
});

test('only the first of several devices has the rows of the vendor', () => {
  rig.hardware.readAll();
  rig.isFirst = false;
  expect(rig.device.observe().values.filter(({ path }) => path.startsWith(root))).toEqual([]);
  rig.hardware.turn('clockSource', 'AES');
  expect(rig.adopted).toEqual([]);
  rig.isFirst = true;
  expect(rig.reading(root, 'clockSource')).toMatchObject({ value: 'AES' });
});

test('the rows of the vendor say what it is, its options, and how often it was read', () => {
  rig.hardware.events.identified({ model: 'Fireface UCX II', serial: '1234', firmware: 'DSP 30' });
  rig.hardware.readAll();
  rig.hardware.readAll();
  const fields = rig.device.observe().values.filter(({ path }) => path === root);
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
  expect(rig.reading(`${root}/inputs/1`, 'referenceLevels')).toMatchObject({ value: ['+13 dBu', '+19 dBu'] });
  expect(rig.reading(`${root}/mix/1/2`, 'label')).toMatchObject({ value: 'Playback 1' });
});

test('calls read, and write whatever was written before', () => {
  expect(() => rig.device.call('refresh', {})).toThrow('it has not answered yet');
  rig.hardware.readAll();
  rig.set(preamp, 'gainDb', 30);
  const { refreshes } = rig.hardware;
  expect(rig.device.call('refresh', {})).toEqual({ readings: 1 });
  expect(rig.hardware.refreshes).toBe(refreshes + 1);
  rig.hardware.written.length = 0;
  const values = [
    { path: preamp, field: 'gainDb', value: 30 },
    { path: preamp, field: 'gainDb', value: 99 },
  ];
  expect(rig.device.call('write', { values })).toMatchObject({ written: 1, refused: [{ reason: 'it takes 0 to 75' }] });
  expect(rig.hardware.written).toEqual([['input/1/gainDb', 30]]);
  expect(() => rig.device.call('identify', {})).toThrow('nothing that shows which it is');
  expect(() => rig.device.call('dance', {})).toThrow('there are refresh, write and identify');
});
