import { expect, test } from 'vitest';
import { namedRows } from './named-rows.ts';

const paths = [3, 4, 5].map((index) => `/channel/input/${index}`);
const rowsOf = (text: string) => namedRows(text, paths, String);
const input = (index: number) => ({ kind: 'input', index });

test('cells of a spreadsheet are names, and colours where one is named', () => {
  expect(rowsOf('Kick\tred\r\nSnare\tx\tblue\r\n')).toEqual([
    { ...input(3), name: 'Kick', colour: 'red' },
    { ...input(4), name: 'Snare', colour: 'blue' },
  ]);
});

test('lines of a text are names, an empty line takes a name away, and lines beyond the last strip are left out', () => {
  expect(rowsOf('Kick\n\nSnare\nHat')).toEqual([
    { ...input(3), name: 'Kick' },
    { ...input(4), name: '' },
    { ...input(5), name: 'Snare' },
  ]);
});

test('a name is as long as a strip takes it', () => {
  expect(rowsOf(`${'é'.repeat(70)}\tred`)?.[0]?.name).toBe('é'.repeat(64));
});

test('one line is pasted as text', () => {
  expect(rowsOf('Kick')).toBeUndefined();
});
