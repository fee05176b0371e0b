import { describe, expect, it } from 'vitest';
import { type TSchema, Value } from '../base/typebox.ts';
import { setting, Type, view } from '../provider.ts';
import { fieldWords } from '../service/row-options.ts';
import type { Contract, FieldContract } from './contract.ts';
import { contract } from './contract-fixture.ts';

/** What OPTIONS says. */
const words = ({ fields }: Contract, name: string) => fieldWords(fields.get(name) as FieldContract);

describe('names that no member can have', () => {
  const place = { index: Type.Integer() };
  const closed = { additionalProperties: false };
  const made = contract(
    setting('/test', {
      fields: {
        anything: Type.Unknown({ default: null }),
        open: Type.Object(place, { default: { index: 1 } }),
        list: Type.Array(Type.Object({ value: Type.Unknown() }, closed), { default: [] }),
        byName: Type.Record(Type.String({ pattern: '^[a-z]+$' }), Type.Unknown(), { default: {} }),
        either: Type.Union([Type.Array(Type.Unknown()), Type.Null()], { default: null }),
        narrowed: Type.Unknown({ default: {} }),
        known: Type.Object(place, { ...closed, default: { index: 1 } }),
      },
      writable: ['anything', 'open', 'list', 'byName', 'either', 'narrowed', 'known'],
      limits: () => ({ narrowed: { type: 'object', allOf: [{ minProperties: 1 }] } }),
    }),
  );
  const allows = (name: string, value: unknown) => Value.Check(words(made, name) as TSchema, value);
  const takes = (name: string, value: unknown) => made.checkField(name, value) === undefined;
  const bad = (member: string) => JSON.parse(`{"${member}":1}`);

  it.each(['__proto__', 'constructor', 'prototype'])('are forbidden by the schema too: %s', (member) => {
    for (const [name, value] of [
      ['anything', bad(member)],
      ['anything', [[{ a: { b: [bad(member)] } }]]],
      ['open', { index: 1, ...bad(member), more: bad(member) }],
      ['open', { index: 1, more: [bad(member)] }],
      ['list', [{ value: 1 }, { value: { a: bad(member) } }]],
      ['byName', { a: bad(member) }],
      ['either', [bad(member)]],
      ['narrowed', { a: bad(member) }],
      ['known', { index: 1, more: bad(member) }],
    ] as const) {
      expect([name, allows(name, value), takes(name, value)]).toEqual([name, false, false]);
    }
  });

  it('are no part of values, which are taken as they are', () => {
    for (const [name, value] of [
      ['anything', ['constructor', { a: '__proto__' }]],
      ['open', { index: 1, toString: [{}] }],
      ['narrowed', { a: [] }],
    ] as const) {
      expect([name, allows(name, value), takes(name, value)]).toEqual([name, true, true]);
    }
    expect(takes('narrowed', {})).toBe(false);
  });

  it('are not spoken of where a schema says all names itself, nor of what is only shown', () => {
    expect(words(made, 'known')).not.toHaveProperty('allOf');
    const shown = contract(view('/test', { fields: { value: Type.Unknown() }, get: () => ({ value: 1 }) }));
    expect(words(shown, 'value')).not.toHaveProperty('allOf');
  });
});
