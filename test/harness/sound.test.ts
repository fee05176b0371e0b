import { expect, test } from 'vitest';
import { fitSine, peakDb, sine } from './sound.ts';

test('a fitted sine has its level and no residual', () => {
  const fit = fitSine(sine(1000, -20, 48000, 48000), 1000, 48000);
  expect(fit.levelDb).toBeCloseTo(-20, 6);
  expect(fit.residualDb).toBeLessThan(-200);
  expect(peakDb(sine(1000, -20, 48000, 48000))).toBeCloseTo(-20, 2);
});

test('one lost sample in ten seconds shows in the residual', () => {
  const whole = sine(1000, -20, 48000, 480_000);
  const cut = Float64Array.from([...whole.subarray(0, 240_000), ...whole.subarray(240_001)]);
  expect(fitSine(cut, 1000, 48000).residualDb).toBeGreaterThan(-30);
});
