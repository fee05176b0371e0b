import type { Warning, Warnings } from 'rowdesk/provider';
import { expect, test } from 'vitest';
import { Acknowledgements } from './acknowledgements.ts';

/** A list of warnings that a test sets. */
function board() {
  let list: Warning[] = [];
  const warnings = { list: () => list, watch: () => () => {}, acknowledge: () => {} } as unknown as Warnings;
  const set = (...since: string[]) => {
    list = since.map((each) => ({ id: 'heat', since: each }) as Warning);
  };
  const noted: string[] = [];
  const faults = { note: (_error: unknown, where: string) => noted.push(where) };
  return { warnings, set, faults, noted };
}

test('a warning that comes again is new', () => {
  const { warnings, set, faults } = board();
  const acknowledgements = new Acknowledgements(warnings, faults);
  set('2026-01-01T00:00:00.000Z');
  acknowledgements.set('heat', true);
  expect(acknowledgements.get('heat')?.acknowledged).toBe(true);
  set();
  expect(acknowledgements.get('heat')).toBeUndefined();
  set('2026-01-01T00:01:00.000Z');
  expect(acknowledgements.get('heat')?.acknowledged).toBe(false);
});

test('only a change is told', () => {
  const { warnings, set, faults } = board();
  const acknowledgements = new Acknowledgements(warnings, faults);
  set('2026-01-01T00:00:00.000Z');
  let told = 0;
  const stop = acknowledgements.watch(() => told++);
  for (const acknowledged of [false, true, true, false]) acknowledgements.set('heat', acknowledged);
  acknowledgements.set('cold', true);
  expect(told).toBe(2);
  stop();
  acknowledgements.set('heat', true);
  expect(told).toBe(2);
});

test('one that throws when it is told keeps nobody from being told', () => {
  const { warnings, set, faults, noted } = board();
  const acknowledgements = new Acknowledgements(warnings, faults);
  set('2026-01-01T00:00:00.000Z');
  let told = 0;
  acknowledgements.watch(() => {
    throw new TypeError('broken');
  });
  acknowledgements.watch(() => told++);
  acknowledgements.set('heat', true);
  expect([told, noted]).toEqual([1, ['a listener of acknowledgements']]);
});
