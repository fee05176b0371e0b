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

test('watchers are notified of changes, and of nothing else', () => {
  const board = new WarningBoard(new FakeTime(), log);
  let calls = 0;
  const stop = board.watch(() => calls++);
  board.raise(warning('1 s'));
  board.raise(warning('1 s'));
  board.clear('other');
  expect(calls).toBe(1);
  board.clear('store');
  expect(calls).toBe(2);
  stop();
  board.raise(warning('1 s'));
  expect(calls).toBe(2);
});

test('a listener that throws harms neither the next listener nor the caller that raised the warning', () => {
  const board = new WarningBoard(new FakeTime(), log);
  let calls = 0;
  board.watch(() => {
    throw new TypeError('broken');
  });
  board.watch(() => calls++);
  board.raise(warning('1 s'));
  board.clear('store');
  expect(calls).toBe(2);
});
