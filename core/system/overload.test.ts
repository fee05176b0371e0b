import { expect, test } from 'vitest';
import { LogDouble } from '../rows/desk-double.ts';
import { FakeTime } from '../testing/fake-time.ts';
import { grantedTime } from './granted-time.ts';
import { Overload } from './overload.ts';
import { WarningBoard } from './warnings.ts';

test('a machine with too much to do is one warning, which goes a minute after the last time', () => {
  const fake = new FakeTime();
  const granted = grantedTime(fake, () => new Map());
  const time = { now: () => fake.now(), after: fake.after.bind(fake), granted };
  const warnings = new WarningBoard(time, new LogDouble());
  const logged: object[] = [];
  const overload = new Overload({ time, warnings, log: { warn: (fields) => logged.push(fields) } });
  granted.with(() => 7).starved(4700, 5000);
  granted.starved(9000, 10_000);
  expect(warnings.list()).toMatchObject([
    { id: 'machine-overloaded', severity: 'warning', titleCode: { params: { waitedMs: 9000, ofMs: 10_000 } } },
  ]);
  expect(warnings.list()[0]?.detail).toContain('waited 9.0 of 10.0 s');
  expect(logged).toEqual([{ waitedMs: 4700, ofMs: 5000 }]);
  // Of two clocks that are read one after the other, one is ahead.
  granted.starved(1412, 1398);
  expect(warnings.list()[0]?.titleCode).toMatchObject({ params: { waitedMs: 1398, ofMs: 1398 } });
  fake.advance(59_000);
  expect(warnings.list()).toHaveLength(1);
  fake.advance(6_000);
  expect(warnings.list()).toEqual([]);
  overload.stop();
  expect(fake.timers).toBe(0);
});
