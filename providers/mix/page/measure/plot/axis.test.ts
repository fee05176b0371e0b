import { describe, expect, test } from 'vitest';
import { axisAround, hertzAxis, marksOf, placeOn, valueOn } from './axis.ts';

const dB = { law: 'linear', from: -30, to: 12, unit: 'dB' } as const;

describe('an axis', () => {
  test('has a place for each value, and a value at each place', () => {
    expect(placeOn(hertzAxis, 20)).toBe(0);
    expect(placeOn(hertzAxis, 20_000)).toBeCloseTo(1, 12);
    expect(placeOn(hertzAxis, Math.sqrt(20 * 20_000))).toBeCloseTo(0.5, 12);
    expect(placeOn(dB, -9)).toBeCloseTo(0.5, 12);
    for (const place of [0, 0.1, 0.77, 1]) {
      expect(placeOn(hertzAxis, valueOn(hertzAxis, place))).toBeCloseTo(place, 12);
      expect(placeOn(dB, valueOn(dB, place))).toBeCloseTo(place, 12);
    }
    expect([valueOn(dB, -1), valueOn(dB, 2)]).toEqual([-30, 12]);
  });

  test('marks 50 Hz to 10 kHz, and round values between linear ends', () => {
    expect(marksOf(hertzAxis, 8)).toEqual([50, 100, 200, 500, 1000, 2000, 5000, 10_000]);
    expect(marksOf(dB, 5)).toEqual([-30, -20, -10, 0, 10]);
    expect(marksOf({ ...dB, from: -0.3, to: 0.3 }, 6)).toEqual([-0.3, -0.2, -0.1, 0, 0.1, 0.2, 0.3]);
  });

  test('holds all values it is made around, is never shorter than its span, and needs no value', () => {
    expect(axisAround([-7, 3, Number.NaN], 6, 12, 'dB')).toEqual({ law: 'linear', from: -12, to: 6, unit: 'dB' });
    expect(axisAround([1], 6, 24, 'dB')).toEqual({ law: 'linear', from: -12, to: 18, unit: 'dB' });
    expect(axisAround([], 6, 24, 'dB')).toEqual({ law: 'linear', from: -12, to: 12, unit: 'dB' });
    expect(axisAround([0, 0], 5, 0, '')).toEqual({ law: 'linear', from: 0, to: 5, unit: '' });
  });
});
