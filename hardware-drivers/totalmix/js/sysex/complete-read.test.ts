import { beforeEach, expect, test } from 'vitest';
import { CompleteRead } from './complete-read.ts';

let asked: number;
beforeEach(() => {
  asked = 0;
});
const begin = (parts: readonly number[]) => new CompleteRead(parts, 0, () => asked++);

test('a read is over at the end of the dump that filled the last gap', () => {
  const read = begin([1, 2, 3]);
  expect(asked).toBe(1);
  for (const part of [1, 3]) read.note(part, 10);
  expect(read.end(20)).toBe(false);
  expect(asked).toBe(2);
  read.note(2, 30);
  expect(read.look(500)).toBe(true);
  expect(read.end(40)).toBe(true);
  expect(read.unreported).toEqual([]);
});

test('a dump without an end is followed by another after a silence, and not before', () => {
  const read = begin([1, 2]);
  read.note(1, 100);
  expect(read.look(499)).toBe(false);
  expect(asked).toBe(1);
  expect(read.look(500)).toBe(false);
  expect(asked).toBe(2);
});

test('a register that no dump has keeps a read from its end for three dumps, and is named then', () => {
  const read = begin([1, 2]);
  for (let dump = 1; dump <= 2; dump++) {
    read.note(1, dump);
    expect(read.end(dump)).toBe(false);
    expect(read.unreported).toEqual([]);
  }
  read.note(1, 3);
  expect(read.end(3)).toBe(true);
  expect(read.unreported).toEqual([2]);
  expect(asked).toBe(3);
});

test('as long as dumps fill gaps, more are asked for, eight at most', () => {
  const read = begin(Array.from({ length: 20 }, (_, part) => part));
  let dumps = 0;
  for (let isOver = false; !isOver; dumps++) {
    read.note(dumps, dumps);
    isOver = read.end(dumps);
  }
  expect(dumps).toBe(8);
  expect(asked).toBe(8);
});
