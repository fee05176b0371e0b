import { expect, test } from 'vitest';
import { describePattern } from './pattern-description.ts';

test.each([
  ['^[A-Za-z0-9][A-Za-z0-9._~-]{15,63}$', '16 to 64 letters, digits and . _ ~ -, the first a letter or a digit'],
  [
    '^$|^[A-Za-z0-9][A-Za-z0-9._~:-]{0,191}$',
    'empty, or 1 to 192 letters, digits and . _ ~ : -, the first a letter or a digit',
  ],
  ['^(off|red|#[0-9a-fA-F]{6})$', 'off, red, or #, then 6 digits, a to f and A to F'],
  [
    '^([a-z][a-z0-9]{0,3}(#[1-9][0-9]?)?)?$',
    'empty, or 1 to 4 small letters and digits, the first a small letter, then optionally #, then 1 to 9, then optionally a digit',
  ],
  ['^[0-9]{1,16}$', '1 to 16 digits'],
  ['^https?://[^/?#@\\s]+$', 'http, then optionally s, then ://, then 1 or more characters but spaces and / ? # @'],
  ['^[0-9a-f]{4}:[0-9a-f]{4}$', '4 digits and a to f, then :, then 4 digits and a to f'],
  ['^(@[a-z]+/)?x$', 'optionally @, then 1 or more small letters, then /, then x'],
])('%s is said in words', (pattern, words) => {
  expect(describePattern(pattern)).toBe(words);
});

test.each(['^/', '[a-z]', '^(?!x)[a-z]$', '^(a)\\1$', '^\\p{L}$', '^a|b$', '^(a$', '^a{2}{3}$|'])(
  '%s is not of the kind that can be said',
  (pattern) => {
    expect(describePattern(pattern)).toBeUndefined();
  },
);
