import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Fields } from '../rows/definitions.ts';
import { checkOf } from './arbitraries.ts';
import { breakages } from './breakages.ts';

const level = { type: 'number', minimum: -144, maximum: 10, multipleOf: 0.5 };
const strip = {
  type: 'object',
  additionalProperties: false,
  required: ['kind'],
  properties: { kind: { enum: ['input', 'aux'] }, levels: { type: 'array', maxItems: 2, items: level } },
};
const waysOf = (schema: Fields) => breakages(fc, schema).map(({ place, keyword }) => `${place} ${keyword}`);

test('every keyword is broken at every place, inside of items and members too', () => {
  expect(waysOf(strip)).toEqual([
    ' type',
    ' required',
    ' additionalProperties',
    '/kind enum',
    '/levels type',
    '/levels maxItems',
    '/levels/0 type',
    '/levels/0 minimum',
    '/levels/0 maximum',
    '/levels/0 multipleOf',
  ]);
});

test('of a union each shape is broken by itself, but for what another shape takes', () => {
  const named = { type: 'string', minLength: 1, maxLength: 3 };
  expect(waysOf({ anyOf: [named, { type: 'null' }] })).toEqual([
    ' anyOf',
    '|1 type',
    '|1 minLength',
    '|1 maxLength',
    '|2 type',
  ]);
  expect(waysOf({ anyOf: [named, { type: 'string' }] })).not.toContain('|1 maxLength');
});

test('no value of any way fits', () => {
  const schema = { type: 'array', minItems: 1, items: { anyOf: [strip, level] } };
  for (const { place, keyword, values } of breakages(fc, schema)) {
    for (const value of fc.sample(values, { numRuns: 50, seed: 1 })) {
      expect(checkOf(schema)(value), `${place} ${keyword} ${JSON.stringify(value)}`).toBe(false);
    }
  }
});

test('names that no member can have are put into objects, however deep', () => {
  const allOf = [{ propertyNames: { not: { enum: ['__proto__', 'constructor', 'prototype'] } } }];
  const of = { type: 'array', minItems: 1, items: { type: 'object', required: ['a'], properties: { a: { allOf } } } };
  const [way] = breakages(fc, of).filter(({ keyword }) => keyword === 'allOf');
  expect(way?.place).toBe('/0/a');
  for (const value of fc.sample(way?.values ?? fc.constant(undefined), { numRuns: 100, seed: 1 })) {
    expect(JSON.stringify(value)).toMatch(/"(__proto__|constructor|prototype)"/);
  }
});
