import type { Reading, Value } from 'rowdesk/driver';
import { expect, test } from 'vitest';
import { Counters } from './counters.ts';
import { NetworkDevice } from './device.ts';
import type { Part } from './part.ts';
import type { NetworkSettings } from './settings.ts';

const model = { id: 'network', transport: 'network', modelId: 'network', model: 'network', label: '', address: '' };
const none = { audioInterface: '', secondAudioInterface: '', controlInterface: '', ptpDomain: 0 };

function open() {
  const configured: NetworkSettings[] = [];
  const applied: Value[] = [];
  const reading: Reading = { path: '/net', field: 'ptp', value: 'seen', state: 'applied' };
  const part: Part = {
    configure: (settings) => configured.push(settings),
    takes: ({ path }) => path === '/netaudio/box',
    apply: (values) => {
      applied.push(...values);
      return [];
    },
    observe: () => [reading],
    scan: () => applied.push({ path: 'scan', field: '', value: null }),
    close: () => {},
  };
  const counters = new Counters();
  return { device: new NetworkDevice(model, counters, [part]), configured, applied, counters };
}

test('a part has the settings from the begin, and again when one changes', () => {
  const { device, configured } = open();
  expect(configured).toEqual([none]);
  expect(device.apply(1, [{ path: '/net', field: 'audioInterface', value: 'eth1' }])).toEqual([]);
  device.apply(2, []);
  expect(configured).toEqual([none, { ...none, audioInterface: 'eth1' }]);
});

test('what no interface can be called, and a domain outside 0 to 127, is refused and changes nothing', () => {
  const { device, configured } = open();
  const values = [
    { path: '/net', field: 'audioInterface', value: '../eth1' },
    { path: '/net', field: 'secondAudioInterface', value: 'an-interface-16c' },
    { path: '/net', field: 'ptpDomain', value: 128 },
    { path: '/net', field: 'hasOwnProperty', value: 1 },
  ];
  expect(device.apply(3, values).map(({ field, reason }) => [field, reason])).toEqual([
    ['audioInterface', "audioInterface must be the name of an interface, as 'ip link' lists it, or empty"],
    ['secondAudioInterface', "secondAudioInterface must be the name of an interface, as 'ip link' lists it, or empty"],
    ['ptpDomain', 'ptpDomain must be a whole number from 0 to 127'],
    ['hasOwnProperty', 'the network has no hasOwnProperty at /net'],
  ]);
  expect(configured).toHaveLength(1);
  expect(device.observe().revision).toBe(3);
});

test('what was taken is reported as it holds, and what did not change as the same object', () => {
  const { device, counters, applied } = open();
  const value = { path: '/netaudio/box', field: 'announced', value: [] };
  device.apply(1, [{ path: '/net', field: 'ptpDomain', value: 3 }, value]);
  expect(applied).toEqual([value]);
  const first = device.observe().values;
  expect(first.find(({ field }) => field === 'ptpDomain')?.value).toBe(3);
  expect(device.observe().values.every((reading, index) => reading === first[index])).toBe(true);
  counters.count('sapPackets');
  const next = device.observe().values.filter((reading, index) => reading !== first[index]);
  expect(next.map(({ field, value: counts }) => [field, counts])).toMatchObject([['counters', { sapPackets: 1 }]]);
});

test('a scan asks again, and another action is none', () => {
  const { device, applied } = open();
  expect(device.call('scan')).toEqual({});
  expect(applied).toMatchObject([{ path: 'scan' }]);
  expect(() => device.call('reset')).toThrow('the network has no action reset');
});
