import { expect, test } from 'vitest';
import { shortened, slug, uniqueName } from './names.ts';

test('a slug has lower case letters, digits and single dashes', () => {
  expect(slug('  Ünïcode & (Friends) --', 64)).toBe('unicode-friends');
  expect(slug('日本', 64)).toBe('');
  expect(slug('abc def', 4)).toBe('abc');
});

test('a shortened text has no control characters, and no half of a character', () => {
  expect(shortened(' a\u0000b\n\tc ', 9)).toBe('a b c');
  expect(shortened('ab🎚', 3)).toBe('ab');
});

test('a name that is taken gets a number within its length', () => {
  expect(uniqueName('abcd', new Set(['abcd', 'ab-2']), '-', 4)).toBe('ab-3');
});
