import { expect, test } from 'vitest';
import { nearest } from './nearest.ts';

const fields = ['name', 'levelDb', 'muted', 'pan', 'trimDb'];

test.each([
  ['leveldB', 'levelDb'],
  ['levlDb', 'levelDb'],
  ['leevlDb', 'levelDb'],
  ['mute', 'muted'],
  ['PAN', 'pan'],
  ['trimmDb', 'trimDb'],
])('%s is a typing error of %s', (given, name) => {
  expect(nearest(given, fields)).toBe(name);
});

test.each(['', 'x', 'volume', 'gainDb', 'levelDb'.repeat(20)])('"%s" is near none of them', (given) => {
  expect(nearest(given, fields)).toBeUndefined();
});

test('the one with the fewest errors is taken, of two the first', () => {
  expect(nearest('inputs', ['outputs', 'input', 'inlets'])).toBe('input');
  expect(nearest('eqs', ['eq1', 'eq2'])).toBe('eq1');
});

test('one letter is never meant for another', () => {
  expect(nearest('q', ['a', 'b'])).toBeUndefined();
});
