import { expect, test } from 'vitest';
import { sampleOf, trendOf } from './samples.ts';

const samples = (megabytes: readonly number[]) =>
  megabytes.map((residentMb, n) => ({ atS: n, residentMb, ownMb: residentMb, descriptors: 10 }));
const resident = ({ residentMb }: { residentMb: number }) => residentMb;

test('what grows steadily shows, what goes up and down does not', () => {
  const growing = samples(Array.from({ length: 30 }, (_, n) => 100 + n));
  expect(trendOf(growing, resident).growth).toBeCloseTo(0.19, 2);
  const breathing = samples(Array.from({ length: 30 }, (_, n) => 100 + 20 * (n % 2)));
  expect(trendOf(breathing, resident).growth).toBeCloseTo(0, 1);
});

test('a process is sampled', () => {
  const { residentMb, ownMb, descriptors } = sampleOf(process.pid, 3);
  expect(ownMb).toBeGreaterThan(10);
  expect(residentMb).toBeGreaterThan(ownMb);
  expect(descriptors).toBeGreaterThan(3);
});
