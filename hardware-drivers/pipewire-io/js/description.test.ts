import { expect, test } from 'vitest';
import { latencyFrames } from './description.ts';

test('a latency is the sum of quanta, frames and time, and none where it is below nothing or over 10 s', () => {
  const of = (nanoseconds: number, rate = 48_000) =>
    latencyFrames(
      { what: 'latency', isInput: true, channel: 1, quanta: 1, frames: 10, nanoseconds },
      { rate, quantum: 64 },
    );
  expect(of(1e6)).toBe(64 + 10 + 48);
  expect([of(-50e6), of(2 ** 64), of(0, 0)]).toEqual([0, 0, 0]);
});
