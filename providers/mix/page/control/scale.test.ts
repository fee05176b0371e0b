import { expect, test } from 'vitest';
import { numberWords, typedNumber } from './number-words.ts';
import { nudged, type Scale, taken, travelOf, valueAt } from './scale.ts';

const gain: Scale = { minimum: 0, maximum: 55, law: 'linear', step: 1 };
const frequency: Scale = { minimum: 20, maximum: 20000, law: 'log', step: undefined };
const attack: Scale = { minimum: 0, maximum: 120, law: 'linear', step: undefined };
const level: Scale = { minimum: -144, maximum: 10, law: 'fader', step: 0.1 };

test('every step of a range comes back from where it stands', () => {
  const steps = Array.from({ length: 56 }, (_, n) => n);
  expect(steps.map((value) => valueAt(gain, travelOf(gain, value)))).toEqual(steps);
});

test('the middle of a logarithmic range is the geometric mean of its ends', () => {
  expect(valueAt(frequency, 0.5)).toBe(632);
  expect([valueAt(frequency, 0), valueAt(frequency, 1)]).toEqual([20, 20000]);
});

test('what lies beyond the ends is the end', () => {
  expect([travelOf(gain, -5), travelOf(gain, 99), valueAt(gain, 1.5), valueAt(gain, -1)]).toEqual([0, 1, 55, 0]);
  expect(taken({ ...gain, minimum: 0.5, maximum: 9.5 }, 0)).toBe(1);
});

test('a press of an arrow always moves, by the step of the row when it is fine', () => {
  expect([nudged(gain, 10, 1, false), nudged(gain, 10, 1, true), nudged(gain, 10, -1, true)]).toEqual([11, 11, 9]);
  expect(nudged(attack, 10, 1, true)).toBeGreaterThan(10);
  expect(nudged(attack, 10, -1, false)).toBeLessThan(10);
  expect(nudged(frequency, 1000, 1, true)).toBeGreaterThan(1000);
  expect([nudged(level, 0, -1, false), nudged(level, 0, -1, true), nudged(level, -144, 1, false)]).toEqual([
    ...[-1, -0.1, -89],
  ]);
  expect([nudged(gain, 55, 1, false), nudged(gain, 0, -1, false)]).toEqual([55, 0]);
});

test('a fader that is off below its least level goes from one to the other, and never between them', () => {
  const direct: Scale = { minimum: -144, maximum: 6, law: 'fader', step: 0.1, leastOn: -65 };
  for (const isFine of [false, true]) {
    expect([nudged(direct, -144, 1, isFine), nudged(direct, -65, -1, isFine)]).toEqual([-65, -144]);
  }
  expect([taken(direct, -65.1), taken(direct, -65), taken(direct, 7)]).toEqual([-144, -65, 6]);
  const all = Array.from({ length: 1001 }, (_, n) => valueAt(direct, n / 1000));
  expect(all.filter((value) => value > -144 && value < -65)).toEqual([]);
});

test.each([
  [3200, 'Hz', undefined, '3.2 kHz'],
  [80, 'Hz', undefined, '80 Hz'],
  [-4.25, 'dB', 0.25, '−4.25 dB'],
  [3, 'dB', 1, '+3.0 dB'],
  [-144, 'dB', 0.1, '−∞ dB'],
  [0.71, '', undefined, '0.71'],
  [1.5, 'ms', 0.01, '1.50 ms'],
  [2000, 'ms', undefined, '2000 ms'],
  [0.00004, '', undefined, '0'],
  [undefined, 'dB', 0.1, '?'],
])('%s %s with steps of %s reads %s', (value, unit, step, words) => {
  expect(numberWords(value, unit, step)).toBe(words);
});

test.each([
  ['-6', 'dB', -6],
  ['−6,5', 'dB', -6.5],
  ['off', 'dB', -144],
  ['1.5k', 'Hz', 1500],
  ['3,2 kHz', 'Hz', 3200],
  ['150 ms', 'ms', 150],
  ['40 %', '%', 40],
  ['loud', 'dB', undefined],
  ['off', 'Hz', undefined],
  ['', '', undefined],
])('%s as %s is %s', (text, unit, number) => {
  expect(typedNumber(text, unit)).toBe(number);
});
