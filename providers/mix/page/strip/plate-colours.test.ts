import { expect, test } from 'vitest';
import { colourOf } from './plate-colours.ts';

const german = (colour: string) => ({ red: 'Rot', off: 'Ohne' })[colour] ?? colour;

test.each([
  ['red', 'red'],
  [' ROT ', 'red'],
  ['ohne', 'off'],
  ['#00FF7f', '#00ff7f'],
  ['crimson', undefined],
  ['#00ff7', undefined],
  ['', undefined],
])('%j is the colour %j', (text, colour) => {
  expect(colourOf(text, german)).toBe(colour);
});
