import { afterEach, beforeEach, expect, test } from 'vitest';
import { DeviceFixture, locked, stream } from './device-fixture.ts';

let box: DeviceFixture;
beforeEach(() => {
  box = new DeviceFixture();
});
afterEach(() => box.device.close());

test('it has the ports of its model, runs at four rates, and at blocks of 1 ms whatever the block of the desk is', () => {
  const { ports, supportedRates, transport } = box.device.description;
  expect([ports.length, ports[0]?.id, ports[15]?.id]).toEqual([16, 'in-1', 'out-8']);
  expect([supportedRates, transport]).toEqual([[44_100, 48_000, 88_200, 96_000], 'netaudio']);
  box.run();
  box.device.stop();
  box.run(44_100);
  expect(box.network.events).toEqual(['start 48000 48 37', 'stop', 'start 44100 44 37']);
  expect(box.device.figures()).toMatchObject({ rate: 44_100, quantum: 44 });
  box.device.stop();
  expect(() => box.run(192_000)).toThrow('Network runs at 44100, 48000, 88200, 96000 Hz, not at 192000');
  box.device.close();
  box = new DeviceFixture('aes67-2x2', { blockFrames: 64 });
  box.run();
  expect(box.network.events.at(-1)).toBe('start 48000 64 37');
});

test('a setting of the box fades the device, and an unchanged value is the same object', () => {
  box.device.apply(1, [{ path: '/stagebox/net', field: 'enabled', value: false }]);
  expect(box.network.events).toContain('enable false');
  box.run();
  const before = box.device.observe().values;
  expect(box.device.observe().values.every((reading, index) => reading === before[index])).toBe(true);
});

test('without a clock that runs nothing is ordered, and the words say so', () => {
  box.set('network', locked);
  box.subscribe(1, {});
  box.set('transmit', [stream]);
  expect([box.network.receives, box.network.transmits]).toEqual([[], []]);
  expect(box.reception(1)).toEqual(['no-signal', 'the device does not run']);
  box.run();
  expect([box.network.receives.length, box.network.transmits.length]).toEqual([1, 1]);
  box.device.stop();
  box.run(96_000);
  expect(box.network.transmits[0]?.packetFrames).toBe(96);
  expect(box.reception(1)[0]).toBe('format-mismatch');
});

test('closed, it has no socket', () => {
  box.run();
  box.set('network', locked);
  box.device.close();
  expect([box.network.opened, box.network.running, box.closed]).toEqual([[], undefined, 1]);
});
