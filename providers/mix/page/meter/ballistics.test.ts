import { expect, test } from 'vitest';
import { Ballistics } from './ballistics.ts';

/** Twelve frames of 1/60 s are 0.2 s. */
function pass(bars: Ballistics, seconds: number): boolean {
  let isMoving = false;
  for (let frame = 0; frame < Math.round(seconds * 60); frame++) isMoving = bars.advance(1 / 60);
  return isMoving;
}

test('a bar rises at once and falls by 26 dB a second, down to its level', () => {
  const bars = new Ballistics(2);
  bars.set(1, -10);
  expect(bars.shown[1]).toBe(-10);
  bars.set(1, -40);
  pass(bars, 0.5);
  expect(bars.shown[1]).toBeCloseTo(-23, 3);
  pass(bars, 1);
  expect(bars.shown[1]).toBe(-40);
  expect(bars.shown[0]).toBe(-70);
});

test('a peak stands for 1.5 s, then falls by 20 dB a second; a higher level takes it up', () => {
  const bars = new Ballistics(1);
  bars.set(0, -6);
  bars.set(0, -60);
  pass(bars, 1.4);
  expect(bars.peaks[0]).toBe(-6);
  pass(bars, 1.1);
  expect(bars.peaks[0]).toBeCloseTo(-26, 3);
  bars.set(0, -12);
  expect(bars.peaks[0]).toBe(-12);
});

test('what has come to rest moves no more, and what is cleared is empty', () => {
  const bars = new Ballistics(1);
  bars.set(0, -6);
  expect(bars.advance(0.1)).toBe(false);
  bars.set(0, -144);
  expect(bars.advance(0.1)).toBe(true);
  expect(pass(bars, 10)).toBe(false);
  bars.set(0, -6);
  bars.clear();
  expect([bars.shown[0], bars.peaks[0], bars.advance(1)]).toEqual([-70, -70, false]);
});
