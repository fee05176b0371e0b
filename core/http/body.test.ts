import { expect, test } from 'vitest';
import { parseBody } from './body.ts';

const limits = { bodyDepth: 32, bodyValues: 100_000, membersPerObject: 1_000, stringLength: 100 };
const parse = (text: string) => parseBody(Buffer.from(text), limits);
const nested = (depth: number) => `{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;

test('a body may nest 32 deep and no deeper', () => {
  expect(parse(nested(32))).toHaveProperty('a');
  expect(() => parse(nested(33))).toThrow('nested deeper than 32');
});

test('a body of brackets is refused without running out of stack', () => {
  expect(() => parse(nested(30_000))).toThrow('nested deeper than 32');
});

test('an object has at most 1000 members', () => {
  const members = (count: number) =>
    JSON.stringify({ map: Object.fromEntries(Array.from({ length: count }, (_, i) => [`m${i}`, 1])) });
  expect(parse(members(1_000))).toHaveProperty('map');
  expect(() => parse(members(1_001))).toThrow('more than 1000 members');
});

test('a string has an end', () => {
  expect(parse(`{"a":"${'x'.repeat(100)}"}`)).toHaveProperty('a');
  expect(() => parse(`{"a":["${'x'.repeat(101)}"]}`)).toThrow('longer than 100 characters');
});

test('no body reaches a prototype', () => {
  const places = { '{"__proto__":{"polluted":1}}': '__proto__', '{"a":[{"\\u005f_proto__":{}}]}': 'a/0/__proto__' };
  for (const [text, field] of Object.entries(places)) {
    expect(() => parse(text)).toThrow(`There is no field "${field}"`);
  }
  expect('polluted' in {}).toBe(false);
});

test('a body has so many values at most; what stands in a text is none', () => {
  const parseFew = (text: string) => parseBody(Buffer.from(text), { ...limits, bodyValues: 10 });
  expect(parseFew('{"a":[1,2,3,4,5,6,7,8,9]}')).toHaveProperty('a');
  for (const list of ['1,2,3,4,5,6,7,8,9,0', '{},{},{},{},{},{}', '[[[[[[[[[]]]]]]]]]'])
    expect(() => parseFew(`{"a":[${list}]}`)).toThrow('more than 10 values');
  expect(parseFew(JSON.stringify({ a: '[{,\\",,,,,,,,,,,,,"' }))).toHaveProperty('a');
});
