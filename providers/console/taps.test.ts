import { expect, test } from 'vitest';
import { Taps } from './taps.ts';

/** The last of taps at these times. */
function tapped(...timesMs: readonly number[]) {
  const taps = new Taps({ minimum: 30, maximum: 300 });
  return timesMs.map((time) => taps.tap(time)).at(-1);
}

test('a first tap has no tempo, a second one has', () => {
  expect(tapped(5000)).toEqual({ bpm: undefined, taps: 1 });
  expect(tapped(5000, 5500)).toEqual({ bpm: 120, taps: 2 });
});

test('the tempo is the mean of the last intervals', () => {
  expect(tapped(0, 490, 1010, 1500)).toEqual({ bpm: 120, taps: 4 });
  const slow = Array.from({ length: 10 }, (_, n) => n * 1000);
  const fast = Array.from({ length: 7 }, (_, n) => 9000 + (n + 1) * 500);
  expect(tapped(...slow, ...fast)).toEqual({ bpm: 120, taps: 17 });
});

test('the slowest and the fastest tempo can be tapped; slower is a new beginning, faster is no tap', () => {
  expect(tapped(0, 2000)?.bpm).toBe(30);
  expect(tapped(0, 200)?.bpm).toBe(300);
  expect(tapped(0, 500, 2501)).toEqual({ bpm: undefined, taps: 1 });
  expect(tapped(0, 199)).toBeUndefined();
  const taps = new Taps({ minimum: 30, maximum: 300 });
  for (const time of [0, 500, 600]) taps.tap(time);
  expect(taps.tap(1000)).toEqual({ bpm: 120, taps: 3 });
});
