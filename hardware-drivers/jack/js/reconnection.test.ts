import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Reconnection } from './reconnection.ts';

let tries: number;
let isListening: boolean;
let reconnection: Reconnection;
beforeEach(() => {
  vi.useFakeTimers();
  tries = 0;
  isListening = false;
  reconnection = new Reconnection(
    '/dev/shm/jack_default_0_0',
    100,
    () => tries++,
    () => isListening,
  );
});
afterEach(() => {
  reconnection.end();
  vi.useRealTimers();
});

/** The pauses of so many failures, in ms. */
function pauses(failures: number): readonly number[] {
  return Array.from({ length: failures }, () => {
    const before = tries;
    reconnection.fail();
    for (let waitedMs = 0; ; waitedMs += 100) {
      if (tries > before) return waitedMs;
      vi.advanceTimersByTime(100);
    }
  });
}

test('pauses grow to eight times the first, and begin anew after a connection', () => {
  expect(pauses(6)).toEqual([100, 200, 400, 800, 800, 800]);
  reconnection.succeed();
  expect(pauses(2)).toEqual([100, 200]);
});

test('a server that is seen to listen is tried at the next look', () => {
  pauses(4);
  reconnection.fail();
  vi.advanceTimersByTime(300);
  const before = tries;
  isListening = true;
  vi.advanceTimersByTime(100);
  expect(tries).toBe(before + 1);
});

test('none is tried after the end', () => {
  reconnection.fail();
  reconnection.end();
  vi.advanceTimersByTime(10_000);
  expect(tries).toBe(0);
});
