import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Type } from '../base/typebox.ts';
import { paramReader } from './param.ts';

describe('a whole number in a path', () => {
  const read = paramReader(Type.Integer({ minimum: 1, maximum: 256 }));

  it('is read within its range', () => {
    expect(['1', '9', '10', '256'].map(read)).toEqual([1, 9, 10, 256]);
  });

  it.each(['', '0', '01', '+1', '-1', '1.0', '1e2', '0x1', ' 1', '257', '1_0', '９', '99999999999999999999'])(
    'has one spelling, which "%s" is not',
    (text) => {
      expect(read(text)).toBeUndefined();
    },
  );

  it('is nothing but what it would be written as', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const value = read(text);
        if (value !== undefined) expect(String(value)).toBe(text);
      }),
    );
  });

  it('keeps to every word of its schema', () => {
    const even = paramReader(Type.Integer({ minimum: 0, multipleOf: 2 }));
    expect([even('4'), even('3'), even('0')]).toEqual([4, undefined, 0]);
  });
});

describe('a text in a path', () => {
  it('is one of the options, in their case', () => {
    const read = paramReader(Type.Enum(['input', 'fxReturn']));
    expect(['input', 'Input', 'fxreturn', 'constructor', '__proto__'].map(read)).toEqual([
      'input',
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('matches its pattern', () => {
    const read = paramReader(Type.String({ pattern: '^[a-z0-9]{1,4}$' }));
    expect(['ab1', 'AB', 'abcde', ''].map(read)).toEqual(['ab1', undefined, undefined, undefined]);
  });

  it('may be one of several literals', () => {
    const read = paramReader(Type.Union([Type.Literal('a'), Type.Literal('b')]));
    expect(['a', 'b', 'c'].map(read)).toEqual(['a', 'b', undefined]);
  });
});

it('neither fractions nor objects can be in a path', () => {
  for (const schema of [Type.Number(), Type.Object({}), Type.Boolean(), Type.Enum([1, 2])]) {
    expect(() => paramReader(schema)).toThrow('must be a schema of strings or of integers');
  }
});
