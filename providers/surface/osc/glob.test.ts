import { expect, test } from 'vitest';
import { fieldPattern } from './address.ts';
import { segmentMatcher } from './glob.ts';

test.each([
  ['*', 'anything', true],
  ['le*Db', 'levelDb', true],
  ['le*Dx', 'levelDb', false],
  ['?', '1', true],
  ['?', '12', false],
  ['[1-3]', '2', true],
  ['[!1-3]', '2', false],
  ['[3-1]x', '2x', true],
  ['{input,aux}', 'aux', true],
  ['{input,aux}', 'mix', false],
  ['{a,b}{1,2}', 'b2', true],
  ['*a*b', 'xaxxab', true],
  ['', '', true],
])('%s and %s: %s', (pattern, segment, isMatch) => {
  expect(segmentMatcher(pattern)(segment)).toBe(isMatch);
});

test.each(['{a', 'a}', '{a{b}}', '[a', 'a]', '{a,b,c}{a,b,c}{a,b,c}'])('%s is refused', (pattern) => {
  expect(() => segmentMatcher(pattern)).toThrow(RangeError);
});

test('a pattern of many stars costs a comparison for each of its letters, not a power of them', () => {
  const matches = segmentMatcher(`${'*a'.repeat(100)}b`);
  let looks = 0;
  const segment = new Proxy('a'.repeat(190).split(''), {
    get: (target, name) => {
      if (typeof name === 'string' && /^\d+$/.test(name)) looks += 1;
      return Reflect.get(target, name);
    },
  }) as unknown as string;
  expect(matches(segment)).toBe(false);
  expect(looks).toBeLessThan(200 * 200);
});

test('the star of an address stands within one segment', () => {
  const pattern = fieldPattern('/channel/*/1/levelDb');
  expect([pattern.target, pattern.matchesRow('/channel/input/1'), pattern.matchesRow('/channel/input/2/1')]).toEqual([
    ...['/channel/*/1', true, false],
  ]);
  for (const address of ['/', '/console', '//console/name', `/a/${'x'.repeat(300)}`, '/a'.repeat(20)]) {
    expect(() => fieldPattern(address)).toThrow(RangeError);
  }
});
