import { expect, test } from 'vitest';
import { FakeTiming } from './timing-double.ts';
import { type Watched, WatchedRows } from './watched-rows.ts';

function following(...targets: readonly string[]) {
  const timing = new FakeTiming();
  const errors: unknown[] = [];
  const forgotten: string[] = [];
  const rows = new WatchedRows({
    ...{ timing, lingerMs: 1000, targetsChanged: () => {} },
    forgotten: (path) => forgotten.push(path),
    listenerError: (error) => errors.push(error),
  });
  const seen: Watched[] = [];
  const stop = rows.subscribe(targets, (watched) => seen.push(watched));
  return { rows, seen, stop, timing, errors, forgotten };
}
const [first, second] = ['/channel/input/1', '/channel/input/2'];

test('a row is seen by its address and by a pattern, once by each that follows it, and by none that does not', () => {
  const { rows, seen } = following(first, '/scenes/*');
  rows.take(first, { levelDb: -6 }, 1);
  rows.take(second, { levelDb: -7 }, 1);
  rows.take('/scenes/a', { name: 'A' }, 2);
  rows.take('/scenes/a/recall', { running: false }, 2);
  expect(seen.map(({ path }) => path)).toEqual([first, '/scenes/a']);
  expect(rows.get(second)).toBeUndefined();
  const late: Watched[] = [];
  rows.subscribe(['/channel/*/1'], (watched) => late.push(watched));
  expect(late).toEqual([{ path: first, row: { levelDb: -6 }, revision: 1, life: 'live' }]);
});

test('an event that is older than the answer to a write is dropped', () => {
  const { rows, seen } = following(first);
  rows.take(first, { levelDb: -30 }, 4);
  rows.takeAnswer(first, { levelDb: -10 }, 9);
  rows.take(first, { levelDb: -20 }, 8);
  rows.take(first, { levelDb: -10, muted: true }, 9);
  expect(seen.map(({ row }) => row)).toEqual([{ levelDb: -30 }, { levelDb: -10 }, { levelDb: -10, muted: true }]);
});

test('rows are stale once the connection breaks, live with any revision after it, and gone when they do not come', () => {
  const { rows, seen } = following(first, second);
  rows.take(first, { levelDb: -6 }, 50);
  rows.take(second, { levelDb: -7 }, 50);
  rows.age();
  rows.age();
  rows.takeAnswer(first, { levelDb: 0 }, 51);
  rows.take(first, { levelDb: -8 }, 3);
  rows.loseStale();
  expect(seen.slice(2).map(({ path, life }) => [path, life])).toEqual([
    ...[first, second].map((path) => [path, 'stale']),
    ...[
      [first, 'live'],
      [second, 'gone'],
    ],
  ]);
  expect(rows.get(second)?.row).toEqual({ levelDb: -7 });
});

test('a row without fields is gone, and live again with its next state', () => {
  const { rows, seen } = following('/scenes/*');
  rows.take('/scenes/a', { name: 'A' }, 1);
  rows.take('/scenes/a', {}, 2);
  rows.take('/scenes/a', { name: 'B' }, 3);
  expect(seen.map(({ life }) => life)).toEqual(['live', 'gone', 'live']);
});

test('nothing is kept of rows that are followed no more, a second after the last listener', async () => {
  const { rows, seen, stop, timing, forgotten } = following(first, '/scenes/*');
  rows.take(first, { levelDb: -6 }, 1);
  rows.take('/scenes/a', { name: 'A' }, 1);
  stop();
  rows.take(first, { levelDb: -5 }, 2);
  expect(seen).toHaveLength(2);
  await timing.pass(999);
  expect([rows.get(first)?.row, rows.targets]).toEqual([{ levelDb: -5 }, [first, '/scenes/*']]);
  expect(forgotten).toEqual([]);
  await timing.pass(1);
  expect([rows.get(first), rows.get('/scenes/a'), rows.targets]).toEqual([undefined, undefined, []]);
  expect(forgotten).toEqual([first, '/scenes/a']);
  rows.take(first, { levelDb: -4 }, 3);
  expect(rows.get(first)).toBeUndefined();
});

test('a row that is followed again within that second is there at once, as it is now', async () => {
  const { rows, stop, timing } = following(first);
  rows.take(first, { levelDb: -6 }, 1);
  stop();
  await timing.pass(600);
  rows.take(first, { levelDb: -5 }, 2);
  const again: Watched[] = [];
  const stopAgain = rows.subscribe([first], (watched) => again.push(watched));
  await timing.pass(5000);
  expect(again).toEqual([{ path: first, row: { levelDb: -5 }, revision: 2, life: 'live' }]);
  stopAgain();
  await timing.pass(400);
  rows.subscribe([second], () => {})();
  await timing.pass(600);
  expect(rows.targets).toEqual([second]);
  await timing.pass(400);
  expect(rows.targets).toEqual([]);
});

test('a listener is called once for a row that fits two of its targets, and never after its end', () => {
  const { rows, seen } = following(first, '/channel/input/*');
  const never: Watched[] = [];
  let stop = () => {};
  rows.subscribe([first], () => stop());
  stop = rows.subscribe([first], (watched) => never.push(watched));
  rows.take(first, { levelDb: -6 }, 1);
  expect([seen.length, never.length]).toEqual([1, 0]);
});

test('a listener that throws takes nothing from the others', () => {
  const { rows, errors } = following();
  const seen: Watched[] = [];
  rows.subscribe([first], () => {
    throw new Error('a bug in a view');
  });
  rows.subscribe([first], (watched) => seen.push(watched));
  rows.take(first, { levelDb: -6 }, 1);
  expect([seen.length, errors]).toEqual([1, [new Error('a bug in a view')]]);
});
