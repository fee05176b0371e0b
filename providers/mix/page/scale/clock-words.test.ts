import { expect, test } from 'vitest';
import { clockWords } from './clock-words.ts';

test('seconds are told as a clock counts them', () => {
  expect([0, 7.9, 60, 754, 3723, 360_000].map(clockWords)).toEqual([
    '0:00',
    '0:07',
    '1:00',
    '12:34',
    '1:02:03',
    '100:00:00',
  ]);
});

test('what is no length of time is none', () => {
  expect([-1, Number.NaN, Number.POSITIVE_INFINITY].map(clockWords)).toEqual(['0:00', '0:00', '0:00']);
});
