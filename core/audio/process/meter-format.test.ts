import { expect, test } from 'vitest';
import type { Mixer } from '../../driver.ts';
import { meterFormatOf } from './meter-format.ts';

type Meters = Pick<Mixer, 'meterPaths' | 'meterLegs' | 'meterColumns'>;

const peak = { name: 'peak', legs: 2, fold: 'max' } as const;
const mixer: Meters = { meterPaths: ['/channel/input/1'], meterLegs: [1], meterColumns: [peak] };

test('the format is a copy: what the driver changes later has no effect', () => {
  const columns = [{ ...peak, more: 'ignored' }];
  const format = meterFormatOf({ ...mixer, meterColumns: columns });
  columns.pop();
  expect(format).toEqual({ paths: ['/channel/input/1'], legs: [1], columns: [peak] });
});

test('a mixer may have no columns, and 64', () => {
  const columns = (count: number) => Array.from({ length: count }, (_, n) => ({ ...peak, name: `n${n}` }));
  expect(meterFormatOf({ ...mixer, meterColumns: [] }).columns).toEqual([]);
  expect(meterFormatOf({ ...mixer, meterColumns: columns(64) }).columns).toHaveLength(64);
  expect(() => meterFormatOf({ ...mixer, meterColumns: columns(65) })).toThrow('a list of at most 64 columns');
});

test.each([
  ['no columns', { meterColumns: undefined }, "the mixer's meterColumns must be a list of at most 64 columns"],
  ['a column that is null', { meterColumns: [null] }, "the name of the mixer's meter column 1 must match ^[a-z]"],
  ['no name', { meterColumns: [peak, { legs: 1, fold: 'max' }] }, "the name of the mixer's meter column 2 must match"],
  ['a name with a gap', { meterColumns: [{ ...peak, name: 'pre peak' }] }, "mixer's meter column 1 must match"],
  ['a name twice', { meterColumns: [peak, peak] }, "the mixer's meter column peak is there twice"],
  ['three legs', { meterColumns: [{ ...peak, legs: 3 }] }, 'column peak must have 1 or 2 legs, and has 3'],
  ['an unknown fold', { meterColumns: [{ ...peak, fold: 'mean' }] }, 'one of the folds max, min, last, and has mean'],
  ['paths that are none', { meterPaths: [7] }, "the mixer's meterPaths must be a list of paths"],
  ['too few legs', { meterLegs: [] }, "the mixer's meterLegs must have 1 or 2 for each of its meterPaths"],
  ['legs of 0', { meterLegs: [0] }, "the mixer's meterLegs must have 1 or 2 for each of its meterPaths"],
])('a mixer with %s is refused in words', (_what, wrong, words) => {
  expect(() => meterFormatOf({ ...mixer, ...wrong } as Meters)).toThrow(words);
});
