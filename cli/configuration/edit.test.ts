import { describe, expect, test } from 'vitest';
import { appendName, setValue, unsetValue } from './edit.ts';

const lines = (...all: string[]) => `${all.join('\n')}\n`;

describe('an entry is taken away with its comma, and no comment goes with it', () => {
  test.each([
    ['the last of a line', '{ "drivers": ["a", /* no card */ "b"] }', '{ "drivers": ["a" /* no card */ ] }'],
    ['the first of a line', '{ "drivers": ["b", "a"] }', '{ "drivers": ["a"] }'],
    ['the only one', '{ "drivers": ["b"] }', '{ "drivers": [] }'],
    ['before a trailing comma', '{ "drivers": ["a", "b",] }', '{ "drivers": ["a", ] }'],
  ])('%s', (_, text, after) => {
    expect(unsetValue(text, 'f', 'drivers/b')).toBe(after);
  });

  test('its line goes, unless a comment stands there', () => {
    const text = lines('{', '  "drivers": [', '    "a",', '    "b", // the card', '    "c"', '  ]', '}');
    expect(unsetValue(text, 'f', 'drivers/a')).toBe(text.replace('    "a",\n', ''));
    expect(unsetValue(text, 'f', 'drivers/b')).toBe(text.replace('"b", //', '//'));
    expect(unsetValue(text, 'f', 'drivers/c')).toBe(text.replace('"b", //', '"b" //').replace('    "c"\n', ''));
  });

  test('a member too', () => {
    const text = lines('{', '  "rate": 48000, // Hz', '  "drivers": []', '}');
    expect(unsetValue(text, 'f', 'drivers')).toBe(lines('{', '  "rate": 48000 // Hz', '}'));
  });
});

describe('a name is added as the last one stands', () => {
  test.each([
    ['in its line', '{ "drivers": ["a"] }', '{ "drivers": ["a", "z"] }'],
    ['before a trailing comma', '{ "drivers": ["a",] }', '{ "drivers": ["a", "z",] }'],
    ['below it', '{ "drivers": [\n    "a"\n  ] }', '{ "drivers": [\n    "a",\n    "z"\n  ] }'],
    ['below its comment', '{ "drivers": [\n    "a" // x\n  ] }', '{ "drivers": [\n    "a", // x\n    "z"\n  ] }'],
    ['below its comma', '{ "drivers": [\n    "a", // x\n  ] }', '{ "drivers": [\n    "a", // x\n    "z",\n  ] }'],
  ])('%s', (_, text, after) => {
    expect(appendName(text, 'f', 'drivers', 'z')).toBe(after);
  });
});

test('entries are called by name, id or number; a name with a scope has two words', () => {
  const text = '{ "providers": ["@acme/lamp", "console"], "devices": [{ "id": "foh", "model": "x" }] }';
  const after = setValue(text, 'f', 'providers/@acme/lamp/config/port', 5);
  expect(JSON.parse(after).providers[0]).toEqual({ name: '@acme/lamp', config: { port: 5 } });
  expect(JSON.parse(setValue(text, 'f', 'devices/foh/model', 'y')).devices[0].model).toBe('y');
  expect(JSON.parse(setValue(text, 'f', 'providers/1/required', true)).providers[1]).toMatchObject({ required: true });
  expect(() => setValue(text, 'f', 'providers/clock/required', true)).toThrow('providers has no clock');
});
