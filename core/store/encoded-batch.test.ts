import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { putsOf } from './encoded-batch.ts';

test('the bodies of many documents are encoded over several turns of the event loop, in their order', async () => {
  let [inTurn, most] = [0, 0];
  const notes = 'x'.repeat(1000);
  const body = {
    toJSON: () => {
      most = Math.max(most, ++inTurn);
      return { notes };
    },
  };
  const documents = Array.from({ length: 1000 }, (_, n) => ({ kind: 'scene', id: `s${n}`, body }));
  let isDone = false;
  const encoding = putsOf({ revision: 1, rows: [], documents }).finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await setImmediate();
    inTurn = 0;
  }
  const puts = await encoding;
  expect(puts.map(({ id }) => id)).toEqual(documents.map(({ id }) => id));
  expect(puts[999]?.body).toBe(JSON.stringify({ notes }));
  expect(most).toBeLessThan(100);
});
