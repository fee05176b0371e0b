import { expect, test } from 'vitest';
import { Type } from '../base/typebox.ts';
import { fieldErrors } from './field-errors.ts';

const ref = (kind: string, count: number) =>
  Type.Object(
    { kind: Type.Literal(kind), index: Type.Integer({ minimum: 1, maximum: count }) },
    { additionalProperties: false },
  );
const refOrNull = Type.Union([ref('input', 32), ref('main', 2), Type.Null()]);
const errorsOf = (value: unknown) => fieldErrors('source', refOrNull, value);

test('a value that no branch of a union has has an error with the options of all branches', () => {
  const params = { options: ['input', 'main'] };
  const message = 'source/kind must be one of input, main.';
  const error = { field: 'source/kind', code: 'not-an-option', message, params };
  expect(errorsOf({ kind: 'dca', index: 1 })).toEqual([error]);
  expect(errorsOf({ kind: 'dca', index: 99 })).toEqual([error]);
});

test('a value of one branch has the errors of that branch', () => {
  expect(errorsOf({ kind: 'main', index: 3 })).toMatchObject([{ field: 'source/index', params: { maximum: 2 } }]);
  expect(errorsOf({ kind: 'main' })).toMatchObject([{ field: 'source/index', code: 'missing' }]);
});

test('branches that are the same in words are said once', () => {
  expect(errorsOf(3)).toMatchObject([{ code: 'wrong-type', message: 'source must be an object, or null.' }]);
});
