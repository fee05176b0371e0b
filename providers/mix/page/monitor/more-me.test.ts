import { expect, test } from 'vitest';
import { againstTheRestDb, moreMe, moved } from './more-me.ts';

const send = (path: string, levelDb: number, isMe = false) => ({ path, levelDb, isMe });

test('a press moves what is chosen, and leaves the rest', () => {
  expect(moreMe([send('a', -6, true), send('b', -10, true), send('c', -3)], 1)).toEqual([
    { path: 'a', levelDb: -5 },
    { path: 'b', levelDb: -9 },
  ]);
});

test('where one that is chosen would pass the end, the rest goes down instead', () => {
  const sends = [send('a', 9.5, true), send('b', -10, true), send('c', -3), send('d', -144)];
  expect(moreMe(sends, 1)).toEqual([{ path: 'c', levelDb: -4 }]);
  expect(moreMe(sends, -1).map(({ path }) => path)).toEqual(['a', 'b']);
});

test('what is off stays off, and does not count', () => {
  expect(moreMe([send('a', -144, true), send('c', -3)], 1)).toEqual([]);
  expect(againstTheRestDb([send('a', -144, true), send('c', -3)])).toBeUndefined();
  expect(againstTheRestDb([send('a', -4, true), send('b', -144, true), send('c', -6), send('d', -10)])).toBe(4);
});

test('a group moves together, each to the end of its travel', () => {
  expect(moved([send('a', 9.5), send('b', -3.3)], 1)).toEqual([
    { path: 'a', levelDb: 10 },
    { path: 'b', levelDb: -2.3 },
  ]);
});
