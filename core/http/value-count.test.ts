import { expect, test } from 'vitest';
import { ValueCount } from './value-count.ts';

/** However it is cut into chunks. */
const counts = [1, 3, 1000].map((size) => (text: string) => {
  const values = new ValueCount(10);
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) values.add(bytes.subarray(at, at + size));
});

test('a body has so many values at most; what stands in a text is none', () => {
  for (const count of counts) {
    count('{"a":[1,2,3,4,5,6,7,8,9]}');
    for (const list of ['1,2,3,4,5,6,7,8,9,0', '{},{},{},{},{},{}', '[[[[[[[[[]]]]]]]]]'])
      expect(() => count(`{"a":[${list}]}`)).toThrow('more than 10 values');
    count(JSON.stringify({ a: '[{,\\",,,,,,,,,,,,,"' }));
    count(JSON.stringify({ a: '\\', b: '"', c: '",,,,,,,,,,,,,' }));
  }
});

test('too many are refused before the body has ended', () => {
  const values = new ValueCount(10);
  expect(() => values.add(Buffer.from(`{"a":[${'1,'.repeat(20)}`))).toThrow('more than 10 values');
});
