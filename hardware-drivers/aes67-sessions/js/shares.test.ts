import { expect, test } from 'vitest';
import { giverOf } from './shares.ts';

const owners = ['a', 'b', 'a', 'a', 'c'];

test('the sender with the most entries makes room for one that has two fewer, and for no other', () => {
  expect(giverOf(owners, { address: 'new', isKept: false })).toBe('a');
  expect(giverOf(owners, { address: 'b', isKept: false })).toBe('a');
  expect(giverOf(owners, { address: 'a', isKept: false })).toBeUndefined();
  expect(giverOf(['a', 'b'], { address: 'new', isKept: false })).toBeUndefined();
});

test('what is kept always finds a place, unless nothing but kept entries is there', () => {
  expect(giverOf(['a', 'b'], { address: 'new', isKept: true })).toBe('a');
  expect(giverOf(owners, { address: 'a', isKept: true })).toBe('a');
  expect(giverOf([], { address: 'new', isKept: true })).toBeUndefined();
});
