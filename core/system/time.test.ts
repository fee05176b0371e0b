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
