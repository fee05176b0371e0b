import { expect, test } from 'vitest';
import { highestBelow, isOnStep, isWithin, nearest } from './gain-range.ts';

const trim = { minimum: -18, maximum: 18, step: 0.25 };

test('a number goes to the grid of its range, and not beyond its ends', () => {
  expect([nearest(3.13, trim), nearest(3.12, trim), nearest(99, trim), nearest(-99, trim)]).toEqual([3.25, 3, 18, -18]);
  expect([highestBelow(3.24, trim), highestBelow(-0.01, trim), highestBelow(3.25, trim)]).toEqual([3, -0.25, 3.25]);
  expect(nearest(0.30000000000000004, { minimum: 0, maximum: 1, step: 0.1 })).toBe(0.3);
  expect(nearest(9, { minimum: 0, maximum: 5.5, step: 2 })).toBe(4);
  expect(nearest(1.2345, { minimum: 0, maximum: 5, step: 0 })).toBe(1.2345);
});

test('what is allowed is on the grid and within the ends', () => {
  expect([
    isOnStep(0.1 + 0.2, { ...trim, step: 0.1 }),
    isOnStep(0.1, trim),
    isOnStep(0.1, { ...trim, step: 0 }),
  ]).toEqual([true, false, true]);
  expect([isWithin(18, trim), isWithin(18.01, trim), isWithin(-18.25, trim)]).toEqual([true, false, false]);
});
