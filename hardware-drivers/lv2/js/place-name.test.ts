import { expect, test } from 'vitest';
import { placeOf } from './place-name.ts';

test('inserts and effects are places, by the name of their slots', () => {
  const row = '/channel/fxSend/1/chain/processors/effect';
  expect(placeOf(`${row}/values`)).toEqual({ path: row, name: 'fxSend-1-effect', words: 'effect of fxSend 1' });
  expect(placeOf('/channel/input/12/chain/processors/insert2')?.name).toBe('input-12-insert2');
  expect(placeOf('/channel/input/12/chain/processors/insert2/key')).toBeUndefined();
  expect(placeOf('/channel/../1/chain/processors/effect/values')).toBeUndefined();
});
