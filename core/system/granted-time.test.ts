import { expect, test } from 'vitest';
import { FakeTime } from '../testing/fake-time.ts';
import { grantedTime } from './granted-time.ts';
import { readThreads } from './thread-times.ts';

/** A process that waits for this share of the time for a processor. */
function busyTime(shares: Readonly<Record<string, number>>) {
  const time = new FakeTime();
  const waitedMs: Record<string, number> = {};
  time.every(10, () => {
    for (const [process, share] of Object.entries(shares)) waitedMs[process] = (waitedMs[process] ?? 0) + 10 * share;
  });
  const granted = grantedTime(time, (processId) => new Map([[`${processId}`, waitedMs[processId] ?? 0]]));
  return { time, granted };
}

test('a limit is over after its time where the process waits for nothing', () => {
  const { time, granted } = busyTime({ self: 0 });
  let isOver = false;
  granted.after(5000, () => (isOver = true));
  time.advance(4999);
  expect(isOver).toBe(false);
  time.advance(1);
  expect(isOver).toBe(true);
});

test('a limit is over when so much time was granted, and not by the clock', () => {
  const { time, granted } = busyTime({ self: 0.9 });
  const words: string[] = [];
  granted.onStarved((waitedMs, ofMs) => words.push(`${Math.round(waitedMs)} of ${ofMs}`));
  let isOver = false;
  granted.after(5000, () => (isOver = true));
  time.advance(48_000);
  expect(isOver).toBe(false);
  time.advance(4_000);
  expect(isOver).toBe(true);
  expect(words.slice(0, 3)).toEqual(['4500 of 5000', '8550 of 9500', '12195 of 13550']);
  expect(Math.round(granted.monotonicMs())).toBe(5200);
});

test('waiting before a limit begins is none of its own', () => {
  const shares = { self: 1 };
  const { time, granted } = busyTime(shares);
  time.advance(60_000);
  shares.self = 0;
  let isOver = false;
  granted.after(1000, () => (isOver = true));
  time.advance(1000);
  expect(isOver).toBe(true);
});

test('a limit for another process leaves out what either of them waits', () => {
  for (const shares of [
    { self: 0.5, 7: 0 },
    { self: 0, 7: 0.5 },
    { self: 0.5, 7: 0.5 },
  ]) {
    const { time, granted } = busyTime(shares);
    let isOver = false;
    granted.with(() => 7).after(1000, () => (isOver = true));
    time.advance(1900);
    expect(isOver).toBe(false);
    time.advance(150);
    expect(isOver).toBe(true);
  }
});

test('a limit that is no longer needed leaves no timer', () => {
  const { time, granted } = busyTime({ self: 0.5 });
  const before = time.timers;
  const stop = granted.after(1000, () => {});
  time.advance(1500);
  stop();
  expect(time.timers).toBe(before);
});

test('a loop that was held reads what arrived meanwhile before its limits are over', () => {
  let lateMs = 0;
  class HeldTime extends FakeTime {
    override monotonicMs(): number {
      return super.monotonicMs() + lateMs;
    }
  }
  const time = new HeldTime();
  let isOver = false;
  const { monotonicMs, after } = time;
  const timers = { monotonicMs: monotonicMs.bind(time), after: after.bind(time) };
  grantedTime(timers, () => new Map()).after(1000, () => (isOver = true));
  lateMs = 60_000;
  time.advance(1000);
  expect(isOver).toBe(false);
  time.advance(1000);
  expect(isOver).toBe(true);
});

test('the kernel counts for this process, and nothing for one that is not there', () => {
  expect(readThreads('self').size).toBeGreaterThan(1);
  expect(readThreads(0x7fffffff).size).toBe(0);
});

test('what stood still with the loop is given again once, so that what arrived meanwhile is read', () => {
  let nowMs = 0;
  const timers: { readonly atMs: number; readonly run: () => void }[] = [];
  const after = (ms: number, run: () => void) => {
    timers.push({ atMs: nowMs + ms, run });
    return () => {};
  };
  const granted = grantedTime({ monotonicMs: () => nowMs, after }, () => new Map());
  let isOver = false;
  granted.after(1000, () => (isOver = true));
  nowMs = 1800;
  timers.shift()?.run();
  expect([isOver, timers[0]?.atMs]).toEqual([false, 2600]);
  nowMs = 2600;
  timers.shift()?.run();
  expect(isOver).toBe(true);
});
