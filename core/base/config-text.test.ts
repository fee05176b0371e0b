import { expect, test } from 'vitest';
import { ConfigText } from './config-text.ts';

const read = (text: string) => new ConfigText('desk.json', text);
const linesOf = (text: string) => {
  const given = read(text);
  return given.describe(given.faults);
};

test('comments, trailing commas and a byte order mark are no part of the content', () => {
  const { value, faults } = read('\uFEFF// one\n{ "a": [1, 2,], /* two */ "b": null, }');
  expect([value, faults]).toEqual([{ a: [1, 2], b: null }, []]);
});

test.each([
  ['{ "a": 1 "b": 2 }', 'desk.json:1:10: is not JSON: a comma is missing before this; add it'],
  ['{\n  "a": [1, 2\n}', 'desk.json:3:1: is not JSON: a closing ] is missing before this; add it'],
  ["{ 'a': 1 }", 'desk.json:1:3: is not JSON: a word that JSON does not have; put texts into double quotes'],
  ['{ "a": "x\n}', 'desk.json:1:8: is not JSON: a text does not end in its line; end it with a double quote'],
  ['{ "a": { "b": 1 ] }', 'desk.json:1:17: is not JSON: a closing } is missing before this; add it'],
  ['{}\r\n{}', 'desk.json:2:1: is not JSON: there is something behind the end; take it away'],
  ['', 'desk.json:1:1: is not JSON: a value is missing here; add it'],
  ['{ "a": 1,\n "b": 2, "a": 3 }', 'desk.json:2:10: a: is there a second time, after line 1; take one of them away'],
])('%j is told with its place', (text, line) => {
  expect(linesOf(text)).toContain(line);
});

test('a missing comma hides nothing behind it; a missing bracket makes the rest no content', () => {
  expect(read('{ "a": 1 "b": 2 }')).toMatchObject({ isWhole: true, value: { a: 1, b: 2 } });
  expect(read('{ "a": [1 }')).toMatchObject({ isWhole: false, value: undefined });
});

test('a place is that of the member, of the item, or of what is around what is missing', () => {
  const text = read('{\n  "list": [\n    "x",\n    { "a/b": 1 }\n  ]\n}');
  const places = ['list', 'list/1/a/b', 'list/1/missing', 'list/9', 'other', ''].map((field) => text.placeOf(field));
  expect(places.map(({ line, column }) => `${line}:${column}`)).toEqual(['2:3', '4:7', '4:5', '2:3', '1:1', '1:1']);
});

test('members of every name are content, and no text takes the desk long or down', () => {
  const { value } = read('{ "__proto__": { "x": 1 } }');
  expect(Object.keys(value as object)).toEqual(['__proto__']);
  expect(linesOf('['.repeat(100_000))).toEqual(['desk.json:1:1: is nested deeper than 256 levels; make it smaller']);
  expect(linesOf('}'.repeat(100_000)).length).toBeLessThanOrEqual(8);
  expect(linesOf(' '.repeat(5_000_000))).toEqual([expect.stringContaining('is longer than')]);
  expect(linesOf(`"${'['.repeat(300)}" // ${'['.repeat(300)}`)).toEqual([]);
});
