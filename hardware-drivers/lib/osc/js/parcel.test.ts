import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeBundle, encodeMessage, float, integer, text } from './packet.ts';
import { readParcels } from './parcel.ts';

const padded = (value: string) => value + '\0'.repeat(4 - (value.length % 4));
const bytes = (...parts: (string | readonly number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...Buffer.from(padded(part))] : [...part])));

test('a message by itself has its values; a float is the shortest decimal that it is', () => {
  const packet = encodeMessage({
    address: '/a',
    args: [float(-6.1), integer(3), text('x'), { type: 'T', value: true }],
  });
  expect(readParcels(packet)).toEqual([
    { messages: [{ address: '/a', values: [-6.1, 3, 'x', true], unreadable: '' }], isBundle: false, atMs: undefined },
  ]);
});

test('doubles, longs, nulls, impulses and arrays are read, a long beyond 2^53 as text', () => {
  const double = [...new Uint8Array(new Float64Array([1.5]).buffer)].reverse();
  const packet = bytes('/a', ',dhh[NI]', double, [0, 0, 0, 0, 0, 0, 1, 0], [127, 255, 255, 255, 255, 255, 255, 255]);
  expect(readParcels(packet)[0]?.messages[0]?.values).toEqual([1.5, 256, '9223372036854775807', [null, true]]);
});

test('a message with a type that is not known keeps its address, and says which', () => {
  expect(readParcels(bytes('/a', ',ir', [0, 0, 0, 1], [1, 2, 3, 4]))[0]?.messages).toEqual([
    { address: '/a', values: [1], unreadable: 'r' },
  ]);
});

test('a message without types has no arguments', () => {
  expect(readParcels(bytes('/a'))[0]?.messages[0]).toEqual({ address: '/a', values: [], unreadable: '' });
});

test('a bundle is one parcel with its time; "at once" has none', () => {
  const packet = encodeBundle([
    { address: '/a', args: [] },
    { address: '/b', args: [] },
  ]);
  expect(readParcels(packet)).toMatchObject([{ isBundle: true, atMs: undefined, messages: [{}, {}] }]);
  // 2026-01-01T00:00:00.500Z
  const seconds = 1_767_225_600 + 2_208_988_800;
  new DataView(packet.buffer).setUint32(8, seconds);
  new DataView(packet.buffer).setUint32(12, 2 ** 31);
  expect(readParcels(packet)[0]?.atMs).toBe(Date.UTC(2026, 0, 1) + 500);
});

test('too many messages, arguments, and bundles in each other are refused', () => {
  const many = Array.from({ length: 65 }, () => ({ address: '/a', args: [] }));
  expect(() => readParcels(encodeBundle(many))).toThrow('more than 64 messages');
  const args = Array.from({ length: 65 }, () => integer(1));
  expect(() => readParcels(encodeMessage({ address: '/a', args }))).toThrow('more than 64 arguments');
  let deep = bytes('/a');
  for (let n = 0; n < 9; n += 1) {
    deep = bytes('#bundle', [0, 0, 0, 0, 0, 0, 0, 1], [0, 0, 0, deep.length], [...deep]);
  }
  expect(() => readParcels(deep)).toThrow('more than 8 bundles');
});

test('whatever comes is read or refused with a RangeError, and nothing else', () => {
  const begun = fc.tuple(fc.constantFrom('/a\0\0', '#bundle\0', '/a\0\0,ifsb\0\0\0'), fc.uint8Array({ maxLength: 64 }));
  fc.assert(
    fc.property(
      fc.oneof(
        fc.uint8Array({ maxLength: 128 }),
        begun.map(([head, rest]) => Buffer.concat([Buffer.from(head), rest])),
      ),
      (packet) => {
        try {
          readParcels(packet);
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
        }
      },
    ),
    { numRuns: 2000 },
  );
});
