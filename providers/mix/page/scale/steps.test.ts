import { expect, test } from 'vitest';
import { stepOfKey, stepped } from './steps.ts';

test('steps stay on the fader: off below -90 dB, at -90 dB after off, never above +10 dB', () => {
  expect([stepped(-6, 1), stepped(-6.1, 0.1), stepped(9.5, 6), stepped(10, 0.1)]).toEqual([-5, -6, 10, 10]);
  expect([stepped(-89.5, -1), stepped(-90, -0.1), stepped(-144, -1)]).toEqual([-144, -144, -144]);
  expect([stepped(-144, 0.1), stepped(-120, 6)]).toEqual([-90, -90]);
});

test('keys of a fader', () => {
  const keys = ['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End', '0', 'm'];
  expect(keys.map((key) => stepOfKey(key, false, -20))).toEqual([-19, -21, -14, -26, -144, 0, 0, undefined]);
  expect([stepOfKey('ArrowUp', true, -20), stepOfKey('ArrowDown', true, -20)]).toEqual([-19.9, -20.1]);
});
