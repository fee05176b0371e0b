import { expect, test } from 'vitest';
import { readShow } from '../jobs.ts';

const options = { layout: { input: 32 }, channel: 1 };
const read = (text: string) => readShow(text, options);
const valuesOf = (text: string, line = 0) =>
  read(text).lines[line]?.values.map(({ path, field, value }) => [path, field, value]);

test('each separator, quotes and columns in any order are read; rows without a number count from 1', () => {
  const input = (index: number, name: string) => [[`/channel/input/${index}`, 'name', name]];
  expect(valuesOf('Ch,Name\n3,"Vox, lead"\n')).toEqual(input(3, 'Vox, lead'));
  expect(valuesOf('Name;Ch\r\n"a ""b"" c";2\r\n')).toEqual(input(2, 'a "b" c'));
  expect(valuesOf('Name\nKick\nSnare\n', 1)).toEqual(input(2, 'Snare'));
  expect(valuesOf('\uFEFF#\tName\n7\tBass\n'.replace('\uFEFF', ''))).toEqual(input(7, 'Bass'));
});

test('source, colour, phantom and DCAs become fields; phantom belongs to the socket', () => {
  const text = 'ch,name,source,48V,color,DCA\n1,Kick,stage:in-3,yes,Red,"3, 1"\n2,Snare,12,no,,\n';
  expect(valuesOf(text)).toEqual([
    ['/channel/input/1', 'name', 'Kick'],
    ['/channel/input/1', 'colour', 'red'],
    ['/channel/input/1', 'sourceId', 'stage:in-3'],
    ['/stagebox/stage/inputs/3', 'phantom', true],
    ['/channel/input/1', 'dcas', [1, 3]],
  ]);
  expect(valuesOf(text, 1)).toContainEqual(['/channel/input/2', 'sourceId', 'list:in-12']);
  expect(read(text).devices).toEqual([{ id: 'list', label: 'Sockets that the list knows by number' }]);
});

test('what has no place or no meaning is lost with a reason', () => {
  const { lines } = read(
    'ch,name,source,phantom,colour,dca,stand\n1,Kick,left wall,maybe,pinkish,all,tall\nx,Y,,,,,\n',
  );
  expect(lines[0]?.lost.map(({ part }) => part)).toEqual(['colour', 'source', 'phantom', 'dca', 'stand']);
  expect(lines[1]).toMatchObject({ values: [], lost: [{ part: 'line' }] });
});

test.each([
  ['a,b\n1,2\n', 'no show file'],
  ['name\n"open\n', 'quote is not closed'],
  [`name\n${'x\n'.repeat(1_002)}`, 'more than 1000 rows'],
  [`name\n${'x'.repeat(2_000)}\n`, 'more than 1024 characters'],
  [`name,x\n${','.repeat(100)}\n`, 'more than 64 cells'],
])('a list that is none is refused in words: %.12j', (text, words) => {
  expect(() => read(text)).toThrow(words);
});
