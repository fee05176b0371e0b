import { describe, expect, it } from 'vitest';
import { alias, setting, Type } from '../provider.ts';
import { contractOf } from './contract.ts';
import { DeskDouble } from './desk-double.ts';
import { Registry } from './registry.ts';
import type { RowRef } from './row-ref.ts';

const maximumBy = { type: { sine: 0, noise: -9 } };
const rows = [
  setting('/tone', {
    fields: {
      type: Type.Enum(['sine', 'noise'], { default: 'noise' }),
      levelDb: Type.Number({ minimum: -60, maximum: 0, maximumBy, default: -20 }),
    },
    writable: ['type', 'levelDb'],
  }),
  alias('/tone/short', {
    fields: {
      kind: Type.Enum(['sine', 'noise']),
      db: Type.Number({ maximum: 0, maximumBy: { kind: maximumBy.type } }),
    },
    writable: ['kind', 'db'],
    get: (_at, desk) => ({ kind: desk.read('/tone').type as 'sine', db: desk.read('/tone').levelDb as number }),
    set: () => [],
  }),
];
const registry = new Registry([{ provider: { name: 'tone', roots: ['tone'] }, rows }]);
const desk = new DeskDouble(registry);
const contract = (path: string) => contractOf(registry.locate(path) as RowRef, desk, desk.observed);

describe.each([
  ['/tone', 'type', 'levelDb'],
  ['/tone/short', 'kind', 'db'],
])('at %s the maximum of a field follows from another one', (path, type, level) => {
  const errorsOf = (body: unknown) =>
    contract(path)
      .checkBody(body)
      .map(({ field, code, params }) => [field, code, params.maximum]);
  const maximum = () => contract(path).fields.get(level)?.schema;

  it('as it is, where a body does not bring it along', () => {
    desk.set('/tone', { type: 'noise' });
    expect(maximum()).toMatchObject({ maximum: -9 });
    expect(errorsOf({ [level]: -3 })).toEqual([[level, 'out-of-range', -9]]);
    desk.set('/tone', { type: 'sine' });
    expect(maximum()).toMatchObject({ maximum: 0 });
    expect(errorsOf({ [level]: -3 })).toEqual([]);
  });

  it('as the body has it, whichever comes first', () => {
    desk.set('/tone', { type: 'noise' });
    expect(errorsOf({ [level]: -3, [type]: 'sine' })).toEqual([]);
    expect(errorsOf({ [level]: 1, [type]: 'sine' })).toEqual([[level, 'out-of-range', 0]]);
    desk.set('/tone', { type: 'sine' });
    expect(errorsOf({ [type]: 'noise', [level]: -3 })).toEqual([[level, 'out-of-range', -9]]);
  });

  it('and from nothing else', () => {
    desk.set('/tone', { type: 'noise' });
    for (const odd of ['square', '__proto__', 'toString', ['sine'], null, 3]) {
      expect(errorsOf({ [level]: -3, [type]: odd }).map(([field]) => field)).toEqual([level, type]);
    }
    expect(errorsOf({ [level]: -3, [type]: 'sine', other: 1 })).toEqual([['other', 'unknown-field', undefined]]);
    expect(errorsOf({ [level]: [-3], [type]: 'sine' })).toEqual([[level, 'wrong-type', 0]]);
  });
});

it('the same contract again, for as long as the maximum is the same', () => {
  desk.set('/tone', { type: 'noise' });
  const first = contract('/tone');
  desk.set('/tone', { levelDb: -30 });
  expect(contract('/tone')).toBe(first);
});
