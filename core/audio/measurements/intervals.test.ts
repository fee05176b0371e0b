import { expect, test } from 'vitest';
import { FakeTime } from '../../testing/fake-time.ts';
import { Intervals, newestValues } from './intervals.ts';

function setUp() {
  const time = new FakeTime();
  const asked: (number | null)[] = [];
  const intervals = newestValues<number>(time, () => asked.push(intervals.askedMs));
  const reader = (intervalMs: number) => {
    const got: number[] = [];
    return { got, stop: intervals.read(intervalMs, (value) => got.push(value)) };
  };
  /** Sends a value for each step of time. */
  const send = (stepMs: number, values: readonly number[]) => {
    for (const value of values) {
      time.advance(stepMs);
      intervals.take(value);
    }
  };
  return { time, asked, intervals, reader, send };
}

test('the source is asked for the fastest interval that is read, and for nothing without readers', () => {
  const { asked, reader, intervals } = setUp();
  const slow = reader(100);
  const fast = reader(40);
  slow.stop();
  fast.stop();
  expect(asked).toEqual([100, 40, null]);
  const again = reader(40);
  intervals.askAgain();
  expect(asked).toEqual([100, 40, null, 40, 40]);
  again.stop();
});

test('each reader has the next value at once, and then one in each of its intervals', () => {
  const { reader, send } = setUp();
  const fast = reader(20);
  const slow = reader(100);
  send(20, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(fast.got).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(slow.got).toEqual([1, 5, 10]);
});

test('an interval that is no multiple of the fastest gets its mean rate', () => {
  const { reader, send } = setUp();
  reader(40);
  const odd = reader(50);
  send(40, Array(50).fill(0));
  expect(odd.got.length).toBeGreaterThanOrEqual(39);
  expect(odd.got.length).toBeLessThanOrEqual(41);
});

test('a sample is made of all values since the same reader had one', () => {
  const time = new FakeTime();
  const sums = new Intervals<number, number>(
    time,
    () => {
      let sum = 0;
      return {
        add: (value) => {
          sum += value;
        },
        take: () => {
          const taken = sum;
          sum = 0;
          return taken;
        },
      };
    },
    () => {},
  );
  const got: Record<number, number[]> = { 20: [], 100: [] };
  for (const intervalMs of [20, 100]) sums.read(intervalMs, (sum) => got[intervalMs]?.push(sum));
  for (let value = 1; value <= 10; value += 1) {
    time.advance(20);
    sums.take(value);
  }
  expect(got).toEqual({ 20: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 100: [1, 2 + 3 + 4 + 5, 6 + 7 + 8 + 9 + 10] });
});
