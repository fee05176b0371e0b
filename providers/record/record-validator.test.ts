import { expect, test } from 'vitest';
import { memoryValidator } from './record-validator.ts';

const desk = (fields: object) => ({
  read: () => ({ armed: [], programme: [], preRollS: 10, ...fields }),
  has: () => true,
});
const inputs = (count: number) => Array.from({ length: count }, (_, place) => ({ kind: 'input', index: place + 1 }));
/** 10 MB are there, and 2 are held. */
const validator = memoryValidator({ available: () => 10 * 2 ** 20, heldMb: () => 2, rate: () => 48_000 });
const check = (after: object, before: object = {}) => validator(desk(after), desk(before), ['/record']);

test('what does not fit into memory is not armed, in words with both figures', () => {
  // A channel takes 48,000 x 4 bytes x 31 s, 5.7 MB.
  check({ armed: inputs(2) });
  expect(() => check({ armed: inputs(3) })).toThrow('That needs 18 MB of memory, and 12 MB are there');
  expect(() => check({ programme: [{ kind: 'main', index: 1 }], armed: inputs(1) })).toThrow('arm fewer strips');
  expect(() => check({ armed: inputs(2), preRollS: 60 }, { armed: inputs(2) })).toThrow('a shorter preRollS');
});

test('what takes less than before is taken, however little memory there is', () => {
  check({ armed: inputs(8) }, { armed: inputs(9) });
  check({ armed: inputs(9), nameTemplate: 'x' }, { armed: inputs(9) });
  validator(desk({ armed: inputs(9) }), desk({}), ['/console']);
});
