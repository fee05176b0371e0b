import { expect, test } from 'vitest';
import { PerfBook } from './perf.ts';

test('durations are counted by name', () => {
  const perf = new PerfBook();
  for (let ms = 1; ms <= 100; ms++) perf.record('PATCH', ms);
  perf.record('commit', 3);
  expect(perf.ops).toEqual([
    { op: 'PATCH', count: 100, meanMs: 50.5, p99Ms: 99, maxMs: 100 },
    { op: 'commit', count: 1, meanMs: 3, p99Ms: 3, maxMs: 3 },
  ]);
});

test('the percentile is of the last 1000, the rest of all', () => {
  const perf = new PerfBook();
  for (let n = 0; n < 500; n++) perf.record('GET', 1_000);
  for (let n = 0; n < 1_000; n++) perf.record('GET', 2);
  expect(perf.ops[0]).toMatchObject({ count: 1_500, p99Ms: 2, maxMs: 1_000 });
});
