import { expect, test } from 'vitest';
import {
  flag,
  integer,
  list,
  listOf,
  mismatchOf,
  number,
  oneOf,
  optional,
  orNull,
  placesWithin,
  record,
  text,
  valuesAt,
} from './shape.ts';

test('a value that is of its shape has no fault, and another is told in words', () => {
  const delay = { type: 'number', minimum: 0, maximum: 100, step: 0.01 } as const;
  const told = [
    mismatchOf(number, 1.5),
    mismatchOf(text, 1),
    mismatchOf(flag, 'true'),
    mismatchOf(integer, 1.5),
    mismatchOf(list, {}),
    mismatchOf(record({}), []),
    mismatchOf(orNull(text), null),
    mismatchOf(text, null),
    mismatchOf(orNull(number), 'x'),
    mismatchOf(optional(text), undefined),
    mismatchOf(text, undefined),
    mismatchOf(oneOf('a', 'b'), 'c'),
    mismatchOf(delay, 0.07),
    mismatchOf(delay, 0.075),
    mismatchOf(delay, -1),
    mismatchOf(delay, 101),
  ];
  expect(told).toEqual([
    undefined,
    'it is 1, not a string',
    'it is "true", not true or false',
    'it is 1.5, not an integer',
    'it is {}, not an array',
    'it is [], not an object',
    undefined,
    'it is null, not a string',
    'it is "x", not a number or null',
    undefined,
    'it is absent',
    'it is "c", none of a, b',
    undefined,
    'it is 0.075, not on a step of 0.01',
    'it is -1, below 0',
    'it is 101, above 100',
  ]);
});

test('names may be sorted by code points or as people sort', () => {
  const named = (...names: string[]) =>
    mismatchOf(
      listOf(record({ name: text }), 'name'),
      names.map((name) => ({ name })),
    );
  expect([named('Bass', 'alto'), named('alto', 'Bass'), named('b', 'a')]).toEqual([
    undefined,
    undefined,
    'it is not sorted by name',
  ]);
});

test('what is documented inside of a field is found in every item', () => {
  const shape = listOf(record({ id: text, ports: listOf(number) }));
  expect(placesWithin('items', shape).map(([place]) => place)).toEqual([
    'items[].id',
    'items[].ports',
    'items[].ports[]',
  ]);
  const row = { items: [{ id: 'a', ports: [1, 2] }, { ports: [] }] };
  expect(valuesAt(row, 'items[].id')).toEqual(['a', undefined]);
  expect(valuesAt(row, 'items[].ports[]')).toEqual([1, 2]);
  expect(valuesAt({ items: null }, 'items[].id')).toEqual([]);
});
