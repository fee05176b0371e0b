import { expect, test } from 'vitest';
import { gainOf, levelOf, mixerWord, offDb, pairGains, signed15, signed16, tenthsOf } from './levels.ts';

test('levels are tenths of dB, and -65 dB and below is off', () => {
  expect([6, 0, -0.1, -30.5, -64.9, -65, offDb].map(tenthsOf)).toEqual([60, 0, -1, -305, -649, -650, -650]);
  expect([60, 0, -305, -649, -650, -700].map(levelOf)).toEqual([6, 0, -30.5, -64.9, offDb, offDb]);
});

test('registers are signed by 16 bits, and those of the mix by 15', () => {
  expect([0, 0x7fff, 0x8000, 0xffff].map(signed16)).toEqual([0, 32767, -32768, -1]);
  expect([0xfd76 & 0x7fff, 0x8000 | (-100 & 0x7fff), 0x0064].map(signed15)).toEqual([-650, -100, 100]);
});

test("gains of the mixer have the public table's two scales", () => {
  // 0 dB is 0x1000 of the coarse scale, a half is the last of the fine one, 6 dB is some 2
  expect(mixerWord(gainOf(0))).toBe(0x9000);
  expect(mixerWord(0.5)).toBe(0x4000);
  expect(mixerWord(gainOf(6))).toBe(0x9fec);
  expect(mixerWord(gainOf(offDb))).toBe(0);
  expect(mixerWord(gainOf(-20))).toBe(Math.round(0.1 * 0x8000));
});

test('pan keeps the power, and its ends have one side alone', () => {
  for (let pan = -100; pan <= 100; pan += 7) {
    const [left, right] = pairGains(-6, pan);
    expect(left ** 2 + right ** 2).toBeCloseTo(gainOf(-6) ** 2, 12);
  }
  expect(pairGains(0, -100)).toEqual([1, 0]);
  expect(pairGains(0, 100)).toEqual([0, 1]);
  expect(pairGains(0, 0)[0]).toBeCloseTo(Math.SQRT1_2, 12);
});
