import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodePacket, encodeBundle, encodeMessage, float, integer, type OscArgument, text } from './packet.ts';

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex.replace(/\s/g, ''), 'hex'));

const address = fc.string({ unit: fc.constantFrom(...'abcXYZ019/'), maxLength: 30 }).map((rest) => `/${rest}`);
const argument: fc.Arbitrary<OscArgument> = fc.oneof(
  fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }).map(integer),
  fc.float({ noNaN: true }).map(float),
  fc.string({ unit: 'grapheme' }).map((value) => text(value.replaceAll('\0', ''))),
  fc.uint8Array({ maxLength: 20 }).map((value): OscArgument => ({ type: 'b', value })),
  fc.boolean().map((value): OscArgument => (value ? { type: 'T', value } : { type: 'F', value })),
);
const message = fc.record({ address, args: fc.array(argument, { maxLength: 6 }) });

test('a message has the bytes of the example in the specification', () => {
  // "OSC Message Examples" of OSC 1.0: /oscillator/4/frequency with the float 440.
  const expected = bytes('2f6f7363 696c6c61 746f722f 342f6672 65717565 6e637900 2c660000 43dc0000');
  expect(encodeMessage({ address: '/oscillator/4/frequency', args: [float(440)] })).toEqual(expected);
  expect(decodePacket(expected)).toEqual([{ address: '/oscillator/4/frequency', args: [float(440)] }]);
});

test('what is encoded is decoded again, as a message and in a bundle', () => {
  fc.assert(
    fc.property(fc.array(message, { maxLength: 8 }), (messages) => {
      expect(decodePacket(encodeBundle(messages))).toEqual(messages);
      for (const each of messages) expect(decodePacket(encodeMessage(each))).toEqual([each]);
    }),
  );
});

test('a packet without a list of types is a message without arguments', () => {
  expect(decodePacket(bytes('2f000000'))).toEqual([{ address: '/', args: [] }]);
});

test('a message with an unknown type is left out, and its bundle stays', () => {
  const double = bytes('2f640000 2c640000 3ff0000000000000');
  const known = encodeMessage({ address: '/k', args: [integer(1)] });
  const sized = (element: Uint8Array) => [0, 0, 0, element.length, ...element];
  const bundle = Uint8Array.from([...bytes('2362756e646c6500 0000000000000001'), ...sized(double), ...sized(known)]);
  expect(decodePacket(double)).toEqual([]);
  expect(decodePacket(bundle)).toEqual([{ address: '/k', args: [integer(1)] }]);
});

test.each([
  ['an empty packet', ''],
  ['a text without an end', '2f616161'],
  ['no multiple of four', '2f6100002c0000'],
  ['no address', '61000000 2c000000'],
  ['no comma', '2f610000 69000000 00000001'],
  ['an argument that is missing', '2f610000 2c690000'],
  ['bytes behind the arguments', '2f610000 2c000000 00000000'],
  ['a blob beyond the packet', '2f610000 2c620000 00001000 00000000'],
  ['a blob of a negative length', '2f610000 2c620000 ffffffff 00000000'],
  ['an element beyond the bundle', '2362756e646c6500 0000000000000001 00000100 2f000000'],
  ['an element without bytes', '2362756e646c6500 0000000000000001 00000000'],
])('refuses a packet with %s', (_, hex) => {
  expect(() => decodePacket(bytes(hex))).toThrow(RangeError);
});

test('reads nothing beyond a packet that stands in the midst of other bytes', () => {
  const around = Uint8Array.from([...bytes('2f610000 2c620000 00000008'), ...new Array(64).fill(7)]);
  expect(() => decodePacket(around.subarray(0, 12))).toThrow(RangeError);
});

test('bundles in bundles beyond the eighth are refused', () => {
  const head = bytes('2362756e646c6500 0000000000000001');
  let packet = encodeMessage({ address: '/a', args: [] });
  for (let depth = 0; depth < 8; depth++) packet = Uint8Array.from([...head, 0, 0, 0, packet.length, ...packet]);
  expect(decodePacket(packet)).toHaveLength(1);
  expect(() => decodePacket(Uint8Array.from([...head, 0, 0, 0, packet.length, ...packet]))).toThrow('in each other');
});

test('any bytes are messages or a RangeError, and so are a packet with some bytes changed', () => {
  const decodes = (packet: Uint8Array) => {
    try {
      for (const { address: of } of decodePacket(packet)) expect(of.startsWith('/')).toBe(true);
    } catch (error) {
      expect(error).toBeInstanceOf(RangeError);
    }
  };
  fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), decodes), { numRuns: 2000 });
  const change = fc.record({ at: fc.nat(), to: fc.nat(255) });
  fc.assert(
    fc.property(fc.array(message, { minLength: 1 }), fc.array(change, { minLength: 1 }), (messages, changes) => {
      const packet = encodeBundle(messages);
      for (const { at, to } of changes) packet[at % packet.length] = to;
      decodes(packet);
    }),
    { numRuns: 2000 },
  );
});
