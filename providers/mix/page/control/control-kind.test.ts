import type { FieldContract } from 'rowdesk/client';
import { expect, test } from 'vitest';
import { controlKind } from './control-kind.ts';

const rw = (contract: object): FieldContract => ({ access: 'rw', ...contract });
const kindOf = (contract: object, parameter = {}, name = 'size') => controlKind(name, rw(contract), parameter).kind;

test('what the page may not write, or does not know, is text', () => {
  expect(controlKind('size', { access: 'ro', type: 'number', minimum: 0, maximum: 1 }).kind).toBe('readOnly');
  expect(controlKind('size', undefined).kind).toBe('readOnly');
  expect(kindOf({ type: 'quaternion' })).toBe('readOnly');
  expect(kindOf({})).toBe('readOnly');
  expect(kindOf({ type: 'object', properties: {} })).toBe('readOnly');
  expect(kindOf({ type: 'array', items: { type: 'object' } })).toBe('readOnly');
  expect(kindOf({ anyOf: [{ type: 'number' }, { type: 'null' }] })).toBe('readOnly');
  expect(kindOf({ enum: [{ a: 1 }, null] })).toBe('readOnly');
});

test('choices are segments, from five on a menu, and are called as the parameter calls them', () => {
  expect(kindOf({ enum: ['a', 'b'] })).toBe('segments');
  expect(kindOf({ enum: ['a', 'b', 'c', 'd'] })).toBe('segments');
  expect(kindOf({ enum: ['a', 'b', 'c', 'd', 'e'] })).toBe('menu');
  const choices = [{ value: 'rms', label: 'RMS, 10 ms' }];
  expect(controlKind('detector', rw({ enum: ['peak', 'rms'] }), { scale: 'enum', choices })).toEqual({
    kind: 'segments',
    choices: [
      { value: 'peak', label: 'peak' },
      { value: 'rms', label: 'RMS, 10 ms' },
    ],
  });
});

test('a boolean and a toggle of a plugin are switches', () => {
  expect(kindOf({ type: 'boolean' })).toBe('switch');
  expect(kindOf({ type: 'number', minimum: 0, maximum: 1 }, { scale: 'toggle' })).toBe('switch');
});

test.each([
  [{ minimum: -144, maximum: 10, unit: 'dB', multipleOf: 0.1 }, {}, 'fader', 'fader', false],
  [{ minimum: 20, maximum: 20000, unit: 'Hz' }, {}, 'knob', 'log', false],
  [{ minimum: 5, maximum: 4000, unit: 'ms' }, {}, 'knob', 'log', false],
  [{ minimum: 0.2, maximum: 10, unit: 's' }, {}, 'knob', 'linear', false],
  [{ minimum: 0, maximum: 120, unit: 'ms' }, {}, 'knob', 'linear', false],
  [{ minimum: 1, maximum: 100 }, { scale: 'log' }, 'knob', 'log', false],
  [{ minimum: 0, maximum: 100 }, { scale: 'log' }, 'knob', 'linear', false],
  [{ minimum: -100, maximum: 100 }, {}, 'knob', 'linear', true],
])('the number %o %o is a %s of the law %s', (contract, parameter, kind, law, isCentred) => {
  expect(controlKind('size', rw({ type: 'number', ...contract }), parameter)).toMatchObject({
    ...{ kind, isCentred },
    scale: { law, minimum: contract.minimum, maximum: contract.maximum },
  });
});

test('a number without both ends is a number field', () => {
  expect(kindOf({ type: 'number' })).toBe('number');
  expect(kindOf({ type: 'number', minimum: 0 })).toBe('number');
  expect(kindOf({ type: 'number', minimum: 3, maximum: 3 })).toBe('number');
});

test('the maximum follows the field that it is told by', () => {
  const q = rw({ type: 'number', minimum: 0.3, maximum: 10, maximumBy: { type: { lowShelf: 1, peak: 10 } } });
  expect(controlKind('q', q, {}, { type: 'lowShelf' })).toMatchObject({ scale: { maximum: 1 } });
  expect(controlKind('q', q, {}, { type: 'peak' })).toMatchObject({ scale: { maximum: 10 } });
  expect(controlKind('q', q, {}, {})).toMatchObject({ scale: { maximum: 10 } });
});

test('up to sixteen numbers are toggles, more are text', () => {
  expect(controlKind('dcas', rw({ type: 'array', items: { type: 'integer', minimum: 1, maximum: 3 } }))).toEqual({
    ...{ kind: 'toggles', numbers: [1, 2, 3] },
  });
  expect(kindOf({ type: 'array', items: { type: 'integer', minimum: 1, maximum: 17 } })).toBe('readOnly');
});

test('a source is searched for, another text is typed', () => {
  expect(kindOf({ type: 'string' }, {}, 'sourceId')).toBe('source');
  expect(kindOf({ type: 'string' }, {}, 'spareSourceId')).toBe('source');
  expect(kindOf({ type: 'string' }, {}, 'label')).toBe('text');
});
