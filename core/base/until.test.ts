import { beforeEach, expect, test } from 'vitest';
import { FakeTime } from '../testing/fake-time.ts';
import { until } from './until.ts';

let time: FakeTime;
let listeners: Set<() => void>;
let level: number;
beforeEach(() => {
  time = new FakeTime();
  listeners = new Set();
  level = 0;
});

const source = {
  onChange(changed: () => void) {
    listeners.add(changed);
    return () => listeners.delete(changed);
  },
};
const become = (next: number) => {
  level = next;
  for (const changed of [...listeners]) changed();
};
const isLoud = () => level > 5;
const waiting = (signal?: AbortSignal) => until(isLoud, { sources: [source], time, timeoutMs: 100, signal });
const atRest = () => expect([listeners.size, time.timers]).toEqual([0, 0]);

test('a state that holds already is not waited for', async () => {
  level = 9;
  expect(await waiting()).toBe(true);
  atRest();
});

test('the wait ends with the change that brings the state, without a look in between', async () => {
  let asked = 0;
  const waits = until(() => asked++ >= 0 && isLoud(), { sources: [source], time, timeoutMs: 100 });
  become(3);
  time.advance(90);
  become(6);
  expect(await waits).toBe(true);
  expect(asked).toBe(3);
  atRest();
});

test('it ends without the state at the timeout, and as soon as it is cancelled', async () => {
  const late = waiting();
  time.advance(100);
  expect(await late).toBe(false);
  const abort = new AbortController();
  const cancelled = waiting(abort.signal);
  abort.abort();
  expect(await cancelled).toBe(false);
  expect(await waiting(abort.signal)).toBe(false);
  atRest();
});

test('a question that throws ends the wait with its error', async () => {
  const wrong = until(
    () => {
      if (level > 0) throw new Error('no such strip');
      return false;
    },
    { sources: [source], time, timeoutMs: 100 },
  );
  become(1);
  await expect(wrong).rejects.toThrow('no such strip');
  atRest();
});
