import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FieldContract } from './client.ts';
import { optionsOf, readAssignments, readValue } from './values.ts';

const fields: Record<string, FieldContract> = {
  name: { access: 'rw', type: 'string' },
  levelDb: { access: 'rw', type: 'number' },
  muted: { access: 'rw', type: 'boolean' },
  dcas: { access: 'rw', type: 'array' },
  scope: { access: 'rw', anyOf: [{ enum: ['mains', 'all'] }, { type: 'null' }] },
  rate: { access: 'rw', anyOf: [{ enum: [0, 44100, 48000] }, { type: 'null' }] },
  source: { access: 'rw', anyOf: [{ type: 'object' }, { type: 'null' }] },
};

describe('field=value words', () => {
  test('are read as the type of their field', () => {
    const words = ['levelDb=-6.5', 'name=12', 'muted=on', 'dcas=[1,2]', 'source={"kind":"input","index":3}'];
    expect(readAssignments(words, fields)).toEqual({
      levelDb: -6.5,
      name: '12',
      muted: true,
      dcas: [1, 2],
      source: { kind: 'input', index: 3 },
    });
  });

  test('keep every character of a text, equals signs too', () => {
    fc.assert(fc.property(fc.string(), (text) => readAssignments([`name=${text}`], fields).name === text));
  });

  test('read every finite number back as itself', () => {
    const numbers = fc.double({ noNaN: true, noDefaultInfinity: true });
    fc.assert(fc.property(numbers, (n) => readValue(String(n), { type: 'number' }) === n));
  });

  test('mean null where the field may be null, and the text null where it may not', () => {
    expect(readAssignments(['scope=null', 'name=null', 'rate=null'], fields)).toEqual({
      scope: null,
      name: 'null',
      rate: null,
    });
  });

  test('of an enumeration become the option itself, a number where the option is a number', () => {
    expect(readAssignments(['scope=all', 'rate=48000'], fields)).toEqual({ scope: 'all', rate: 48000 });
  });

  test('that are no option go to the service, which names the options', () => {
    expect(readAssignments(['scope=some', 'rate=7'], fields)).toEqual({ scope: 'some', rate: 7 });
  });

  test('of unknown fields go to the service, which refuses them in its words', () => {
    expect(readAssignments(['nope=1', 'nada=x y'], fields)).toEqual({ nope: 1, nada: 'x y' });
  });

  test.each([
    ['levelDb=loud', 'levelDb wants a number, not loud'],
    ['levelDb=', 'levelDb wants a number, not '],
    ['levelDb=1e999', 'levelDb wants a number, not 1e999'],
    ['muted=maybe', 'muted wants true or false, not maybe'],
    ['dcas={}', 'dcas wants a JSON list, not {}'],
    ['source=[1]', 'source wants a JSON object or null, not [1]'],
    ['levelDb', 'levelDb is not of the form field=value'],
    ['=3', '=3 is not of the form field=value'],
  ])('%s is a usage fault in words', (word, message) => {
    expect(() => readAssignments([word], fields)).toThrow(expect.objectContaining({ message, exitCode: 2 }));
  });

  test('given twice are a usage fault', () => {
    expect(() => readAssignments(['muted=on', 'muted=off'], fields)).toThrow('muted is given twice');
  });

  test('try a text last where a field takes several types', () => {
    const mixed = { anyOf: [{ type: 'string' }, { type: 'number' }] };
    expect([readValue('3', mixed), readValue('three', mixed)]).toEqual([3, 'three']);
    expect(readValue('auto', { anyOf: [{ const: 'auto' }, { type: 'number' }] })).toBe('auto');
    expect(readValue('null', { type: ['string', 'null'] })).toBe(null);
  });
});

test('the options of an enumeration are found in enum, const and branches, and not in a mixture with a free type', () => {
  expect(optionsOf({ anyOf: [{ enum: ['a'] }, { const: 'b' }, { type: 'null' }] })).toEqual(['a', 'b', null]);
  expect(optionsOf({ anyOf: [{ const: 'a' }, { type: 'number' }] })).toBeUndefined();
});
