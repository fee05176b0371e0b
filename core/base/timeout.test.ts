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
