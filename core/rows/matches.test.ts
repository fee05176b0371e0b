import { expect, test } from 'vitest';
import { Type } from '../base/typebox.ts';
import { matches } from './matches.ts';

test('levels match within 0.005 dB, other numbers as well as float32 keeps them', () => {
  const level = Type.Number({ unit: 'dB' });
  expect(matches(-3, -3.004, 'levelDb', level)).toBe(true);
  expect(matches(-3, -3.006, 'levelDb', level)).toBe(false);
  const delay = Type.Number({ unit: 'ms' });
  expect(matches(12.34, Math.fround(12.34), 'delayMs', delay)).toBe(true);
  expect(matches(12.34, 12.344, 'delayMs', delay)).toBe(false);
});

test('a list is the same in the same order, and in any where its order says nothing', () => {
  const ordered = Type.Array(Type.Integer());
  expect(matches([8, 1], [8, 1], 'outputs', ordered)).toBe(true);
  expect(matches([8, 1], [1, 8], 'outputs', ordered)).toBe(false);
  const unordered = Type.Array(Type.Integer(), { uniqueItems: true, unordered: true });
  expect(matches([8, 1], [1, 8], 'dcas', unordered)).toBe(true);
  expect(matches([8, 1], [1], 'dcas', unordered)).toBe(false);
  expect(matches([8, 1], [1, 2], 'dcas', unordered)).toBe(false);
  const strips = [
    { kind: 'mix', index: 2 },
    { kind: 'main', index: 1 },
  ];
  expect(matches(strips, [{ index: 1, kind: 'main' }, strips[0]], 'targets', unordered)).toBe(true);
});
