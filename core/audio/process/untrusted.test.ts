import { expect, test } from 'vitest';
import { Value } from '../../base/typebox.ts';
import type { AudioDevice, Mixer } from '../../driver.ts';
import { Figures } from '../link/shapes.ts';
import { plainFigures, plainMeterFormat, plainReading } from './untrusted.ts';

test('figures travel as they are', () => {
  const figures = {
    ...{ rate: 48000, quantum: 64, xruns: 2, lastXrunMs: 1_700_000_000_000, blockUs: 12.5, blockMaxUs: 80 },
    ...{ wakeupJitterUs: 3, policy: 'fifo', priority: 80 },
  };
  expect(plainFigures(figures)).toEqual(figures);
});

test.each([
  ['nothing', {}],
  ['what is no number', { rate: Number.NaN, quantum: Number.POSITIVE_INFINITY, xruns: '3', blockUs: null, policy: 5n }],
  ['a moment that no date has', { lastXrunMs: 1e300, policy: 'x'.repeat(1e6) }],
])('a driver that says %s in its figures says something that fits the link all the same', (_what, said) => {
  const { lastXrunMs, ...plain } = plainFigures(said as unknown as ReturnType<AudioDevice['figures']>);
  const sent = JSON.parse(JSON.stringify({ ...plain, lastXrunMs, dspLoadPercent: 0, dspLoadMaxPercent: 0 }));
  expect([...Value.Errors(Figures, sent)]).toEqual([]);
  expect(() => new Date(lastXrunMs).toISOString()).not.toThrow();
  expect(plain.policy.length).toBeLessThan(100);
});

test('a reading without JSON is refused', () => {
  expect(() => plainReading({ path: '/a', field: 'f', value: 5n, state: 'applied' })).toThrow(/BigInt/);
});

type Meters = Pick<Mixer, 'meterPaths' | 'meterLegs' | 'meterColumns'>;

const peak = { name: 'peak', legs: 2, fold: 'max' } as const;
const mixer: Meters = { meterPaths: ['/channel/input/1'], meterLegs: [1], meterColumns: [peak] };

test('the format of meters is a copy: what the driver changes later has no effect', () => {
  const columns = [{ ...peak, more: 'ignored' }];
  const format = plainMeterFormat({ ...mixer, meterColumns: columns });
  columns.pop();
  expect(format).toEqual({ paths: ['/channel/input/1'], legs: [1], columns: [peak] });
});

test('a mixer may have no columns, and 64', () => {
  const columns = (count: number) => Array.from({ length: count }, (_, n) => ({ ...peak, name: `n${n}` }));
  expect(plainMeterFormat({ ...mixer, meterColumns: [] }).columns).toEqual([]);
  expect(plainMeterFormat({ ...mixer, meterColumns: columns(64) }).columns).toHaveLength(64);
  expect(() => plainMeterFormat({ ...mixer, meterColumns: columns(65) })).toThrow('a list of at most 64 columns');
});

test.each([
  ['no columns', { meterColumns: undefined }, 'its meterColumns must be a list of at most 64 columns'],
  ['a column that is null', { meterColumns: [null] }, 'the name of its meter column 1 must match ^[a-z]'],
  ['no name', { meterColumns: [peak, { legs: 1, fold: 'max' }] }, 'the name of its meter column 2 must match'],
  ['a name with a gap', { meterColumns: [{ ...peak, name: 'pre peak' }] }, 'its meter column 1 must match'],
  ['a name twice', { meterColumns: [peak, peak] }, 'its meter column peak is there twice'],
  ['three legs', { meterColumns: [{ ...peak, legs: 3 }] }, 'column peak must have 1 or 2 legs, and has 3'],
  ['an unknown fold', { meterColumns: [{ ...peak, fold: 'mean' }] }, 'one of the folds max, min, last, and has mean'],
  ['too many paths', { meterPaths: Array(4097).fill('/a') }, 'its meterPaths must be a list of at most 4096 paths'],
  ['paths that are none', { meterPaths: [7] }, 'its meterPaths must be a list of at most 4096 paths'],
  ['too few legs', { meterLegs: [] }, 'its meterLegs must have 1 or 2 for each of its meterPaths'],
  ['legs of 0', { meterLegs: [0] }, 'its meterLegs must have 1 or 2 for each of its meterPaths'],
])('a mixer with %s is refused in words', (_what, wrong, words) => {
  expect(() => plainMeterFormat({ ...mixer, ...wrong } as Meters)).toThrow(words);
});
