import type { MeterColumn } from 'rowdesk/provider';
import { expect, test } from 'vitest';
import { LevelMeter } from './levels.ts';

const columns: readonly MeterColumn[] = [
  { name: 'postPeak', legs: 2, fold: 'max' },
  { name: 'of.another', legs: 2, fold: 'last' },
  { name: 'comp.reductionDb', legs: 1, fold: 'min' },
];
const strip = '/channel/main/1';

function setUp(legs = 2) {
  const meter = new LevelMeter();
  return (atMs: number, left: number, right = 0, of = columns) => {
    const values = Float32Array.of(left, right, 9, 9, -1.5);
    const levels = meter.take({
      ...{ atMs, columns: of },
      strips: new Map([[strip, { legs, values, clipped: false, clipCount: 0 }]]),
    });
    return levels.of(strip);
  };
}

test('columns are found by their names, and a mixer without a column has no level and no reduction', () => {
  expect(setUp()(0, 1, 0)).toEqual({
    ...{ preDb: [], postDb: [0, -144], rmsDb: [], peakHoldDb: [0, -144] },
    ...{ reductionDb: -1.5, processors: { 'of.another': 9, 'comp.reductionDb': -1.5 }, clipped: false },
  });
});

test('one leg is one level', () => {
  expect(setUp(1)(0, 0.5, 0)).toMatchObject({ postDb: [20 * Math.log10(0.5)], peakHoldDb: [20 * Math.log10(0.5)] });
});

test('the peak of each leg is held for 1.5 s', () => {
  const take = setUp();
  take(100, 1, 0.5);
  take(1000, 0.5, 1);
  expect(take(1600, 0.125, 0.125)).toMatchObject({ peakHoldDb: [0, 0] });
  expect(take(1601, 0.125, 0.125)).toMatchObject({ peakHoldDb: [20 * Math.log10(0.125), 0] });
  expect(take(2501, 0.125, 0.25)).toMatchObject({ peakHoldDb: [20 * Math.log10(0.125), 20 * Math.log10(0.25)] });
});

test('a clock that is set back or on a day holds no peak for longer', () => {
  const dayMs = 86_400_000;
  const take = setUp();
  take(10 * dayMs, 1);
  expect(take(9 * dayMs, 0.5)).toMatchObject({ peakHoldDb: [20 * Math.log10(0.5), -144] });
  expect(take(9 * dayMs + 100, 0.25)).toMatchObject({ peakHoldDb: [20 * Math.log10(0.5), -144] });
  expect(take(10 * dayMs, 0.125)).toMatchObject({ peakHoldDb: [20 * Math.log10(0.125), -144] });
});

test('a peak of the mixer before is not held', () => {
  const take = setUp();
  take(100, 1);
  expect(take(200, 0.5, 0, [...columns])).toMatchObject({ peakHoldDb: [20 * Math.log10(0.5), -144] });
});
