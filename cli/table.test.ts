import { expect, test } from 'vitest';
import { cell, rowTable, table } from './table.ts';

test('columns line up, numbers to the right', () => {
  const rows = [
    { name: 'virtual', score: 3 },
    { name: 'usb', score: 12 },
  ];
  expect(table(rows, ['name', 'score'])).toBe('NAME     SCORE\nvirtual      3\nusb         12\n');
});

test('a row shows its plain fields first, then each list of objects as a table of its own', () => {
  const row = { rate: 48000, references: [{ id: 'a', driving: true }], warnings: [] };
  expect(rowTable(row)).toBe(
    'FIELD     VALUE\nrate      48000\nwarnings  []\n\nreferences (1)\nID  DRIVING\na   true\n',
  );
});

test('lines longer than the terminal are cut with a mark', () => {
  expect(table([{ reason: 'a long reason' }], ['reason'], 8)).toBe('REASON\na long …\n');
});

test('an empty list is its headings alone', () => {
  expect(table([], ['id', 'label'])).toBe('ID  LABEL\n');
});

test('control characters in a name never reach the terminal', () => {
  expect(cell('Kick\u001b[2J\n')).toBe('Kick\\u001b[2J\\u000a');
});
