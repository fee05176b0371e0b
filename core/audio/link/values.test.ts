import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeValues, encodeValues, type ValuesFrame } from './values.ts';

const value = fc.record(
  {
    number: fc.nat(0xffffffff),
    value: fc.oneof(
      fc.double({ noNaN: true }),
      fc.boolean(),
      fc.constant(null),
      fc.string(),
      fc.array(fc.integer(), { maxLength: 4 }),
      fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.integer(), { maxKeys: 3, noNullPrototype: true }),
    ),
    state: fc.constantFrom('applied' as const, 'unverified' as const, 'refused' as const),
    reason: fc.string(),
    fadeMs: fc.nat(60_000),
  },
  { requiredKeys: ['number', 'value', 'state'] },
);
const frame: fc.Arbitrary<ValuesFrame> = fc.record({
  purpose: fc.constantFrom('apply' as const, 'observed' as const, 'changedOnDevice' as const, 'delta' as const),
  complete: fc.boolean(),
  target: fc.nat(0xffff),
  sequence: fc.nat(0xffffffff),
  revision: fc.maxSafeNat(),
  values: fc.array(value, { maxLength: 30 }),
});

test('what is encoded is decoded, every number to its last bit', () => {
  fc.assert(
    fc.property(frame, (sent) => {
      expect(decodeValues(encodeValues(sent))).toEqual(sent);
    }),
  );
});

test('numbers and booleans travel without any JSON', () => {
  const sent: ValuesFrame = {
    purpose: 'apply',
    complete: true,
    target: 1,
    sequence: 2,
    revision: 3,
    values: [
      { number: 0, value: -6.5, state: 'applied' },
      { number: 1, value: true, state: 'applied' },
    ],
  };
  expect(encodeValues(sent)).toHaveLength(24 + 2 * 13);
});

test('garbage, and a frame with any byte missing, is refused in words', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 120 }), (garbage) => {
      try {
        decodeValues(Buffer.from(garbage));
      } catch (error) {
        expect((error as Error).message).not.toBe('');
      }
    }),
  );
  fc.assert(
    fc.property(frame, fc.nat(), (sent, cut) => {
      const body = encodeValues(sent);
      expect(() => decodeValues(body.subarray(0, cut % body.length))).toThrow();
    }),
  );
});
