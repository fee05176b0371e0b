import { expect, test } from 'vitest';
import { FakeTime } from '../testing/fake-time.ts';
import { withTimeout } from './timeout.ts';

test('what comes in time is passed on, good or bad, and no timer is left', async () => {
  const time = new FakeTime();
  expect(await withTimeout(Promise.resolve(7), 100, time)).toBe(7);
  await expect(withTimeout(Promise.reject(new Error('no')), 100, time)).rejects.toThrow('no');
  expect(time.timers).toBe(0);
});

test('what never comes is given up', async () => {
  const time = new FakeTime();
  const waiting = withTimeout(new Promise(() => {}), 100, time);
  time.advance(100);
  await expect(waiting).rejects.toThrow('it took more than 100 ms');
});

test('what came while the event loop stood still is in time', async () => {
  const after = (ms: number, run: () => void) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  };
  // Several turns of the loop, as an answer that reads files takes.
  const turns = async () => {
    for (let n = 0; n < 3; n++) await new Promise((resume) => setTimeout(resume, 5));
    return 'done';
  };
  const waiting = withTimeout(turns(), 50, { after });
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400);
  expect(await waiting).toBe('done');
});
