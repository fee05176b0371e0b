import type { DeviceDescription, Reading } from 'rowdesk/driver';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { NetworkDevice } from './device.ts';
import { NetworkDouble, nativeWith } from './native-double.ts';
import type { NetworkFacts, ReceiveSource, TransmitStream } from './values.ts';

const path = '/netaudio/net';
const locked: NetworkFacts = {
  interfaces: ['eth0'],
  utcOffsetS: 37,
  ptp: { state: 'locked', grandmasterId: '00-1d-c1', domain: 0, reason: '' },
};
const source: ReceiveSource = {
  ...{
    streamId: 'stage',
    channel: 1,
    encoding: 'L24',
    rateHz: 48_000,
    channels: 8,
    payloadType: 97,
    packetTimeUs: 1000,
  },
  // as the desk says it: the time to live is the sender's
  paths: [{ address: '239.1.2.3', port: 5004, source: '', ttl: 32 }],
  clock: { kind: 'ptp', grandmasterId: '00-1d-c1', domain: 0 },
  mediaClockOffset: 7,
};
const stream: TransmitStream = {
  ...{ id: 'main', name: 'Main', firstChannel: 3, channels: 2, encoding: 'L24', packetTimeUs: 1000, address: '' },
  ...{ port: 5004, payloadType: 97, ttl: 32, enabled: true },
};

let network: NetworkDouble;
let names: string[];
let usable: string[];
let hardwareAddresses: Map<string, string>;
let warnings: Map<string, string>;
let changes: number;
let closed: number;
let device: NetworkDevice;
let revision: number;

beforeEach(() => {
  network = new NetworkDouble();
  names = ['eth0', 'eth1'];
  usable = ['eth0', 'eth1'];
  hardwareAddresses = new Map([['eth0', '02:00:00:00:00:01']]);
  warnings = new Map();
  changes = 0;
  closed = 0;
  revision = 0;
  device = open('aes67-8x8');
});
afterEach(() => device.close());

function open(modelId: string, config = {}): NetworkDevice {
  const model = { id: 'net', transport: 'netaudio', modelId, model: modelId, label: 'Network', address: '' };
  const place = { model, interfaces: () => ({ names, usable, hardwareAddresses }), closed: () => void closed++ };
  return new NetworkDevice(nativeWith(network), place, {
    ...{ mediaFolder: '', recordingsFolder: '', runtimeFolder: '', log: () => {}, changedOnDevice: () => {} },
    config,
    changed: () => void changes++,
    warn: (id, text) => void warnings.set(id, text),
  });
}

const set = (field: string, value: unknown, row = path) => device.apply(++revision, [{ path: row, field, value }]);
const subscribe = (input: number, given: Partial<ReceiveSource> | null) =>
  set('source', given && { ...source, ...given }, `${path}/rx/${input}`);
const read = (field: string, row = path) =>
  device.observe().values.find((each) => each.path === row && each.field === field)?.value;
const reception = (input: number) => [read('status', `${path}/rx/${input}`), read('reason', `${path}/rx/${input}`)];
const reasons = (refused: readonly Reading[]) => refused.map(({ state, reason }) => `${state}: ${reason}`);
const run = (rate = 48_000) => device.start({}, { rate, blockFrames: 256 });
const order = () => {
  const [first] = network.receives;
  if (first === undefined) throw new Error('nothing is ordered');
  return first;
};

test('it has the ports of its model, runs at four rates, and at blocks of 1 ms whatever the block of the desk is', () => {
  const { ports, supportedRates, transport } = device.description;
  expect([ports.length, ports[0]?.id, ports[15]?.id]).toEqual([16, 'in-1', 'out-8']);
  expect([supportedRates, transport]).toEqual([[44_100, 48_000, 88_200, 96_000], 'netaudio']);
  run();
  device.stop();
  run(44_100);
  expect(network.events).toEqual(['start 48000 48 37', 'stop', 'start 44100 44 37']);
  expect(device.figures()).toMatchObject({ rate: 44_100, quantum: 44 });
  device.stop();
  expect(() => run(192_000)).toThrow('Network runs at 44100, 48000, 88200, 96000 Hz, not at 192000');
  device.close();
  device = open('aes67-2x2', { blockFrames: 64 });
  run();
  expect(network.events.at(-1)).toBe('start 48000 64 37');
});

test('a source reads back as the desk said it, with what concerns its sender alone', () => {
  expect(subscribe(2, {})).toEqual([]);
  expect(read('source', `${path}/rx/2`)).toEqual(source);
});

test('until an interface is chosen no socket is open; it runs, is away, and a warning says what there is', () => {
  run();
  expect(network.opened).toEqual([]);
  const words = 'No audio interface is chosen: give /net one as audioInterface. There are: eth0, eth1';
  expect([device.description.away, warnings.get('interface')]).toEqual([words, words]);
  set('network', locked);
  expect([network.opened, device.description.away, warnings.get('interface')]).toEqual([['eth0'], '', '']);
  set('network', { ...locked, interfaces: [] });
  expect([network.opened, device.description.away]).toEqual([[], words]);
});

test('an interface that is down or gone is said in words, and is open again when it is back', () => {
  run();
  set('network', { ...locked, interfaces: ['eth1'] });
  usable = ['eth0'];
  device.look();
  expect(device.description.away).toBe('The audio interface eth1 is down, or has no IPv4 address');
  // its sockets stay: they go on with the link
  expect(network.opened).toEqual(['eth1']);
  names = ['eth0'];
  network.stale = true;
  device.look();
  expect(network.opened).toEqual([]);
  expect(warnings.get('interface')).toBe('The audio interface eth1 is not there. There are: eth0');
  names = usable = ['eth0', 'eth1'];
  device.look();
  expect([network.opened, device.description.away, warnings.get('interface')]).toEqual([['eth1'], '', '']);
  expect(network.events.filter((event) => event.startsWith('open'))).toHaveLength(3);
});

test('one of two networks that is gone takes nothing from the other', () => {
  run();
  set('network', { ...locked, interfaces: ['eth0', 'eth1'] });
  expect(network.opened).toEqual(['eth0', 'eth1']);
  names = usable = ['eth0'];
  network.stale = true;
  device.look();
  expect([network.opened, device.description.away]).toEqual([['eth0', ''], '']);
  expect(warnings.get('interface')).toBe('The audio interface eth1 is not there. There are: eth0');
  usable = names = ['eth0', 'eth1'];
  network.interfaces.delete('eth1');
  device.look();
  expect([network.opened, warnings.get('interface')]).toEqual([['eth0', ''], 'eth1 has no IPv4 address']);
  const { length } = network.events;
  device.look();
  // a refused one is not tried again before something changes: its other path would be opened anew each time
  expect(network.events).toHaveLength(length);
});

test('the channels of one stream are one order, and each input has its status', () => {
  run();
  set('network', locked);
  subscribe(1, { channel: 5 });
  subscribe(4, { channel: 2 });
  expect(network.receives).toHaveLength(1);
  expect(order()).toMatchObject({
    ...{ encoding: 'L24', channels: 8, payloadType: 97, packetFrames: 48, clockOffset: 7, linkOffsetFrames: 96 },
    inputs: [
      { channel: 5, input: 1 },
      { channel: 2, input: 4 },
    ],
  });
  expect(reception(1)).toEqual(['no-signal', expect.stringContaining('no packet has come')]);
  network.come(order(), { packets: 10, hasSignal: true, transitP999Us: 812.4, pathPackets: [10, 0] });
  expect([reception(1), reception(2)]).toEqual([
    ['connected', ''],
    ['unresolved', ''],
  ]);
  const paths = [{ address: '239.1.2.3', port: 5004, packets: 10, lost: 0 }];
  expect(read('received')).toMatchObject([
    { streamId: 'stage', status: 'connected', paths, packets: 10, transitP999Us: 812, linkOffsetMs: 2 },
  ]);
  network.come(order(), { hasSignal: false });
  expect(reception(4)).toEqual(['no-signal', 'its packets have stopped']);
  subscribe(1, null);
  subscribe(4, null);
  expect([network.receives, read('received'), reception(4)]).toEqual([[], [], ['unresolved', '']]);
});

test('a stream that the desk can not take is not ordered, and the reason says what to do', () => {
  run();
  set('network', locked);
  const mismatch = (given: Partial<ReceiveSource>) => {
    subscribe(1, given);
    expect(network.receives).toEqual([]);
    return reception(1);
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

test('packets that do not fit the description, and addresses that the system refuses, are told', () => {
  run();
  set('network', locked);
  subscribe(1, {});
  network.come(order(), { malformed: 3 });
  expect(reception(1)).toEqual(['format-mismatch', expect.stringContaining('no L24 of 8 channels')]);
  network.come(order(), { malformed: 0, foreign: 3 });
  expect(reception(1)).toEqual(['no-signal', expect.stringContaining('payload type 97')]);
  network.refused.add('239.1.2.3');
  expect(reception(1)).toEqual(['no-signal', '239.1.2.3: no such network']);
  network.refused.clear();
  const second = { address: '239.1.2.4', port: 5004, source: '' };
  subscribe(1, { paths: [...source.paths, second] });
  network.come(order(), { packets: 1, hasSignal: true });
  network.refused.add('239.1.2.4');
  expect(reception(1)).toEqual(['connected', '239.1.2.4: no such network']);
});

test('a sender with another clock sounds, is aligned by its arrival, and the reason says which clock it has', () => {
  run();
  set('network', locked);
  const other = { kind: 'ptp', grandmasterId: '00-2e-aa', domain: 0 } as const;
  for (const [clock, reason] of [
    [other, 'the sender follows the grandmaster 00-2e-aa, this computer 00-1d-c1'],
    [{ kind: 'local', grandmasterId: '', domain: null }, 'the sender names no grandmaster of PTP'],
    [{ ...source.clock, domain: 5 }, 'the sender is in domain 5 of PTP, this computer in 0'],
  ] as const) {
    subscribe(1, null);
    subscribe(1, { clock });
    network.come(order(), { packets: 1, hasSignal: true });
    expect(order().clockOffset).toBeNull();
    expect(reception(1)).toEqual(['clock-mismatch', expect.stringContaining(reason)]);
  }
});

test('a grandmaster that is lost, and another one, leave orders and thread as they are; fault, grade and status tell', async () => {
  run();
  set('network', locked);
  subscribe(1, {});
  network.come(order(), { packets: 1, hasSignal: true });
  const before = order();
  const clock = () => {
    const { clockId, clockGrade, clockFault }: DeviceDescription = device.description;
    return [clockId, clockGrade, clockFault];
  };
  expect(clock()).toEqual(['ptp:00-1d-c1', 'network', '']);
  set('network', {
    ...locked,
    ptp: { ...locked.ptp, state: 'lost', grandmasterId: '', reason: 'no announce for 3 s' },
  });
  expect(clock()).toEqual([
    ...['ptp:00-1d-c1', 'network'],
    'The clock of the network is lost, and the clock of this computer goes on: no announce for 3 s',
  ]);
  expect(reception(1)).toEqual([
    'clock-mismatch',
    expect.stringContaining('follows no grandmaster (no announce for 3 s)'),
  ]);
  expect(order()).toEqual(before);
  set('network', { ...locked, ptp: { ...locked.ptp, grandmasterId: '00-2e-aa' } });
  expect(clock()).toEqual(['ptp:00-2e-aa', 'network', '']);
  expect(order()).toEqual(before);
  subscribe(1, { clock: { ...source.clock, grandmasterId: '00-2e-aa' } });
  expect([order(), reception(1)]).toEqual([before, ['connected', '']]);
  expect(network.events.filter((event) => /start|stop/.test(event))).toHaveLength(1);
  await new Promise((resolve) => setImmediate(resolve));
  expect(changes).toBeGreaterThan(0);
});

test.each([
  ['unobserved', 'internal', ''],
  ['listening', 'internal', ''],
  ['locking', 'internal', ''],
  ['master', 'internal', ''],
  ['locked', 'network', ''],
  ['lost', 'network', 'The clock of the network is lost'],
] as const)('at first, PTP that is %s gives the grade %s', (state, grade, fault) => {
  set('network', { ...locked, ptp: { ...locked.ptp, state } });
  expect(device.description.clockGrade).toBe(grade);
  expect(device.description.clockFault).toContain(fault);
  expect(device.description.clockFault === '').toBe(fault === '');
});

test('a ptp4l that ends while it is locked leaves the clock in holdover; as grandmaster this computer has none', () => {
  set('network', locked);
  const become = (state: NetworkFacts['ptp']['state'], domain = 0) =>
    set('network', { ...locked, ptp: { state, grandmasterId: '00-1d-c1', domain, reason: '' } });
  become('unobserved');
  expect(device.description.clockFault).toContain('PTP is unobserved');
  become('unobserved', 1);
  expect(device.description.clockFault).toBe('');
  become('locked', 1);
  become('master', 1);
  become('listening', 1);
  expect(device.description.clockFault).toBe('');
});

test('the seconds between TAI and UTC are those that PTP says', () => {
  set('network', { ...locked, utcOffsetS: 38 });
  expect(network.events).toContain('utc 38');
  run();
  expect(network.events.at(-1)).toBe('start 48000 48 38');
});

test('a stream is sent with its own lasting address on each network, from the outputs that it names', () => {
  run();
  expect(set('transmit', [stream])).toEqual([]);
  set('network', { ...locked, interfaces: ['eth0', 'eth1'] });
  const [first] = network.transmits;
  expect(first).toMatchObject({ id: 'main', outputs: [3, 4], packetFrames: 48, payloadType: 97, dscp: 34 });
  const addresses = first?.paths.map(({ address }) => address) ?? [];
  expect(addresses).toEqual([
    expect.stringMatching(/^239\.69\.\d+\.\d+$/),
    expect.stringMatching(/^239\.70\.\d+\.\d+$/),
  ]);
  expect(read('transmitted')).toEqual([
    { id: 'main', paths: addresses.map((address) => ({ address, port: 5004 })), packets: 48, dropped: 0, reason: '' },
  ]);
  expect(set('transmit', [{ ...stream, address: '10.0.0.5' }])).toEqual([]);
  expect(network.transmits[0]?.paths).toEqual([{ address: '10.0.0.5', port: 5004, source: '', ttl: 32 }]);
  expect(network.transmits[0]?.ssrc).toBe(first?.ssrc);
  set('dscp', 46);
  expect(network.transmits[0]?.dscp).toBe(46);
  set('transmit', [{ ...stream, enabled: false }]);
  expect([network.transmits, read('transmitted')]).toMatchObject([[], [{ reason: 'it is not enabled' }]]);
});

test('two computers of one name send to groups of their own, and a lost interface keeps its groups', () => {
  const group = () => network.transmits[0]?.paths[0]?.address;
  run();
  set('network', { ...locked, interfaces: ['eth0'] });
  set('transmit', [stream]);
  const first = group();
  hardwareAddresses.clear();
  device.look();
  expect(group()).toBe(first);
  hardwareAddresses.set('eth0', '02:00:00:00:00:02');
  device.look();
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
  run();
  set('transmit', [stream]);
  expect(reasons(set('transmit', [stream, { ...stream, id: 'b', ...given }]))).toEqual([
    expect.stringContaining(reason),
  ]);
  expect(network.transmits.map(({ id }) => id)).toEqual(['main']);
  expect(read('transmit')).toEqual([stream]);
});

test('two streams of one id, and more than 64, are refused', () => {
  expect(reasons(set('transmit', [stream, stream]))).toEqual(['refused: two streams have the id main']);
  const many = Array.from({ length: 65 }, (_, index) => ({ ...stream, id: `s-${index}` }));
  expect(reasons(set('transmit', many))).toEqual(['refused: must be a list of at most 64 streams']);
});

test.each([
  [{ channel: 9 }, 'channel must be a whole number from 1 to 8'],
  [{ paths: [] }, 'paths must be a list of 1 to 2'],
  [{ paths: [{ address: '127.0.0.1', port: 5004, source: '' }] }, 'path 1: address must be an IPv4 address'],
  [
    { paths: [{ address: '239.1.2.3', port: 22, source: '' }] },
    'path 1: port must be a whole number from 1024 to 65535',
  ],
  [{ paths: [{ address: '239.1.2.3', port: 5004, source: '239.1.1.1' }] }, 'path 1: source must be the IPv4 address'],
  [{ payloadType: 128 }, 'payloadType must be a whole number from 0 to 127'],
  [{ mediaClockOffset: -1 }, 'mediaClockOffset must be a whole number from 0 to 4294967295'],
  [{ channels: 1e9 }, 'channels must be a whole number from 1 to 1024'],
  [{ clock: null }, 'clock must be an object'],
])('a source with %o is refused in words, and orders nothing', (given, reason) => {
  run();
  set('network', locked);
  const refused = subscribe(1, given as Partial<ReceiveSource>);
  expect(reasons(refused)).toEqual([expect.stringContaining(reason)]);
  expect(network.receives).toEqual([]);
});

test('link offset and DSCP have their ranges; the offset holds for each stream and is the latency of the inputs', async () => {
  run();
  set('network', locked);
  expect(device.description.inputLatencyFrames).toBe(96);
  expect(reasons(set('linkOffsetMs', 101))).toEqual(['refused: linkOffsetMs must be a number from 0.25 to 100']);
  expect(reasons(set('dscp', 64))).toEqual(['refused: dscp must be a whole number from 0 to 63']);
  expect(reasons(set('other', 1))).toEqual(['refused: a device of the network has no such setting']);
  subscribe(1, {});
  set('linkOffsetMs', 5);
  expect([order().linkOffsetFrames, device.description.inputLatencyFrames]).toEqual([240, 240]);
  set('linkOffsetMs', 0.25);
  // less than a packet and a fade could never hold
  expect([order().linkOffsetFrames, read('linkOffsetMs')]).toEqual([65, 0.25]);
  expect(read('received')).toMatchObject([{ linkOffsetMs: 1.354 }]);
});

test('an automatic link offset is raised to what is seen once more than 1 of 1000 packets are late, each stream by itself', () => {
  run();
  set('network', locked);
  set('linkOffsetMs', null);
  subscribe(1, {});
  subscribe(2, { paths: [{ address: '239.9.9.9', port: 5004, source: '' }] });
  const looks = (late: number, packets: number) => {
    network.come(order(), { packets, late, transitP999Us: 4000, hasSignal: true });
    for (let look = 0; look < 10; look++) device.look();
    return network.receives.map(({ linkOffsetFrames }) => linkOffsetFrames);
  };
  expect(looks(10, 10_000)).toEqual([96, 96]);
  // 4 ms, a packet of 1 ms and 1 ms
  expect(looks(21, 20_000)).toEqual([288, 96]);
  expect(looks(5000, 30_000)).toEqual([288, 96]);
  expect(device.description.inputLatencyFrames).toBe(288);
  set('linkOffsetMs', 2);
  expect(network.receives.map(({ linkOffsetFrames }) => linkOffsetFrames)).toEqual([96, 96]);
});

test('a setting of the box fades the device, and an unchanged value is the same object', () => {
  device.apply(1, [{ path: '/stagebox/net', field: 'enabled', value: false }]);
  expect(network.events).toContain('enable false');
  run();
  const before = device.observe().values;
  expect(device.observe().values.every((reading, index) => reading === before[index])).toBe(true);
});

test('without a clock that runs nothing is ordered, and the words say so', () => {
  set('network', locked);
  subscribe(1, {});
  set('transmit', [stream]);
  expect([network.receives, network.transmits]).toEqual([[], []]);
  expect(reception(1)).toEqual(['no-signal', 'the device does not run']);
  run();
  expect([network.receives.length, network.transmits.length]).toEqual([1, 1]);
  device.stop();
  run(96_000);
  expect(network.transmits[0]?.packetFrames).toBe(96);
  expect(reception(1)[0]).toBe('format-mismatch');
});

test('closed, it has no socket', () => {
  run();
  set('network', locked);
  device.close();
  expect([network.opened, network.running, closed]).toEqual([[], undefined, 1]);
});
