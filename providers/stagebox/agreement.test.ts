import type { FieldReading, ObservedReader } from 'rowdesk/provider';
import { expect, test } from 'vitest';
import { agreementOf } from './agreement.ts';

/** By field what the device reports, and whether that is the desired value. */
type Reports = Readonly<Record<string, { readonly state?: FieldReading['state']; readonly matches?: boolean }>>;

const observed = (reports: Reports): ObservedReader => ({
  read: (_path, field) => reports[field] && { value: 20, revision: 1, state: reports[field].state ?? 'applied' },
  matches: (_path, field) => reports[field]?.matches === true,
});
const agreement = (reports: Reports) => agreementOf('/stagebox/box/inputs/1', ['gainDb', 'pad'], observed(reports));

test('a socket is confirmed when the device reports every field as desired', () => {
  expect(agreement({ gainDb: { matches: true }, pad: { matches: true } })).toEqual({ confirmed: true, pending: false });
});

test('a field that was not reported, or still has its old value, is pending', () => {
  expect(agreement({ pad: { matches: true } })).toEqual({ confirmed: false, pending: true });
  expect(agreement({ gainDb: {}, pad: { matches: true } })).toEqual({ confirmed: false, pending: true });
});

test('a field that is refused, or that the device can not read back, is neither', () => {
  for (const state of ['refused', 'unverified'] as const) {
    expect(agreement({ gainDb: { state }, pad: { matches: true } })).toEqual({ confirmed: false, pending: false });
  }
});
