import { type DeskReader, type LiveFields, type ObservedReader, type FieldReading, Type } from 'rowdesk/provider';
import { expect, test } from 'vitest';
import { agreementOf } from './agreement.ts';

const row: LiveFields = {
  fields: { gainDb: Type.Number({ unit: 'dB' }), pad: Type.Boolean(), frequencyHz: Type.Number({ unit: 'Hz' }) },
  writable: ['gainDb', 'pad'],
};
const desk: DeskReader = { read: () => ({ gainDb: 20, pad: false, frequencyHz: 440 }), has: () => true };
const observed = (values: Record<string, Partial<FieldReading>>): ObservedReader => ({
  read: (_path, field) => {
    const value = values[field];
    return value && { value: undefined, revision: 1, state: 'applied', ...value };
  },
});
const agreement = (values: Record<string, Partial<FieldReading>>, of = row) =>
  agreementOf('/stagebox/box/inputs/1', of, desk, observed(values));

test('a socket is confirmed when the device reports every field as wanted', () => {
  expect(agreement({ gainDb: { value: 20.004 }, pad: { value: false } })).toEqual({ confirmed: true, pending: false });
});

test('it is confirmed by the tolerance by which the desk writes it again: a level by 0.005 dB, another number as float32', () => {
  const both: LiveFields = { ...row, writable: ['gainDb', 'frequencyHz'] };
  expect(agreement({ gainDb: { value: 20.005 }, frequencyHz: { value: Math.fround(440) } }, both).confirmed).toBe(true);
  expect(agreement({ gainDb: { value: 20.006 }, frequencyHz: { value: 440 } }, both).confirmed).toBe(false);
  expect(agreement({ gainDb: { value: 20 }, frequencyHz: { value: 440.004 } }, both).confirmed).toBe(false);
});

test('a field that was not reported, or still has its old value, is pending', () => {
  expect(agreement({ pad: { value: false } })).toEqual({ confirmed: false, pending: true });
  expect(agreement({ gainDb: { value: 19 }, pad: { value: false } })).toEqual({ confirmed: false, pending: true });
});

test('a field that is refused, or that the device can not read back, is neither', () => {
  for (const state of ['refused', 'unverified'] as const) {
    expect(agreement({ gainDb: { value: 20, state }, pad: { value: false } })).toEqual({
      confirmed: false,
      pending: false,
    });
  }
});
