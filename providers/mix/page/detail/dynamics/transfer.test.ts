import { expect, test } from 'vitest';
import { transferOf } from './transfer.ts';

const at = (kind: string, roles: Record<string, number>, levelDb: number) => transferOf(kind, roles)?.(levelDb);

test('a gate lowers by its range what is under the threshold', () => {
  expect([at('gate', { threshold: -40, range: 20 }, -39), at('gate', { threshold: -40, range: 20 }, -50)]).toEqual([
    ...[-39, -70],
  ]);
});

test('a compressor leaves what is below its knee, and divides what is above', () => {
  const roles = { threshold: -20, ratio: 4, knee: 4 };
  expect([at('comp', roles, -30), at('comp', roles, -12)]).toEqual([-30, -18]);
  expect(at('comp', roles, -20)).toBeCloseTo(-20 - 0.75 * 0.5, 9);
  expect(at('comp', { ...roles, makeup: 6 }, -12)).toBe(-12);
});

test('half of the dry sound halves the reduction of loud sound at most', () => {
  const roles = { threshold: -40, ratio: 100, mix: 50 };
  expect(at('comp', roles, 0)).toBeCloseTo(20 * Math.log10(0.5 + 0.5 * 10 ** (-39.6 / 20)), 6);
});

test('a limiter lets nothing above its threshold', () => {
  expect([at('limiter', { threshold: -3 }, 0), at('limiter', { threshold: -3 }, -5)]).toEqual([-3, -5]);
});

test('a processor of another kind, or without a threshold, has no curve', () => {
  expect([transferOf('effect', { threshold: -3 }), transferOf('comp', {})]).toEqual([undefined, undefined]);
});
