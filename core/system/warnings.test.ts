import { expect, test } from 'vitest';
import { LogDouble } from '../rows/desk-double.ts';
import { FakeTime } from '../testing/fake-time.ts';
import { WarningBoard } from './warnings.ts';

const log = new LogDouble();
const warning = (detail: string) => ({
  id: 'store',
  title: 'The store is slow',
  titleCode: { code: 'store-slow', params: {} },
  detail,
  severity: 'alarm' as const,
  path: '',
});

test('a warning that is raised again is updated, and stands since the first time', () => {
  const time = new FakeTime(Date.UTC(2026, 0, 1));
  const board = new WarningBoard(time, log);
  board.raise(warning('1 s'));
  time.advance(5_000);
  board.raise(warning('2 s'));
  expect(board.list()).toEqual([{ ...warning('2 s'), since: '2026-01-01T00:00:00.000Z' }]);
});

test('a warning that comes again after it went is new', () => {
  const time = new FakeTime(Date.UTC(2026, 0, 1));
  const board = new WarningBoard(time, log);
  board.raise(warning('1 s'));
  board.clear('store');
  time.advance(5_000);
  board.raise(warning('1 s'));
  expect(board.list()[0]?.since).toBe('2026-01-01T00:00:05.000Z');
});

test('who watches is told of what changed, and of nothing else', () => {
  const board = new WarningBoard(new FakeTime(), log);
  let told = 0;
  const stop = board.watch(() => told++);
  board.raise(warning('1 s'));
  board.raise(warning('1 s'));
  board.clear('other');
  expect(told).toBe(1);
  board.clear('store');
  expect(told).toBe(2);
  stop();
  board.raise(warning('1 s'));
  expect(told).toBe(2);
});

test('whoever throws on hearing of a warning harms neither the next one nor him who raised it', () => {
  const board = new WarningBoard(new FakeTime(), log);
  let told = 0;
  board.watch(() => {
    throw new TypeError('broken');
  });
  board.watch(() => told++);
  board.raise(warning('1 s'));
  board.clear('store');
  expect(told).toBe(2);
});
