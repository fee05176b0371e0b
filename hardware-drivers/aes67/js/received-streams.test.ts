import { afterEach, beforeEach, expect, test } from 'vitest';
import { DeviceFixture, locked, reasons, source } from './device-fixture.ts';
import type { ReceiveSource } from './values.ts';

let box: DeviceFixture;
beforeEach(() => {
  box = new DeviceFixture();
});
afterEach(() => box.device.close());

test('the channels of one stream are one order, and each input has its status', () => {
  box.run();
  box.set('network', locked);
  box.subscribe(1, { channel: 5 });
  box.subscribe(4, { channel: 2 });
  expect(box.network.receives).toHaveLength(1);
  expect(box.order).toMatchObject({
    ...{ encoding: 'L24', channels: 8, payloadType: 97, packetFrames: 48, clockOffset: 7, linkOffsetFrames: 96 },
    inputs: [
      { channel: 5, input: 1 },
      { channel: 2, input: 4 },
    ],
  });
  expect(box.reception(1)).toEqual(['no-signal', expect.stringContaining('no packet has come')]);
  box.network.come(box.order, { packets: 10, hasSignal: true, transitP999Us: 812.4, pathPackets: [10, 0] });
  expect([box.reception(1), box.reception(2)]).toEqual([
    ['connected', ''],
    ['unresolved', ''],
  ]);
  const paths = [{ address: '239.1.2.3', port: 5004, packets: 10, lost: 0 }];
  expect(box.read('received')).toMatchObject([
    { streamId: 'stage', status: 'connected', paths, packets: 10, transitP999Us: 812, linkOffsetMs: 2 },
  ]);
  box.network.come(box.order, { hasSignal: false });
  expect(box.reception(4)).toEqual(['no-signal', 'its packets have stopped']);
  box.subscribe(1, null);
  box.subscribe(4, null);
  expect([box.network.receives, box.read('received'), box.reception(4)]).toEqual([[], [], ['unresolved', '']]);
});

test('a stream that the desk can not take is not ordered, and the reason says what to do', () => {
  box.run();
  box.set('network', locked);
  const mismatch = (given: Partial<ReceiveSource>) => {
    box.subscribe(1, given);
    expect(box.network.receives).toEqual([]);
    return box.reception(1);
  };
  expect(mismatch({ encoding: 'AM824' })).toEqual([
    'format-mismatch',
    'the stream is AM824, and the desk takes L16 and L24',
  ]);
  expect(mismatch({ rateHz: 96_000 })[1]).toBe(
    'the stream runs at 96000 Hz and the desk at 48000: set the sender to 48000, or /clock/force to 96000',
  );
  expect(mismatch({ channels: 80 })[1]).toBe('the stream has 80 channels, and the desk takes 1 to 64');
  expect(mismatch({ packetTimeUs: 4000 })[1]).toBe(
    '8 channels of L24 at 4 ms are 4608 bytes; at most 2 channels fit into 1440',
  );
});

test.each([
  [{ address: '127.0.0.1' }, 'its address must be an IPv4 address, unicast or a multicast group'],
  [{ address: '224.0.0.5' }, '224.0.0.5 is for routers of the local network'],
  [{ port: 22 }, 'its port must be 1024 to 65535, and is 22'],
  [{ source: '239.1.1.1' }, 'its source must be the IPv4 address of a sender'],
])('a stream of a path with %o is never listened to, and feeds nothing in place of the one before', (given, reason) => {
  box.run();
  box.set('network', locked);
  box.subscribe(1, {});
  const paths = source.paths.map((path) => ({ ...path, ...given }));
  expect(box.subscribe(1, { paths })).toEqual([]);
  expect(box.network.receives).toEqual([]);
  expect(box.reception(1)).toEqual(['format-mismatch', expect.stringContaining(reason)]);
});

test('packets that have not the time of the clock that their description names are a mismatch', () => {
  box.run();
  box.set('network', locked);
  box.subscribe(1, {});
  box.network.come(box.order, { packets: 9, hasSignal: true, isLearned: true });
  expect(box.reception(1)).toEqual(['clock-mismatch', expect.stringContaining('its packets are not at the time')]);
  // without an offset in the description the place of a frame is always learned
  box.subscribe(1, { mediaClockOffset: null });
  expect(box.reception(1)).toEqual(['connected', '']);
});

test('a source is read back as the desk says it, with members that are not of this driver', () => {
  const paths = source.paths.map((path) => ({ ...path, ttl: 32 }));
  box.subscribe(1, { paths });
  expect(box.read('source', '/netaudio/net/rx/1')).toEqual({ ...source, paths });
});

test('packets that do not fit the description, and addresses that the system refuses, are told', () => {
  box.run();
  box.set('network', locked);
  box.subscribe(1, {});
  box.network.come(box.order, { malformed: 3 });
  expect(box.reception(1)).toEqual(['format-mismatch', expect.stringContaining('no L24 of 8 channels')]);
  box.network.come(box.order, { malformed: 0, foreign: 3 });
  expect(box.reception(1)).toEqual(['no-signal', expect.stringContaining('payload type 97')]);
  box.network.refused.add('239.1.2.3');
  expect(box.reception(1)).toEqual(['no-signal', '239.1.2.3: no such network']);
  box.network.refused.clear();
  const second = { address: '239.1.2.4', port: 5004, source: '' };
  box.subscribe(1, { paths: [...source.paths, second] });
  box.network.come(box.order, { packets: 1, hasSignal: true });
  box.network.refused.add('239.1.2.4');
  expect(box.reception(1)).toEqual(['connected', '239.1.2.4: no such network']);
});

test('a sender with another clock sounds, is aligned by its arrival, and the reason says which clock it has', () => {
  box.run();
  box.set('network', locked);
  const other = { kind: 'ptp', grandmasterId: '00-2e-aa', domain: 0 } as const;
  for (const [clock, reason] of [
    [other, 'the sender follows the grandmaster 00-2e-aa, this computer 00-1d-c1'],
    [{ kind: 'local', grandmasterId: '', domain: null }, 'the sender names no grandmaster of PTP'],
    [{ ...source.clock, domain: 5 }, 'the sender is in domain 5 of PTP, this computer in 0'],
  ] as const) {
    box.subscribe(1, null);
    box.subscribe(1, { clock });
    box.network.come(box.order, { packets: 1, hasSignal: true });
    expect(box.order.clockOffset).toBeNull();
    expect(box.reception(1)).toEqual(['clock-mismatch', expect.stringContaining(reason)]);
  }
});

test.each([
  [{ channel: 9 }, 'channel must be a whole number from 1 to 8'],
  [{ paths: [] }, 'paths must be a list of 1 to 2'],
  [{ paths: [{ address: '239.1.2.3', port: 1e6, source: '' }] }, 'path 1: port must be a whole number from 0 to 65535'],
  [{ payloadType: 128 }, 'payloadType must be a whole number from 0 to 127'],
  [{ mediaClockOffset: -1 }, 'mediaClockOffset must be a whole number from 0 to 4294967295'],
  [{ channels: 1e9 }, 'channels must be a whole number from 1 to 1024'],
  [{ clock: null }, 'clock must be an object'],
])('a source with %o is refused in words, and orders nothing', (given, reason) => {
  box.run();
  box.set('network', locked);
  const refused = box.subscribe(1, given as Partial<ReceiveSource>);
  expect(reasons(refused)).toEqual([expect.stringContaining(reason)]);
  expect(box.network.receives).toEqual([]);
});

test('link offset and DSCP have their ranges; the offset holds for each stream and is the latency of the inputs', async () => {
  box.run();
  box.set('network', locked);
  expect(box.device.description.inputLatencyFrames).toBe(96);
  expect(reasons(box.set('linkOffsetMs', 101))).toEqual(['refused: linkOffsetMs must be a number from 0.25 to 100']);
  expect(reasons(box.set('dscp', 64))).toEqual(['refused: dscp must be a whole number from 0 to 63']);
  expect(reasons(box.set('other', 1))).toEqual(['refused: a device of the network has no such setting']);
  box.subscribe(1, {});
  box.set('linkOffsetMs', 5);
  expect([box.order.linkOffsetFrames, box.device.description.inputLatencyFrames]).toEqual([240, 240]);
  box.set('linkOffsetMs', 0.25);
  // less than a packet and a fade could never hold
  expect([box.order.linkOffsetFrames, box.read('linkOffsetMs')]).toEqual([65, 0.25]);
  expect(box.read('received')).toMatchObject([{ linkOffsetMs: 1.354 }]);
});

test('an automatic link offset is raised to what is seen once 1 of 1000 packets comes later than it is wanted, each stream by itself', () => {
  box.run();
  box.set('network', locked);
  box.set('linkOffsetMs', null);
  box.subscribe(1, {});
  box.subscribe(2, { paths: [{ address: '239.9.9.9', port: 5004, source: '' }] });
  const looks = (transitP999Us: number, packets: number) => {
    box.network.come(box.order, { packets, transitP999Us, hasSignal: true });
    for (let look = 0; look < 10; look++) box.device.look();
    return box.network.receives.map(({ linkOffsetFrames }) => linkOffsetFrames);
  };
  // 2 ms less a packet of 1 ms and a fade of 16 frames
  expect(looks(660, 10_000)).toEqual([96, 96]);
  expect(looks(4000, 10_999)).toEqual([96, 96]);
  // 4 ms, the packet and 1 ms
  expect(looks(4000, 20_000)).toEqual([288, 96]);
  expect(looks(4600, 30_000)).toEqual([288, 96]);
  expect(looks(700, 40_000)).toEqual([288, 96]);
  expect(looks(200_000, 50_000)).toEqual([4800, 96]);
  const ordered = box.network.receives;
  looks(200_000, 60_000);
  expect(box.network.receives).toBe(ordered);
  expect(box.device.description.inputLatencyFrames).toBe(4800);
  box.set('linkOffsetMs', 2);
  expect(box.network.receives.map(({ linkOffsetFrames }) => linkOffsetFrames)).toEqual([96, 96]);
});
