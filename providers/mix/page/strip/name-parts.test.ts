import { expect, test } from 'vitest';
import { namePartsOf } from './name-parts.ts';

test.each([
  ['Drums IEM L', 'Drums IEM', ' L'],
  ['Drums IEM right', 'Drums IEM', ' right'],
  ['Keyboard12', 'Keyboard', '12'],
  ['Overheads-R', 'Overheads', '-R'],
  ['Overhead RIGHT', 'Overhead', ' RIGHT'],
  ['Maria wedge', 'Maria wedge', ''],
  ['Maria', 'Maria', ''],
  ['Announcement', 'Announcement', ''],
  ['2026', '2026', ''],
  [' L', ' L', ''],
  ['', '', ''],
])('%j is cut in %j, never in %j', (name, head, tail) => {
  expect(namePartsOf(name)).toEqual({ head, tail });
});
