import { expect, test } from 'vitest';
import { trimMove } from './recalibrate-trim.ts';

const trim = (value: number) => ({ value, range: { minimum: -18, maximum: 18, step: 0.25 } });

test('a trim makes up for all where it can', () => {
  expect(trimMove(6, [trim(0)])).toBe(-6);
  expect(trimMove(-30, [trim(-12)])).toBe(30);
  expect(trimMove(0.25, [trim(-17.75)])).toBe(-0.25);
});

test('at its end it leaves a rest on the grid of thresholds', () => {
  // -17.5 would be the end, and the rest of 2.5 is on the grid of 0.5.
  expect(trimMove(20, [trim(-0.5)])).toBe(-17.5);
  // The end would be -19.25, and leave 0.75.
  expect(trimMove(20, [trim(1.25)])).toBe(-19);
  expect(trimMove(6, [trim(-18)])).toBe(0);
  expect(trimMove(-6, [trim(18)])).toBe(0);
});

test('a move that is on no step of the trim goes as near as the step allows', () => {
  expect(trimMove(6.1, [trim(0)])).toBe(-6);
  expect(trimMove(-6.1, [trim(0)])).toBe(6);
});

test('the trims of a pair move together, as far as the one goes that ends first; none is no move', () => {
  expect(trimMove(6, [trim(0), trim(-15)])).toBe(-3);
  expect(trimMove(6, [])).toBe(0);
});
