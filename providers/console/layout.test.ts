import { expect, test } from 'vitest';
import { StripLayout, stripKinds } from './layout.ts';

test('the default layout is that of the sound', () => {
  const layout = new StripLayout({});
  expect(layout.counts.input).toBe(32);
  expect(layout.all()).toHaveLength(81);
});

test('strips are listed by kind, then by index from 1', () => {
  const none = Object.fromEntries(stripKinds.map((kind) => [kind, 0]));
  const layout = new StripLayout({ ...none, main: 1, input: 2 });
  expect(layout.all()).toEqual([
    { kind: 'input', index: 1 },
    { kind: 'input', index: 2 },
    { kind: 'main', index: 1 },
  ]);
});

test('it has exactly the strips that it lists', () => {
  const layout = new StripLayout({ input: 3 });
  expect(layout.all().every(({ kind, index }) => layout.has(kind, index))).toBe(true);
  expect(layout.has('input', 4)).toBe(false);
  expect(layout.has('input', 0)).toBe(false);
  expect(layout.has('constructor', 1)).toBe(false);
});

test('more than 256 strips are refused in words', () => {
  expect(() => new StripLayout({ input: 208 })).toThrow('the layout has 257 strips, 256 is the most');
  expect(new StripLayout({ input: 207 }).all()).toHaveLength(256);
});
