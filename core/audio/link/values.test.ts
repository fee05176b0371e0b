import * as fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { SendingTable } from './table.ts';
import { decodeValues, encodeValues, type ValuesFrame } from './values.ts';

const value = fc.oneof(
  fc.double({ noNaN: true }),
  fc.boolean(),
  fc.constant(null),
  fc.string(),
  fc.array(fc.integer(), { maxLength: 4 }),
  fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.integer(), { maxKeys: 3, noNullPrototype: true }),
);
const entry = { path: fc.nat(3).map((n) => `/strip/${n}`), field: fc.constantFrom('levelDb', 'muted') };
const desired = fc.record({ ...entry, value, fadeMs: fc.nat(60_000) }, { requiredKeys: ['path', 'field', 'value'] });
const reading = fc.record(
  { ...entry, value, state: fc.constantFrom('applied', 'unverified', 'refused'), reason: fc.string() },
  { requiredKeys: ['path', 'field', 'value', 'state'] },
);
const head = {
  complete: fc.boolean(),
  target: fc.nat(0xffff),
  sequence: fc.nat(0xffffffff),
  revision: fc.maxSafeNat(),
};
const frame: fc.Arbitrary<ValuesFrame> = fc.oneof(
  fc.record({ ...head, purpose: fc.constant('apply'), values: fc.array(desired, { maxLength: 30 }) }),
  fc.record({
    ...head,
    purpose: fc.constantFrom('observed', 'changedOnDevice', 'delta'),
    values: fc.array(reading, { maxLength: 30 }),
  }),
);

let sending = new SendingTable();
beforeEach(() => {
  sending = new SendingTable();
});
const encode = (sent: ValuesFrame) => encodeValues(sent, (path, field) => sending.numberOf(path, field));
const decode = (body: Buffer) => {
  return decodeValues(body, (number) => sending.entries[number] ?? { path: '', field: '' });
};

test('what is encoded is decoded, every number to its last bit', () => {
  fc.assert(
    fc.property(frame, (sent) => {
      expect(decode(encode(sent))).toEqual(sent);
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
      { path: '/strip/1', field: 'levelDb', value: -6.5 },
      { path: '/strip/1', field: 'muted', value: true },
    ],
  };
  expect(encode(sent)).toHaveLength(24 + 2 * 13);
});

test('garbage, and a frame with any byte missing, is refused in words', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 120 }), (garbage) => {
      try {
        decode(Buffer.from(garbage));
      } catch (error) {
        expect((error as Error).message).not.toBe('');
      }
    }),
  );
  fc.assert(
    fc.property(frame, fc.nat(), (sent, cut) => {
      const body = encode(sent);
      expect(() => decode(body.subarray(0, cut % body.length))).toThrow();
    }),
  );
});
