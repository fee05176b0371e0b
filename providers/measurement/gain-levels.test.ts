import { expect, test } from 'vitest';
import { dbOf, PlayedPeaks, percentile } from './gain-levels.ts';

const linear = (db: number) => 10 ** (db / 20);
const played = (levelsDb: readonly number[]) => {
  const peaks = new PlayedPeaks();
  for (const db of levelsDb) peaks.add(linear(db));
  return peaks.levels();
};

test('percentiles are ranks of the windows that play; pauses do not count', () => {
  // 1 to 100 dB below full scale, of which 59 are louder than a pause.
  const levels = played(Array.from({ length: 100 }, (_, n) => -1 - n));
  expect(levels.windows).toBe(100);
  expect(levels.playingPercent).toBe(59);
  expect(levels.p50Db).toBeCloseTo(-30, 9);
  expect(levels.p90Db).toBeCloseTo(-6, 9);
  expect(levels.p999Db).toBeCloseTo(-1, 9);
  expect(levels.peakDb).toBeCloseTo(-1, 9);
  expect(levels.isClipped).toBe(false);
});

test('one loud window of two thousand is above the 99.9th percentile', () => {
  const levels = played([...Array(1999).fill(-20), -3]);
  expect([levels.p999Db, levels.peakDb].map(Math.round)).toEqual([-20, -3]);
});

test('nothing played is silence, and no number that is none', () => {
  for (const peaks of [[], [-80, -100]]) {
    const { playingPercent, p50Db, p90Db, p999Db } = played(peaks);
    expect([playingPercent, p50Db, p90Db, p999Db]).toEqual([0, -144, -144, -144]);
  }
  expect([dbOf(0), dbOf(1e-12), percentile([], 50)]).toEqual([-144, -144, 0]);
});

test('the highest value of any converter from 16 bit on has clipped, a hundredth of a dB below has not', () => {
  const isClipped = (peak: number) => {
    const peaks = new PlayedPeaks();
    peaks.add(peak);
    return peaks.levels().isClipped;
  };
  expect([1, 8_388_607 / 8_388_608, 32_767 / 32_768].map(isClipped)).toEqual([true, true, true]);
  expect(isClipped(linear(-0.01))).toBe(false);
});
