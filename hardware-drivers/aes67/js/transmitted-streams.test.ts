import { afterEach, beforeEach, expect, test } from 'vitest';
import { DeviceFixture, locked, reasons, stream } from './device-fixture.ts';

let box: DeviceFixture;
beforeEach(() => {
  box = new DeviceFixture();
});
afterEach(() => box.device.close());

test('a stream is sent with its own lasting address on each network, from the outputs that it names', () => {
  box.run();
  expect(box.set('transmit', [stream])).toEqual([]);
  box.set('network', { ...locked, interfaces: ['eth0', 'eth1'] });
  const [first] = box.network.transmits;
  expect(first).toMatchObject({ id: 'main', outputs: [3, 4], packetFrames: 48, payloadType: 97, dscp: 34 });
  const addresses = first?.paths.map(({ address }) => address) ?? [];
  expect(addresses).toEqual([
    expect.stringMatching(/^239\.69\.\d+\.\d+$/),
    expect.stringMatching(/^239\.70\.\d+\.\d+$/),
  ]);
  expect(box.read('transmitted')).toEqual([
    { id: 'main', paths: addresses.map((address) => ({ address, port: 5004 })), packets: 48, dropped: 0, reason: '' },
  ]);
  expect(box.set('transmit', [{ ...stream, address: '10.0.0.5' }])).toEqual([]);
  expect(box.network.transmits[0]?.paths).toEqual([{ address: '10.0.0.5', port: 5004, source: '', ttl: 32 }]);
  expect(box.network.transmits[0]?.ssrc).toBe(first?.ssrc);
  box.set('dscp', 46);
  expect(box.network.transmits[0]?.dscp).toBe(46);
  box.set('transmit', [{ ...stream, enabled: false }]);
  expect([box.network.transmits, box.read('transmitted')]).toMatchObject([[], [{ reason: 'it is not enabled' }]]);
});

test('two computers of one name send to groups of their own, and a lost interface keeps its groups', () => {
  const group = () => box.network.transmits[0]?.paths[0]?.address;
  box.run();
  box.set('network', locked);
  box.set('transmit', [stream]);
  const first = group();
  box.hardwareAddresses.clear();
  box.device.look();
  expect(group()).toBe(first);
  box.hardwareAddresses.set('eth0', '02:00:00:00:00:02');
  box.device.look();
  expect(group()).not.toBe(first);
});

test.each([
  [
    { channels: 8, firstChannel: 1, packetTimeUs: 4000 },
    '8 channels of L24 at 4 ms are 4608 bytes; at most 2 channels fit into 1440',
  ],
  [{ firstChannel: 8 }, 'its channels 8 to 9 are beyond the 8 outputs of the device'],
  [{ channels: 65 }, 'channels must be a whole number from 1 to 64'],
  [{ address: '127.0.0.1' }, '127.0.0.1 goes to no other computer'],
  [{ address: '0.1.2.3' }, '0.1.2.3 goes to no other computer'],
  [{ address: '255.255.255.255' }, '255.255.255.255 goes to no other computer'],
  [{ address: '224.0.0.251' }, '224.0.0.251 is for routers of the local network'],
  [
    { address: 'ff05::1' },
    "must be an IPv4 address, unicast or a multicast group from 224.0.1.0 to 239.255.255.255, and is 'ff05::1'",
  ],
  [{ address: '239.01.2.3' }, "and is '239.01.2.3'"],
  [{ port: 80 }, 'port must be a whole number from 1024 to 65535'],
  [{ payloadType: 0 }, 'payloadType must be a whole number from 96 to 127'],
  [{ packetTimeUs: 2000 }, 'packetTimeUs must be one of 125, 250, 333, 1000, 4000'],
  [{ id: 'Main' }, 'id must be 1 to 32 of a to z, 0 to 9 and -'],
  [{ encoding: 'L20' }, 'encoding must be one of L16, L24'],
])('a stream with %o is refused in words, and what is sent stays', (given, reason) => {
  box.run();
  box.set('transmit', [stream]);
  expect(reasons(box.set('transmit', [stream, { ...stream, id: 'b', ...given }]))).toEqual([
    expect.stringContaining(reason),
  ]);
  expect(box.network.transmits.map(({ id }) => id)).toEqual(['main']);
  expect(box.read('transmit')).toEqual([stream]);
});

test('two streams of one id, and more than 64, are refused', () => {
  expect(reasons(box.set('transmit', [stream, stream]))).toEqual(['refused: two streams have the id main']);
  const many = Array.from({ length: 65 }, (_, index) => ({ ...stream, id: `s-${index}` }));
  expect(reasons(box.set('transmit', many))).toEqual(['refused: must be a list of at most 64 streams']);
});
