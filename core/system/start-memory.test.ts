import { constants, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { returnStartMemory } from './start-memory.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }));
afterEach(() => void vi.useRealTimers());

test('ten seconds after the start all garbage is collected, and two seconds later once more', async () => {
  const collections: unknown[] = [];
  const observer = new PerformanceObserver((list) => collections.push(...list.getEntries().filter(isForced)));
  observer.observe({ entryTypes: ['gc'] });
  const collected = async () => {
    // Observers are called in a later turn.
    for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
    return collections.length;
  };
  returnStartMemory();
  vi.advanceTimersByTime(9_999);
  expect(await collected()).toBe(0);
  vi.advanceTimersByTime(1);
  expect(await collected()).toBe(1);
  vi.advanceTimersByTime(60_000);
  expect(await collected()).toBe(2);
  expect('gc' in globalThis).toBe(false);
  observer.disconnect();
});

function isForced({ detail }: PerformanceEntry & { readonly detail?: unknown }): boolean {
  const { kind, flags } = detail as { readonly kind: number; readonly flags: number };
  return kind === constants.NODE_PERFORMANCE_GC_MAJOR && (flags & constants.NODE_PERFORMANCE_GC_FLAGS_FORCED) !== 0;
}
