import { expect, test } from 'vitest';
import { type Band, type BandType, bandDb, frequencies, highPassDb, pathOf, placeOf } from './response.ts';

const rate = 48000;

/** The digital coefficients of the cookbook, b0 b1 b2 a0 a1 a2, whose response is asked on the unit circle. */
function cookbookDb({ type, frequencyHz, gainDb, q }: Band, hz: number): number {
  const w0 = (2 * Math.PI * frequencyHz) / rate;
  const [a, cos, alpha] = [10 ** (gainDb / 40), Math.cos(w0), Math.sin(w0) / (2 * q)];
  const r = 2 * Math.sqrt(a) * alpha;
  const coefficients: Record<BandType, readonly number[]> = {
    peak: [1 + alpha * a, -2 * cos, 1 - alpha * a, 1 + alpha / a, -2 * cos, 1 - alpha / a],
    lowShelf: [
      ...[a * (a + 1 - (a - 1) * cos + r), 2 * a * (a - 1 - (a + 1) * cos), a * (a + 1 - (a - 1) * cos - r)],
      ...[a + 1 + (a - 1) * cos + r, -2 * (a - 1 + (a + 1) * cos), a + 1 + (a - 1) * cos - r],
    ],
    highShelf: [
      ...[a * (a + 1 + (a - 1) * cos + r), -2 * a * (a - 1 + (a + 1) * cos), a * (a + 1 + (a - 1) * cos - r)],
      ...[a + 1 - (a - 1) * cos + r, 2 * (a - 1 - (a + 1) * cos), a + 1 - (a - 1) * cos - r],
    ],
    lowCut: [(1 + cos) / 2, -(1 + cos), (1 + cos) / 2, 1 + alpha, -2 * cos, 1 - alpha],
    highCut: [(1 - cos) / 2, 1 - cos, (1 - cos) / 2, 1 + alpha, -2 * cos, 1 - alpha],
    notch: [1, -2 * cos, 1, 1 + alpha, -2 * cos, 1 - alpha],
  };
  const [b0, b1, b2, a0, a1, a2] = coefficients[type] as [number, number, number, number, number, number];
  const w = (2 * Math.PI * hz) / rate;
  const squared = (c0: number, c1: number, c2: number) =>
    (c0 + c1 * Math.cos(w) + c2 * Math.cos(2 * w)) ** 2 + (c1 * Math.sin(w) + c2 * Math.sin(2 * w)) ** 2;
  return 10 * Math.log10(squared(b0, b1, b2) / squared(a0, a1, a2));
}

const types = ['lowShelf', 'peak', 'highShelf', 'lowCut', 'highCut', 'notch'] as const;

test.each(types)('a band of type %s is what the cookbook says', (type) => {
  for (const [frequencyHz, gainDb, q] of [
    [100, -12, 0.5],
    [3150, 6, 1],
    [15000, 15, 0.71],
  ] as const) {
    const band = { enabled: true, type, frequencyHz, gainDb, q };
    for (const hz of [25, 90, 1000, 5000, 16000]) {
      expect(bandDb(band, hz, rate), `${frequencyHz} at ${hz}`).toBeCloseTo(cookbookDb(band, hz), 3);
    }
  }
});

test('a band that is off changes nothing', () => {
  const band = { enabled: false, type: 'peak', frequencyHz: 1000, gainDb: 9, q: 1 } as const;
  expect(bandDb(band, 1000, rate)).toBe(0);
});

test.each([12, 18, 24])(
  'a high-pass of %s dB per octave has 3 dB less at its frequency, and its slope below',
  (slope) => {
    expect(highPassDb(200, slope, 200, rate)).toBeCloseTo(-3.01, 2);
    const octave = highPassDb(200, slope, 25, rate) - highPassDb(200, slope, 12.5, rate);
    expect(octave).toBeCloseTo(slope * 1.0035, 0);
    expect(highPassDb(200, slope, 2000, rate)).toBeCloseTo(0, 1);
  },
);

test('20 Hz stands at the left, 20 kHz at the right, 632 Hz in the middle', () => {
  expect([placeOf(20), placeOf(20000)]).toEqual([0, 1]);
  expect(placeOf(frequencies(3)[1] as number)).toBeCloseTo(0.5, 9);
});

test('a path goes through 0 dB in the middle', () => {
  expect(pathOf([0, 18, -18], 100, 60, 18)).toBe('M0.0 30.0L50.0 0.0L100.0 60.0');
});
