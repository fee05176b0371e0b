import { describe, expect, test } from 'vitest';
import { hertzAxis } from './axis.ts';
import { type Line, nearest, pathsOf } from './line.ts';

const y = { law: 'linear', from: -10, to: 10, unit: 'dB' } as const;
const x = { law: 'linear', from: 0, to: 10, unit: 'ms' } as const;
const picture = { x, y, width: 100, height: 100 };
const line = (ys: readonly number[], more: Partial<Line> = {}): Line => ({
  ...{ id: 'a', label: 'A', place: 0, ys, xs: ys.map((_, n) => n) },
  ...more,
});
const pointsOf = (path: string) => path.split(/[ML]/).filter(Boolean);

describe('a line of a plot', () => {
  test('leads from point to point, up where it is louder', () => {
    expect(pathsOf(line([-10, 0, 10]), picture)).toEqual({ strong: 'M0.0 100.0L10.0 50.0L20.0 0.0', faint: '' });
  });

  test('is faint between points of which one is not trusted', () => {
    const { strong, faint } = pathsOf(line([0, 0, 0, 0], { faint: [false, false, true, false] }), picture);
    expect([strong, faint]).toEqual(['M0.0 50.0L10.0 50.0', 'M10.0 50.0L20.0 50.0L30.0 50.0']);
  });

  test('has a gap where it wraps, and where a value is missing none of it', () => {
    expect(pathsOf(line([9, 10, -10, -9]), { ...picture, longestStep: 10 }).strong).toBe(
      'M0.0 5.0L10.0 0.0M20.0 100.0L30.0 95.0',
    );
    expect(pointsOf(pathsOf(line([0, Number.NaN, 5]), picture).strong)).toEqual(['0.0 50.0', '20.0 25.0']);
  });

  test('keeps the lowest and the highest of many points on a pixel', () => {
    const ys = Array.from({ length: 8192 }, (_, n) => (n === 4000 ? 9 : n === 4003 ? -9 : 0));
    const { strong } = pathsOf(line(ys, { xs: ys.map((_, n) => (n * 10) / 8192) }), picture);
    expect(pointsOf(strong).length).toBeLessThanOrEqual(200);
    expect(strong).toContain(' 5.0');
    expect(strong).toContain(' 95.0');
  });

  test('is drawn to the edges of what is in sight, and not beyond', () => {
    const ys = Array.from({ length: 100 }, () => 0);
    const xs = pointsOf(pathsOf(line(ys), { ...picture, x: { ...x, from: 40.5, to: 42.5 } }).strong);
    expect(xs.map((point) => Number.parseFloat(point))).toEqual([-25, 25, 75, 125]);
  });

  test('has a value at the cursor, but none beyond its ends', () => {
    const of = { xs: [100, 200, 400] };
    expect([110, 150, 390].map((hz) => nearest(of, hertzAxis, hz))).toEqual([0, 1, 2]);
    expect([30, 10_000].map((hz) => nearest(of, hertzAxis, hz))).toEqual([undefined, undefined]);
    expect(nearest({ xs: [] }, hertzAxis, 100)).toBeUndefined();
  });
});
