import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { parseBody, ValueCount } from './body.ts';

const limits = { bodyDepth: 32, bodyValues: 100_000, membersPerObject: 1_000, stringLength: 100 };
const parse = async (text: string) => parseBody(Buffer.from(text), limits);
const nested = (depth: number) => `{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;

test('a body may nest 32 deep and no deeper', async () => {
  expect(await parse(nested(32))).toHaveProperty('a');
  await expect(parse(nested(33))).rejects.toThrow('nested deeper than 32');
});

test('a body of brackets is refused without running out of stack', async () => {
  await expect(parse(nested(30_000))).rejects.toThrow('nested deeper than 32');
});

test('an object has at most 1000 members', async () => {
  const members = (count: number) =>
    JSON.stringify({ map: Object.fromEntries(Array.from({ length: count }, (_, i) => [`m${i}`, 1])) });
  expect(await parse(members(1_000))).toHaveProperty('map');
  await expect(parse(members(1_001))).rejects.toThrow('more than 1000 members');
});

test('a string has an end', async () => {
  expect(await parse(`{"a":"${'x'.repeat(100)}"}`)).toHaveProperty('a');
  await expect(parse(`{"a":["${'x'.repeat(101)}"]}`)).rejects.toThrow('longer than 100 characters');
});

test('no body reaches a prototype', async () => {
  const places = { '{"__proto__":{"polluted":1}}': '__proto__', '{"a":[{"\\u005f_proto__":{}}]}': 'a/0/__proto__' };
  for (const [text, field] of Object.entries(places)) {
    await expect(parse(text)).rejects.toThrow(`There is no field "${field}"`);
  }
  expect('polluted' in {}).toBe(false);
});

test('a large body is looked through over several turns, so that others get theirs in between', async () => {
  let turns = 0;
  let isDone = false;
  const body = parse(`{"list":[${'{"kind":"input","index":1},'.repeat(20_000)}0]}`).finally(() => {
    isDone = true;
  });
  for (; !isDone; turns++) await setImmediate();
  expect((await body).list).toHaveLength(20_001);
  // 60,000 values, and the turn in which they were parsed.
  expect(turns).toBeGreaterThanOrEqual(8);
  await expect(parse(`{"list":[${'1,'.repeat(20_000)}{"__proto__":1}]}`)).rejects.toThrow('"list/20000/__proto__"');
});

/** Counts in chunks of different sizes. */
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
