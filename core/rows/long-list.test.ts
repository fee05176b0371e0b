import { expect, test } from 'vitest';
import { type TSchema, Type } from '../base/typebox.ts';
import { validatorOf } from './validator.ts';

const short = Type.Array(Type.Integer(), { maxItems: 2, uniqueItems: true });
const errors = (schema: TSchema, value: unknown) =>
  validatorOf(schema)
    .errorsOf('field', value)
    .map(({ field, code }) => `${field} ${code}`);

test.each([
  ['a list', short, ['x', 'x', 'x'], 'field out-of-range'],
  ['a list in a list', Type.Array(short), [[1], ['x', 'x', 'x']], 'field/1 out-of-range'],
  [
    'a list in an object',
    Type.Object({ a: short, b: Type.Integer() }),
    { a: [1, 1, 1], b: 'x' },
    'field/a out-of-range',
  ],
  ['a list in an open object', Type.Record(Type.String(), short), { any: [1, 1, 1] }, 'field/any out-of-range'],
  ['a list or null', Type.Union([short, Type.Null()]), [1, 1, 1], 'field out-of-range'],
])('of %s that is too long, only the length is an error', (_, schema, value, expected) => {
  expect(errors(schema, value)).toEqual([expected]);
});

test('a list that is short enough for one of two shapes is held against both', () => {
  const either = Type.Union([Type.Array(Type.String(), { maxItems: 9 }), short]);
  expect(errors(either, ['a', 'b', 'c'])).toEqual([]);
  expect(errors(either, ['a', 'b', 3])).toEqual(['field/2 wrong-type']);
});

test('what is wrong with a long list of items that must differ is found without comparing each with each', () => {
  const length = 10_000;
  let reads = 0;
  const value = new Proxy(
    Array.from({ length }, () => 1),
    {
      get: (list, name, self) => {
        reads++;
        return Reflect.get(list, name, self);
      },
    },
  );
  expect(errors(short, value)).toEqual(['field out-of-range']);
  expect(reads).toBeLessThan(2 * length);
});
