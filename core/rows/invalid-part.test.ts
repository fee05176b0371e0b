import { expect, test } from 'vitest';
import { Compile, Type } from '../base/typebox.ts';
import { fieldErrors } from './field-errors.ts';
import { invalidPart } from './invalid-part.ts';

const Strip = Type.Object(
  { name: Type.String({ maxLength: 64 }), levelDb: Type.Number({ maximum: 10 }) },
  { additionalProperties: false },
);
const Show = Type.Object({ strips: Type.Array(Strip) }, { additionalProperties: false });
const strips = (count: number) => Array.from({ length: count }, (_, n) => ({ name: `Strip ${n}`, levelDb: 0 }));
const fieldsOf = (value: unknown) => fieldErrors('show', Show, value).map(({ field, code }) => `${field} ${code}`);

test('of a small value every fault is named', () => {
  const faulty = {
    strips: [
      { name: 'A', levelDb: 11 },
      { name: 'B', levelDb: 0 },
      { name: 3, levelDb: 0 },
    ],
  };
  expect(fieldsOf(faulty)).toEqual(['show/strips/0/levelDb out-of-range', 'show/strips/2/name wrong-type']);
});

test('of a large value the first faulty part is named, and nothing else is looked into for names', () => {
  const value = { strips: strips(5_000) };
  for (const faulty of [4_000, 4_500]) (value.strips[faulty] as { levelDb: number }).levelDb = 11;
  expect(fieldsOf(value)).toEqual(['show/strips/4000/levelDb out-of-range']);
  const part = invalidPart({ at: 'show', schema: Show, value });
  expect(part).toEqual({ at: 'show/strips/4000', schema: Strip, value: value.strips[4_000] });
});

test('a large value whose members are good is named by what it is itself', () => {
  expect(fieldsOf({ strips: strips(5_000), scenes: [] })).toEqual(['show/scenes unknown-field']);
  const listed = Type.Array(Strip, { minItems: 6_000 });
  expect(Compile(listed).Check(strips(5_000))).toBe(false);
  expect(fieldErrors('list', listed, strips(5_000))).toMatchObject([{ field: 'list', code: 'out-of-range' }]);
});
