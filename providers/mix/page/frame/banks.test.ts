import { expect, test } from 'vitest';
import { groupsOf, hasSendTo, pageAt, pagesOf, sendersOf, stripsOf } from './banks.ts';

const inputs = (from: number, to: number) => stripsOf('input', { input: to }).slice(from - 1);

test('groups follow the kinds that the desk has, without empty ones', () => {
  const groups = groupsOf({ input: 2, fxReturn: 1, mix: 1, main: 1, dca: 0, muteGroup: 8 });
  expect(groups).toEqual([
    { id: 'input', strips: ['/channel/input/1', '/channel/input/2'] },
    { id: 'aux', strips: ['/channel/fxReturn/1'] },
    { id: 'mix', strips: ['/channel/mix/1'] },
    { id: 'matrix', strips: ['/channel/main/1'] },
  ]);
});

test.each([1, 2, 3, 4, 7, 10, 16])('pages of at most %i strips hold each strip once, in order', (size) => {
  const strips = inputs(1, 239);
  const pages = pagesOf(strips, size);
  expect(pages.flat()).toEqual(strips);
  expect(Math.max(...pages.map(({ length }) => length))).toBeLessThanOrEqual(size);
});

test('a pair that can be linked stands on one page', () => {
  expect(pagesOf(inputs(1, 10), 5).map(({ length }) => length)).toEqual([4, 4, 2]);
  const mixed = ['/channel/input/2', '/channel/input/3', '/channel/input/4'];
  expect(pagesOf(mixed, 2)).toEqual([['/channel/input/2'], ['/channel/input/3', '/channel/input/4']]);
  expect(pagesOf(['/channel/input/1', '/channel/mix/2'], 1)).toHaveLength(2);
});

test('a place of a group stands on the page that holds it', () => {
  const pages = pagesOf(inputs(1, 10), 4);
  expect([0, 3, 4, 9, 99].map((place) => pageAt(pages, place))).toEqual([0, 0, 1, 2, 2]);
  expect(pageAt([], 3)).toBe(0);
});

test('a bus has the sends of the kinds before it', () => {
  const groups = groupsOf({ input: 1, aux: 1, fxReturn: 1, fxSend: 1, mix: 1, matrix: 1, main: 1, dca: 1 });
  const to = (bus: string) => sendersOf(groups, bus).flatMap(({ strips }) => strips);
  expect(to('/channel/mix/1')).toEqual(['/channel/input/1', '/channel/aux/1', '/channel/fxReturn/1']);
  expect(to('/channel/fxSend/1')).toEqual(['/channel/input/1', '/channel/aux/1']);
  expect(to('/channel/matrix/1')).toEqual(['/channel/mix/1', '/channel/main/1']);
  expect(to('/channel/cue/1')).toEqual([]);
  expect(hasSendTo('dca', '/channel/mix/1')).toBe(false);
});
