import { expect, test } from 'vitest';
import { LogDouble } from '../rows/desk-double.ts';
import { FakeTime } from '../testing/fake-time.ts';
import { EventLoopMonitor, mostBlockedMs } from './event-loop-monitor.ts';
import { grantedTime } from './granted-time.ts';
import { WarningBoard } from './warnings.ts';

/** A clock that can go on while nothing runs. */
class BlockedTime extends FakeTime {
  blockedMs = 0;
  override monotonicMs(): number {
    return super.monotonicMs() + this.blockedMs;
  }
}

const watched = () => {
  const time = new BlockedTime();
  const warnings = new WarningBoard(time, new LogDouble());
  const logged: object[] = [];
  const watchdog = new EventLoopMonitor({ time, warnings, log: { warn: (fields) => logged.push(fields) } });
  return { time, warnings, logged, watchdog };
};

test('a delay up to the limit is not reported', () => {
  const { time, warnings, logged } = watched();
  time.advance(10_000);
  time.blockedMs += mostBlockedMs;
  time.advance(10_000);
  expect([warnings.list(), logged]).toEqual([[], []]);
});

test('a blocked event loop is a warning with the figure, and goes ten minutes after the last time', () => {
  const { time, warnings, logged } = watched();
  time.blockedMs += 1500;
  time.advance(250);
  expect(warnings.list()).toMatchObject([
    { id: 'event-loop', severity: 'warning', titleCode: { code: 'event-loop-blocked', params: { blockedMs: 1500 } } },
  ]);
  time.advance(300_000);
  time.blockedMs += 2000;
  time.advance(250);
  expect(warnings.list()[0]?.detail).toContain('2000 ms');
  expect(logged).toEqual([{ blockedMs: 1500 }, { blockedMs: 2000 }]);
  time.advance(600_000);
  expect(warnings.list()).toHaveLength(1);
  time.advance(500);
  expect(warnings.list()).toEqual([]);
});

test('nothing is left running when it stops', () => {
  const { time, watchdog } = watched();
  watchdog.stop();
  expect(time.timers).toBe(0);
});

test('a loop that stood still since the machine gave it no processor is a matter of the load alone', () => {
  const time = new BlockedTime();
  let waitedMs = 0;
  const timers = { monotonicMs: () => time.monotonicMs(), after: time.after.bind(time) };
  const granted = grantedTime(timers, () => new Map([['1', waitedMs]]));
  const starved: number[] = [];
  granted.onStarved((ms) => starved.push(ms));
  const warnings = new WarningBoard(time, new LogDouble());
  const busy = {
    now: () => time.now(),
    ...timers,
    every: time.every.bind(time),
    sleep: time.sleep.bind(time),
    granted,
  };
  new EventLoopMonitor({ time: busy, warnings, log: { warn: () => {} } });
  time.blockedMs += 3000;
  waitedMs += 2900;
  time.advance(250);
  expect([warnings.list(), starved]).toEqual([[], [2900]]);
  time.blockedMs += 3000;
  time.advance(250);
  expect(warnings.list()).toMatchObject([{ titleCode: { params: { blockedMs: 3000 } } }]);
});
