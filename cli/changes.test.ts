import { expect, test } from 'vitest';
import { changesBetween, isNothing } from './changes.ts';

test('fields that changed are named, those that did not are not', () => {
  expect(changesBetween({ levelDb: 0, muted: false }, { levelDb: -6, muted: false })).toEqual({
    changed: { levelDb: -6 },
    gone: [],
  });
});

test('objects and lists of the same length are looked into, places are written as refusals write them', () => {
  const before = {
    strips: [
      { levelDb: 0, name: 'a' },
      { levelDb: 0, name: 'b' },
    ],
    layout: { input: 32 },
  };
  const after = {
    strips: [
      { levelDb: 0, name: 'a' },
      { levelDb: -3, name: 'b' },
    ],
    layout: { input: 33 },
  };
  expect(changesBetween(before, after).changed).toEqual({ 'strips/1/levelDb': -3, 'layout/input': 33 });
});

test('a list of another length is shown whole, as is a value of another type', () => {
  expect(changesBetween({ ids: ['a'], at: null }, { ids: ['a', 'b'], at: {} }).changed).toEqual({
    ids: ['a', 'b'],
    at: {},
  });
});

test('fields that came and fields that went are told apart', () => {
  expect(changesBetween({ undoId: '1' }, { redoId: '1' })).toEqual({ changed: { redoId: '1' }, gone: ['undoId'] });
});

test('the same value is no change, however deep', () => {
  const row = { a: [1, { b: [] }], c: { d: null } };
  expect(isNothing(changesBetween(row, structuredClone(row)))).toBe(true);
});
