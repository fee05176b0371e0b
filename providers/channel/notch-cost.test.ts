import { expect, test } from 'vitest';
import { notchCostDb, notchGainDb } from './notch-cost.ts';

test('a notch takes its depth at its frequency, half of it at the edges of its width, and nothing far away', () => {
  const notch = { frequencyHz: 1000, q: 10, gainDb: -12 };
  expect(notchGainDb(notch, 1000)).toBeCloseTo(-12, 6);
  const edge = Math.sqrt(1 + 1 / (4 * 10 ** 2)) + 1 / 20;
  expect(notchGainDb(notch, 1000 * edge)).toBeCloseTo(-6, 1);
  expect(notchGainDb(notch, 8000)).toBeGreaterThan(-0.01);
});

test('what all take together is a mean over octaves: wide ones cost more, and none cost nothing', () => {
  const at = (q: number, count: number) =>
    notchCostDb(Array.from({ length: count }, (_, n) => ({ frequencyHz: 300 * (n + 1), q, gainDb: -18 })));
  expect(at(30, 0)).toBe(0);
  expect(at(3, 12)).toBeLessThan(at(30, 12));
  expect(at(30, 12)).toBeLessThan(at(30, 4));
  expect(at(30, 12)).toBeGreaterThan(-6);
});
