import type { DeskReader, SeenReader, SeenValue } from 'rowdesk/provider';
import { expect, test } from 'vitest';
import { agreementOf } from './agreement.ts';

const desk: DeskReader = { read: () => ({ gainDb: 20, pad: false }), has: () => true };
const seen = (values: Record<string, Partial<SeenValue>>): SeenReader => ({
  read: (_path, field) => {
    const value = values[field];
    return value && { value: undefined, revision: 1, state: 'applied', ...value };
  },
});
const agreement = (values: Record<string, Partial<SeenValue>>) =>
  agreementOf('/stagebox/box/inputs/1', ['gainDb', 'pad'], desk, seen(values));

test('a socket is confirmed when the device reports every field as wanted', () => {
  expect(agreement({ gainDb: { value: 20.004 }, pad: { value: false } })).toEqual({ confirmed: true, pending: false });
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
