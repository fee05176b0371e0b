import { expect, test } from 'vitest';
import { isNearest, levelOf, levelOfText, off, panOf, positionOf, positionOfPan } from './scales.ts';

test('the law of faders has the levels that were read from a TotalMix FX at these positions', () => {
  // A sweep of a fader by OSC, its texts noted by a third party (cineface on GitHub).
  const read = [
    [0.02, -62],
    [0.05, -57.6],
    [0.1, -50.6],
    [0.16, -42.9],
    [0.2, -38.2],
    [0.25, -32.6],
    [0.3, -27.6],
    [0.35, -23],
    [0.4, -18.9],
    [0.45, -15.3],
    [0.5, -12.1],
    [0.55, -9.4],
    [0.6, -7.2],
    [0.64, -5.8],
    [0.7, -3.8],
    [0.75, -2.2],
    [0.8, -0.6],
    [0.84, 0.7],
    [0.9, 2.7],
    [0.95, 4.4],
    [1, 6],
  ] as const;
  // The third party's texts at 0.1 was noted beside 0.09: the sweep lost a step there.
  for (const [position, level] of read) expect(Math.abs(levelOf(position) - level), `${position}`).toBeLessThan(0.16);
  expect(levelOf(0.8172)).toBe(0);
  expect(levelOf(0)).toBe(off);
});

test('each level of the desk comes back from its position, as near as 1,023 steps allow', () => {
  for (let tenths = -650; tenths <= 60; tenths++) {
    const level = tenths / 10;
    const step = Math.round(positionOf(level) * 1023) / 1023;
    expect(isNearest(step, level), `${level}`).toBe(true);
    expect(Math.abs(levelOf(step) - level), `${level}`).toBeLessThan(0.16);
  }
  expect(positionOf(off)).toBe(0);
  expect(positionOf(-65)).toBeGreaterThan(0);
  expect(isNearest(positionOf(-20), -20.5)).toBe(false);
});

test('texts of levels are read with and without signs and units', () => {
  expect(['-12.3 dB', '+6.0', '0', '-oo', '-∞ dB', '−3 dB', '50.5 dB'].map(levelOfText)).toEqual([
    -12.3,
    6,
    0,
    off,
    off,
    -3,
    50.5,
  ]);
  expect(['', 'n.a.', 'L50'].map(levelOfText)).toEqual([undefined, undefined, undefined]);
});

test('each place of a pan comes back', () => {
  for (let pan = -100; pan <= 100; pan++) expect(panOf(Math.fround(positionOfPan(pan)))).toBe(pan);
});
