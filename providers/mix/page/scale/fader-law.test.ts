import { expect, test } from 'vitest';
import { levelAt, travelOf } from './fader-law.ts';

test('every step from -90 to +10 dB stands at a travel of its own, and comes back from it', () => {
  const levels = Array.from({ length: 1001 }, (_, n) => Number((-90 + n / 10).toFixed(1)));
  expect(levels.filter((levelDb) => levelDb > -88 && levelAt(travelOf(levelDb)) !== levelDb)).toEqual([]);
  const travels = levels.map(travelOf);
  expect(travels.filter((travel, n) => n > 0 && travel <= (travels[n - 1] as number))).toEqual([]);
});

test.each([
  [10, 1],
  [5, 0.875],
  [0, 0.75],
  [-5, 0.625],
  [-10, 0.5],
  [-20, 0.375],
  [-30, 0.25],
  [-40, 0.1875],
  [-60, 0.0625],
  [-144, 0],
])('%f dB stands at %f of the travel', (levelDb, travel) => {
  expect(travelOf(levelDb)).toBe(travel);
});

test('the end of the travel is off', () => {
  expect([levelAt(0), levelAt(0.0039)]).toEqual([-144, -144]);
});
