import { expect, test } from 'vitest';
import type { Warning } from '../services.ts';
import { FakeTime } from '../testing/fake-time.ts';
import { PackageFailures } from './package-failures.ts';

function trial(isLeftOutNext = true) {
  const time = new FakeTime();
  const tooOften: string[] = [];
  const logged: number[] = [];
  const raised: Omit<Warning, 'since'>[] = [];
  const faults = new PackageFailures({
    time,
    log: { error: (fields) => logged.push((fields as { count: number }).count) },
    tooOften: (...words) => {
      tooOften.push(words.join(' | '));
      return isLeftOutNext;
    },
  });
  faults.warnBy({ raise: (warning) => raised.push(warning) });
  return { time, tooOften, logged, raised, faults };
}

test('a hundred faults within five minutes are too many, once, and the warning says what comes of it', () => {
  const { time, tooOften, raised, faults } = trial();
  for (let count = 0; count < 99; count++) {
    faults.note('lamps', new Error('no peer'));
    time.advance(3000);
  }
  expect([tooOften, raised.at(-1)?.detail]).toEqual([
    [],
    expect.stringMatching(/Restart the desk after the show. It failed 64 times, last with: no peer\.$/),
  ]);
  faults.note('lamps', new Error('no peer'));
  expect(tooOften).toEqual(['lamps | failed 100 times within 5 minutes | no peer']);
  expect(raised.at(-1)?.detail).toMatch(/It failed 100 times, .* the next start is without it\.$/);
  for (let count = 0; count < 200; count++) faults.note('lamps', undefined);
  expect(tooOften).toHaveLength(1);
  expect(raised.at(-1)?.detail).toMatch(/It failed 256 times.* without it\.$/);
});

test('a package that fails now and then is reported, and never too often', () => {
  const { time, tooOften, logged, faults } = trial();
  for (let count = 0; count < 1000; count++) {
    faults.note('lamps', new Error('no peer'));
    faults.note('dimmers', new Error('no peer'));
    time.advance(3100);
  }
  expect(tooOften).toEqual([]);
  expect(logged).toHaveLength(2 * 11);
});

test('of a package without which no desk starts nothing is said of the next start', () => {
  const { raised, faults } = trial(false);
  for (let count = 0; count < 300; count++) faults.note('lamps', new Error('no peer'));
  expect(raised.at(-1)?.detail).toMatch(/It failed 256 times, last with: no peer\.$/);
});
