import { expect, it } from 'vitest';
import { Type } from '../base/typebox.ts';
import { describeSchema, type Keywords, optionsOf } from './schema-description.ts';

it.each([
  [
    Type.Number({ minimum: 0, maximum: 100, multipleOf: 0.01, unit: 'ms' }),
    'a number from 0 to 100 ms in steps of 0.01',
  ],
  [Type.Number(), 'a number'],
  [Type.Number({ minimum: 1 }), 'a number of at least 1'],
  [Type.Number({ maximum: 1 }), 'a number of at most 1'],
  [Type.Number({ exclusiveMinimum: 0 }), 'a number above 0'],
  [Type.Number({ exclusiveMinimum: 0, maximum: 1 }), 'a number above 0 to 1'],
  [Type.Integer({ minimum: 1, maximum: 9 }), 'a whole number from 1 to 9'],
  [Type.String({ maxLength: 1 }), 'text of at most 1 character'],
  [Type.String({ minLength: 1, maxLength: 64 }), 'text of 1 to 64 characters'],
  [Type.String({ pattern: '^[a-z]{2,4}$' }), 'text: 2 to 4 small letters'],
  [Type.String({ pattern: '^a' }), 'text of another form'],
  [Type.String({ pattern: '^a', title: 'A name that begins with a' }), 'text: A name that begins with a'],
  [Type.Boolean(), 'true or false'],
  [Type.Enum(['', 'a']), 'one of "", a'],
  [Type.Literal('a'), 'a'],
  [
    Type.Enum(Array.from({ length: 30 }, (_, i) => `p${i}`)),
    `one of ${Array.from({ length: 20 }, (_, i) => `p${i}`).join(', ')} and 10 more`,
  ],
  [{ enum: [] }, 'one of no options: there is none at this moment'],
  [Type.Array(Type.String(), { minItems: 2, uniqueItems: true }), 'a list of at least 2 items, each once'],
  [Type.Union([Type.Number({ minimum: 0, maximum: 1 }), Type.Null()]), 'a number from 0 to 1, or null'],
  [Type.Union([Type.Enum(['mains', 'all']), Type.Null()]), 'one of mains, all, null'],
  [Type.Object({}), 'an object'],
])('%j is "%s"', (schema, words) => {
  expect(describeSchema(schema as unknown as Keywords)).toBe(words);
});

it('options are found in enumerations, literals and unions of them', () => {
  const of = (schema: unknown) => optionsOf(schema as Keywords);
  expect(of(Type.Union([Type.Literal(0), Type.Enum(['a', 'b']), Type.Null()]))).toEqual([0, 'a', 'b', null]);
  expect(of(Type.Union([Type.Literal(0), Type.Number()]))).toBeUndefined();
});
