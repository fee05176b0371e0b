import { expect, test } from 'vitest';
import { jobsAtOnce } from './steps/jobs-at-once.mjs';

const gib = 2 ** 30;

test('each core compiles a unit, as far as the free memory goes, and one does where there is hardly any', () => {
  expect(jobsAtOnce(2, 8 * gib)).toBe(2);
  expect(jobsAtOnce(4, 1.2 * gib)).toBe(2);
  expect(jobsAtOnce(4, 0.1 * gib)).toBe(1);
});

test('by itself it looks at this machine', () => {
  expect(jobsAtOnce()).toBeGreaterThanOrEqual(1);
});
