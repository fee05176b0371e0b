import { constants, type PerformanceEntry, PerformanceObserver, performance } from 'node:perf_hooks';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { returnStartMemory } from './start-memory.ts';

let utilization: number;
let collections: unknown[];
let observer: PerformanceObserver;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  utilization = 0;
  vi.spyOn(performance, 'eventLoopUtilization').mockImplementation(() => ({ utilization, idle: 0, active: 0 }));
  collections = [];
  observer = new PerformanceObserver((list) => collections.push(...list.getEntries().filter(isForced)));
  observer.observe({ entryTypes: ['gc'] });
});
afterEach(() => {
  observer.disconnect();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

async function collected(): Promise<number> {
  // Observers are called in a later turn.
  for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
  return collections.length;
}

test('ten seconds after the start all garbage is collected, and two seconds later once more', async () => {
  returnStartMemory();
  vi.advanceTimersByTime(9_999);
  expect(await collected()).toBe(0);
  vi.advanceTimersByTime(1);
  expect(await collected()).toBe(1);
  vi.advanceTimersByTime(60_000);
  expect(await collected()).toBe(2);
  expect('gc' in globalThis).toBe(false);
});

test('a busy loop is not held: the collections wait for two seconds of rest each', async () => {
  returnStartMemory();
  utilization = 0.3;
  vi.advanceTimersByTime(60_000);
  expect(await collected()).toBe(0);
  utilization = 0.01;
  vi.advanceTimersByTime(2000);
  expect(await collected()).toBe(1);
  utilization = 0.3;
  vi.advanceTimersByTime(60_000);
  expect(await collected()).toBe(1);
  utilization = 0.01;
  vi.advanceTimersByTime(60_000);
  expect(await collected()).toBe(2);
});

function isForced({ detail }: PerformanceEntry & { readonly detail?: unknown }): boolean {
  const { kind, flags } = detail as { readonly kind: number; readonly flags: number };
  return kind === constants.NODE_PERFORMANCE_GC_MAJOR && (flags & constants.NODE_PERFORMANCE_GC_FLAGS_FORCED) !== 0;
}
