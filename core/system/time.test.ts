import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { systemTime } from './time.ts';

test('a timer that throws is logged, and the next beat comes all the same', async () => {
  const errors: unknown[] = [];
  const time = systemTime({ error: (fields) => void errors.push(fields) });
  let beats = 0;
  await new Promise<void>((resolve) => {
    const stop = time.every(1, () => {
      if (++beats < 2) throw new Error('once');
      stop();
      resolve();
    });
  });
  expect(errors).toEqual([{ err: expect.objectContaining({ message: 'once' }) }]);
});

test('a sleep that is over, or aborted, leaves no timer and no listener', async () => {
  const time = systemTime({ error: () => {} });
  const stop = new AbortController();
  await time.sleep(1, stop.signal);
  expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
  const long = time.sleep(3_600_000, stop.signal);
  stop.abort();
  await long;
  expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
});
