import { expect, test } from 'vitest';
import { TakeClock } from './take-clock.ts';

test('the position follows the report that came soonest', () => {
  const clock = new TakeClock();
  expect(clock.positionS(5_000)).toBe(0);
  clock.report(10, 1_300);
  expect(clock.positionS(1_300)).toBe(10);
  // 0.3 s of that were delay.
  clock.report(11, 2_000);
  expect(clock.positionS(2_000)).toBe(11);
  clock.report(12, 3_900);
  expect(clock.positionS(4_000)).toBe(13);
});

test('a report that is older than a minute counts no longer', () => {
  const clock = new TakeClock();
  clock.report(10, 0);
  for (let s = 1; s <= 61; s++) clock.report(10 + s, s * 1_001);
  expect(clock.positionS(61_061)).toBeCloseTo(71.06, 1);
  clock.report(72, 62_062);
  expect(clock.positionS(62_062)).toBeCloseTo(72.06, 1);
  expect(clock.positionS(0)).toBeGreaterThanOrEqual(0);
});
