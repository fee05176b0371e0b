import { expect, test } from 'vitest';
import { conflictingParts } from './conflicting-parts.ts';

const numbers = Array.from({ length: 40 }, (_, index) => index);

test('parts that fit together are not faulty', () => {
  expect(conflictingParts(numbers, () => undefined)).toEqual([]);
  expect(conflictingParts([], () => 'never asked')).toEqual([]);
});

test('each part that spoils the whole is found, with its reason', () => {
  const reasonAgainst = (some: readonly number[]) => {
    const wrong = some.find((number) => number === 7 || number === 31);
    return wrong === undefined ? undefined : `${wrong} is wrong`;
  };
  expect(conflictingParts(numbers, reasonAgainst)).toEqual([
    [7, '7 is wrong'],
    [31, '31 is wrong'],
  ]);
});

test('of two parts that exclude each other the first stays', () => {
  const reasonAgainst = (some: readonly number[]) => (some.includes(3) && some.includes(20) ? 'both' : undefined);
  expect(conflictingParts(numbers, reasonAgainst)).toEqual([[20, 'both']]);
});

test('a part that needs a later one is not faulty', () => {
  const reasonAgainst = (some: readonly number[]) => {
    if (some.includes(12)) return 'twelve is wrong';
    return some.includes(2) && !some.includes(30) ? 'two needs thirty' : undefined;
  };
  expect(conflictingParts(numbers, reasonAgainst)).toEqual([[12, 'twelve is wrong']]);
});
