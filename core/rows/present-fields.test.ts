import { expect, test } from 'vitest';
import { setting, Type } from '../provider.ts';
import { presentFields } from './present-fields.ts';
import { fieldsOf } from './static-contract.ts';

const fields = fieldsOf(
  setting('/a', {
    fields: { b: Type.Number({ default: 0 }), a: Type.Number({ default: 0 }), c: Type.Number({ default: 0 }) },
    writable: ['a', 'b', 'c'],
  }),
);
const names = (limits?: Parameters<typeof presentFields>[1]) => presentFields(fields, limits).map(({ name }) => name);

test('all that limits do not take away are there, in the order of the literal', () => {
  expect(names()).toEqual(['b', 'a', 'c']);
  expect(names({ a: false, b: { maximum: 3 } })).toEqual(['b', 'c']);
});

test('limits that can not change are looked at once, others each time', () => {
  const frozen = Object.freeze({ c: false as const });
  expect(presentFields(fields, frozen)).toBe(presentFields(fields, frozen));
  const changing: Record<string, false | Record<string, number>> = { c: false };
  expect(names(changing)).toEqual(['b', 'a']);
  changing.b = false;
  expect(names(changing)).toEqual(['a']);
});
