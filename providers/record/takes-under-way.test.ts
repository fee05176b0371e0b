import { expect, test } from 'vitest';
import { TakesUnderWay, type TakesUnderWayNeeds } from './takes-under-way.ts';

const day = 86_400_000;
const nowMs = Date.UTC(2026, 7, 1);

/** The take that a desk without a report of the recorder holds for recorded, where the disk has one written then. */
function recording(writtenMs: number): string | undefined {
  const friday = { id: 'friday', name: 'Friday', state: 'recording', writtenMs };
  const needs = {
    library: { list: [friday], get: () => friday },
    book: { get: (_id: string, name: string) => ({ name }) },
    state: () => ({ state: 'absent', takeId: '', fault: '' }),
    time: { now: () => nowMs },
  };
  return new TakesUnderWay(needs as unknown as TakesUnderWayNeeds).recording()?.name;
}

test('until the recorder reports, a take that was written a moment ago is recorded', () => {
  expect([recording(nowMs), recording(nowMs - 9_000), recording(nowMs + 1_000)]).toEqual([
    'Friday',
    'Friday',
    'Friday',
  ]);
  expect(recording(nowMs - 11_000)).toBeUndefined();
});

test('a take that was left before the clock was set back is not recorded', () => {
  expect(recording(nowMs + day)).toBeUndefined();
});
