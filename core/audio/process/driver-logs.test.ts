import { expect, test } from 'vitest';
import { FakeTime } from '../../testing/fake-time.ts';
import { DriverLogs } from './driver-logs.ts';

function logs() {
  const time = new FakeTime();
  const lines: string[] = [];
  return { time, lines, logs: new DriverLogs(time, (...line) => lines.push(line.join(' '))) };
}

test('a line has the name of its driver, and is cut where it is too long', () => {
  const { logs: all, lines } = logs();
  all.add('lamps', 'info', 'lit');
  all.add('lamps', 'error', undefined);
  all.add('lamps', 'warn', 'x'.repeat(1_000_000));
  expect(lines.slice(0, 2)).toEqual(['lamps info lit', 'lamps error undefined']);
  expect(lines[2]?.length).toBe('lamps warn '.length + 10_000);
});

test('lines of a driver that logs without end are dropped, those of others are not', () => {
  const { time, logs: all, lines } = logs();
  for (let line = 0; line < 5000; line++) all.add('lamps', 'info', line);
  all.add('dimmers', 'info', 'here');
  expect([lines.length, lines.at(-1)]).toEqual([101, 'dimmers info here']);
  time.advance(10_000);
  all.add('lamps', 'info', 'again');
  all.add('dimmers', 'info', 'again');
  expect(lines.slice(101)).toEqual([
    'lamps warn 4900 lines were left out: it says more than 100 in 10 s',
    'lamps info again',
    'dimmers info again',
  ]);
});
