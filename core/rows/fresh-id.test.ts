import { expect, test } from 'vitest';
import { freshId } from './fresh-id.ts';

const taken =
  (...ids: string[]) =>
  (id: string) =>
    !ids.includes(id);

test('an id is made of its name, and stands for itself where nothing of that may be in one', () => {
  expect(freshId('Act 1: Après-midi!', 'scene', taken())).toBe('act-1-apre-s-midi');
  expect(freshId('***', 'scene', taken())).toBe('scene');
  expect(freshId('x'.repeat(100), 'scene', taken())).toHaveLength(48);
});

test('an id that is taken gets the next number', () => {
  expect(freshId('Act', 'scene', taken('act', 'act-2'))).toBe('act-3');
});
