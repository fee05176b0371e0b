import { afterEach, beforeEach, expect, test } from 'vitest';
import { DeviceFixture, locked } from './device-fixture.ts';

let box: DeviceFixture;
beforeEach(() => {
  box = new DeviceFixture();
});
afterEach(() => box.device.close());

test('until an interface is chosen no socket is open; it runs, is away, and a warning says what there is', () => {
  box.run();
  expect(box.network.opened).toEqual([]);
  const words = 'No audio interface is chosen: give /net one as audioInterface. There are: eth0, eth1';
  expect([box.device.description.away, box.warnings.get('interface')]).toEqual([words, words]);
  box.set('network', locked);
  expect([box.network.opened, box.device.description.away, box.warnings.get('interface')]).toEqual([['eth0'], '', '']);
  box.set('network', { ...locked, interfaces: [] });
  expect([box.network.opened, box.device.description.away]).toEqual([[], words]);
});

test('an interface that is down or gone is said in words, and is open again when it is back', () => {
  box.run();
  box.set('network', { ...locked, interfaces: ['eth1'] });
  box.usable = ['eth0'];
  box.device.look();
  expect(box.device.description.away).toBe('The audio interface eth1 is down, or has no IPv4 address');
  // its sockets stay: they go on with the link
  expect(box.network.opened).toEqual(['eth1']);
  box.names = ['eth0'];
  box.network.stale = true;
  box.device.look();
  expect(box.network.opened).toEqual([]);
  expect(box.warnings.get('interface')).toBe('The audio interface eth1 is not there. There are: eth0');
  box.names = box.usable = ['eth0', 'eth1'];
  box.device.look();
  expect([box.network.opened, box.device.description.away, box.warnings.get('interface')]).toEqual([['eth1'], '', '']);
  expect(box.network.events.filter((event) => event.startsWith('open'))).toHaveLength(3);
});

test('one of two networks that is gone takes nothing from the other', () => {
  box.run();
  box.set('network', { ...locked, interfaces: ['eth0', 'eth1'] });
  expect(box.network.opened).toEqual(['eth0', 'eth1']);
  box.names = box.usable = ['eth0'];
  box.network.stale = true;
  box.device.look();
  expect([box.network.opened, box.device.description.away]).toEqual([['eth0', ''], '']);
  expect(box.warnings.get('interface')).toBe('The audio interface eth1 is not there. There are: eth0');
  const { length } = box.network.events;
  box.usable = box.names = ['eth0', 'eth1'];
  box.network.interfaces.delete('eth1');
  box.device.look();
  expect([box.network.opened, box.warnings.get('interface')]).toEqual([['eth0', ''], 'eth1 has no IPv4 address']);
  box.device.look();
  // the sockets of the other path go on as they are
  expect(box.network.events).toHaveLength(length);
});
