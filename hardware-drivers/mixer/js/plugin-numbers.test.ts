import { expect, test } from 'vitest';
import { PluginNumbers } from './plugin-numbers.ts';

const choices = ['builtin:reverb', 'builtin:delay'];

test('what is built in has the numbers of the choices, and each plugin one of its own behind them', () => {
  const plugins = new PluginNumbers();
  const numbers = ['builtin:delay', 'urn:a', 'urn:b', 'urn:a'].map((uri) => plugins.numberOf(uri, choices));
  expect(numbers).toEqual([1, 2, 3, 2]);
  expect([0, 1, 2, 3].map((number) => plugins.nameOf(number, choices))).toEqual([...choices, 'urn:a', 'urn:b']);
  expect(plugins.nameOf(4, choices)).toBeUndefined();
});

test('nothing, a number, and a built-in effect that there is not are no plugins', () => {
  const plugins = new PluginNumbers();
  for (const wrong of ['', 7, null, 'builtin:flanger']) expect(plugins.numberOf(wrong, choices)).toBeUndefined();
});
