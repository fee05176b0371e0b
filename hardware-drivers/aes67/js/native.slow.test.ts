// The native part as JavaScript has it: orders in, figures out. What it does on a network is tested in ../test/network.slow.test.ts;
// here the one interface is the loopback, and the stream goes from the device to itself.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isBuilt, testProcessors } from '../../virtual/test/built.ts';
import { loadNative, type NativeNetwork, type ReceiveOrder, type TransmitOrder } from './native.ts';

const isThere = existsSync(fileURLToPath(new URL('../build/Release/aes67.node', import.meta.url)));
if (!isThere && process.env.CI === 'true') throw new Error('the AES67 driver is not built: npm run build');
if (!isThere) console.warn('skipped: the AES67 driver is not built (npm run build)');

const settings = { rateHz: 48_000, blockFrames: 48, utcOffsetS: 37 };

describe.skipIf(!isThere || !isBuilt())('the native part', () => {
  let network: NativeNetwork;
  let port: number;
  beforeEach(async () => {
    network = new (loadNative().Network)(4, 2);
    const socket = createSocket('udp4');
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    port = socket.address().port;
    socket.close();
  });
  afterEach(() => network.stop());

  const received = (change: Partial<ReceiveOrder> = {}): ReceiveOrder => ({
    ...{ id: 'in', paths: [{ address: '127.0.0.1', port, source: '' }], encoding: 'L24', channels: 2 },
    ...{ payloadType: 97, packetFrames: 48, clockOffset: 0, linkOffsetFrames: 480 },
    inputs: [{ channel: 1, input: 4 }],
    ...change,
  });
  const sent = (change: Partial<TransmitOrder> = {}): TransmitOrder => ({
    ...{ id: 'out', paths: [{ address: '127.0.0.1', port, source: '', ttl: 1 }], encoding: 'L24', outputs: [1, 2] },
    ...{ payloadType: 97, packetFrames: 48, ssrc: 4_294_967_295, dscp: 34 },
    ...change,
  });
  const until = async (holds: () => boolean) => {
    while (!holds()) await delay(20);
  };

  test('a stream goes out and comes in, and its figures say so', async () => {
    const processors = testProcessors();
    const processor = processors.make();
    network.open(['lo']);
    network.start(processor, settings);
    expect([network.receive([received()]), network.transmit([sent()])]).toEqual([[], []]);
    await until(() => (network.received()[0]?.packets ?? 0) > 100);
    const [first] = network.received();
    expect(first).toMatchObject({
      ...{
        id: 'in',
        lost: 0,
        doubled: 0,
        reordered: 0,
        malformed: 0,
        outside: 0,
        foreign: 0,
        slips: 0,
        overrun: 0,
        socketErrors: 0,
      },
      ...{ hasSignal: true, isLearned: false, ssrc: 4_294_967_295, seenPacketFrames: 48, pathLost: [0] },
    });
    expect(first?.pathPackets).toEqual([first?.packets]);
    expect(network.transmitted()).toMatchObject([{ id: 'out', dropped: 0, reason: '' }]);
    expect(network.figures()).toMatchObject({ rate: 48_000, quantum: 48 });
    expect(network.clock().steps).toBe(0);
    expect(network.work().networkUs).toBeGreaterThan(0);
    expect(processors.state(processor)).toMatchObject({ inputs: 4, outputs: 2, largest: 48 });
    network.stop();
    expect(processors.state(processor).releases).toBe(1);
    expect([network.received(), network.transmitted()]).toEqual([[], []]);
    // Orders and interfaces stay.
    network.start(processor, { ...settings, rateHz: 96_000, blockFrames: 96 });
    await until(() => (network.received()[0]?.packets ?? 0) > 10);
  });

  test('interfaces that are not there are refused in words, and what is open stays', () => {
    expect(() => network.open(['nowhere0'])).toThrow('there is no interface nowhere0 on this machine');
    expect(() => network.open(['a name that no interface can have'])).toThrow('there is no interface a name');
    expect(() => network.open(['lo', 'lo', 'lo'])).toThrow('a stream has at most two paths');
    network.open(['lo']);
    expect(() => network.open(['nowhere0'])).toThrow();
    expect(network.isStale()).toBe(false);
    network.open([]);
    network.open(['', 'lo']);
  });

  test('what is no order is refused by its field, and changes nothing; what is out of range is left out alone', () => {
    network.open(['lo']);
    network.start(testProcessors().make(), settings);
    network.receive([received()]);
    const wrong: readonly (readonly [unknown, string])[] = [
      [
        { ...received(), port: 1, paths: [{ address: '127.0.0.1', port: '5004', source: '' }] },
        'port has to be a number',
      ],
      [{ ...received(), channels: 1.5 }, 'channels has to be a whole number from 0 to 4294967295'],
      [{ ...received(), clockOffset: -1 }, 'clockOffset has to be a whole number'],
      [{ ...received(), encoding: 'L20' }, 'encoding has to be L16 or L24'],
      [{ ...received(), inputs: [{ channel: 0, input: 1 }] }, 'channel has to be 1 or more'],
      [{ ...received(), paths: 'x' }, 'paths has to be an array'],
      [5, 'orders has to hold objects'],
    ];
    for (const [order, words] of wrong) {
      expect(() => network.receive([order as ReceiveOrder])).toThrow(words);
    }
    expect(network.received()).toMatchObject([{ id: 'in' }]);
    expect(network.receive([received({ channels: 65 }), received({ id: 'more', inputs: [] })])).toEqual([
      { id: 'in', reason: 'channels is 65, and has to be 1 to 64', isPartial: false },
    ]);
    expect(network.received()).toMatchObject([{ id: 'more' }]);
    expect(network.transmit([sent({ outputs: [3] })])).toEqual([
      { id: 'out', reason: 'output is 3, and has to be 1 to 2', isPartial: false },
    ]);
    expect(network.unopened().transmit).toHaveLength(1);
  });

  test('settings out of range are refused, and the processor is given back', () => {
    const processors = testProcessors();
    const processor = processors.make();
    for (const [change, words] of [
      [{ rateHz: 192_000 }, 'the network runs at 44100 to 96000 Hz'],
      [{ blockFrames: 5 }, 'a block has 6 to 4096 frames'],
      [{ blockFrames: 4097 }, 'a block has 6 to 4096 frames'],
      [{ utcOffsetS: 1001 }, 'the offset of UTC is at most 1000 s'],
      [{ utcOffsetS: 0.5 }, 'the offset of UTC has to be whole seconds'],
    ] as const) {
      expect(() => network.start(processor, { ...settings, ...change })).toThrow(words);
    }
    const { releases } = processors.state(processor);
    network.start(processor, settings);
    network.stop();
    expect(processors.state(processor).releases).toBe(releases + 1);
    expect(() => network.start({} as never, settings)).toThrow('a processor handle is needed');
    expect(() => new (loadNative().Network)(65, 0)).toThrow('a device of the network has 0 to 64 inputs and outputs');
  });
});
