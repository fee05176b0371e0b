import { expect, test } from 'vitest';
import { meterHeight } from './meter-scale.ts';

test('the points of the scale stand where the design has them', () => {
  const shares = [0, -6, -10, -18, -20, -30, -40, -50, -60, -70].map((db) => Math.round(meterHeight(db) * 1000) / 10);
  expect(shares).toEqual([100, 85, 75, 55, 50, 30, 15, 7.5, 2.5, 0]);
});

test('between the points a meter rises all along, and beyond its ends it stands', () => {
  let before = -1;
  for (let db = -70; db <= 0; db += 0.25) {
    expect(meterHeight(db)).toBeGreaterThan(before);
    before = meterHeight(db);
  }
  expect([meterHeight(3), meterHeight(-144), meterHeight(Number.NaN)]).toEqual([1, 0, 0]);
});
