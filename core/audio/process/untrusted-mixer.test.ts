import { expect, test } from 'vitest';
import type { Mixer } from '../../driver.ts';
import { initialState, plainAnalysis, plainMeterFormat, plainState, setFinite } from './untrusted-mixer.ts';

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

const strips = new Set(['/channel/input/1', '/channel/input/2']);
const state = {
  ...{ isOpen: true, faultyStrips: ['/channel/input/1'], faults: [{ path: '/channel/input/2', count: 3 }] },
  ...{ dspLoadPercent: 12.5, dspLoadMaxPercent: 140, clock: 'lost', clips: 7, mutes: -5, howls: 3 },
  ...{ hasNullPointers: true, notifiesWatchdog: true, alignmentExcess: [{ path: '/channel/input/1', ms: 2.5 }] },
} as const;

test('a valid state stays as it is, without members of which nothing is known, and absent ones are as at first', () => {
  expect(plainState({ ...state, more: 1 }, initialState, strips)).toEqual({ state, wrong: [] });
  const {
    faults: _f,
    alignmentExcess: _a,
    clips: _c,
    mutes: _m,
    howls: _w,
    hasNullPointers: _h,
    notifiesWatchdog: _n,
    ...least
  } = state;
  const after = plainState(least, plainState(state, initialState, strips).state, strips);
  expect(after).toEqual({ state: { ...initialState, ...least }, wrong: [] });
});

test('the state is a copy: what the driver changes later has no effect', () => {
  const faultyStrips = ['/channel/input/1'];
  const plain = plainState({ ...state, faultyStrips }, initialState, strips);
  faultyStrips.pop();
  expect(plain.state.faultyStrips).toEqual(['/channel/input/1']);
});

test.each([
  ['isOpen', [undefined, 1, 'yes']],
  ['faultyStrips', [undefined, '/channel/input/1', [7], ['/channel/input/3'], Array(4097).fill('/channel/input/1')]],
  ['faults', [7, [{}], [{ path: '/channel/input/1', count: Number.NaN }], [{ path: '/nowhere', count: 1 }]]],
  ['alignmentExcess', [7, [{}], [{ path: '/channel/input/1', ms: -1 }], [{ path: '/nowhere', ms: 1 }]]],
  ['dspLoadPercent', [undefined, Number.NaN, Number.POSITIVE_INFINITY, -1, '12', 5n]],
  ['dspLoadMaxPercent', [undefined, Number.NaN, null]],
  ['clock', [undefined, '', 'stopped']],
  ['clips', [-1, 0.5, Number.NaN]],
  ['mutes', [0.5, Number.POSITIVE_INFINITY]],
  ['howls', [-1, 0.5]],
  ['hasNullPointers', ['no', 0]],
  ['notifiesWatchdog', ['no', 0]],
])('a wrong %s keeps its last valid value and is named, and the rest of the state is taken', (name, values) => {
  for (const value of values) {
    const before = plainState(state, initialState, strips).state;
    const { state: after, wrong } = plainState({ ...state, isOpen: false, [name]: value }, before, strips);
    expect(wrong).toEqual([name]);
    expect(after).toEqual({ ...state, isOpen: name === 'isOpen' });
  }
});

test('results of analyses with a wrong member are left out', () => {
  const alignment = {
    ...{ number: 1, frames: -48, offsetMs: -1.01, confidencePercent: 99 },
    ...{ offsetAfterDelayMs: null, confidenceAfterDelayPercent: 0 },
  };
  const spectrum = { number: 1, levelsDb: new Float32Array([-20, 0]) };
  const given = {
    spectra: [
      ...[spectrum, null, { ...spectrum, number: -1 }, { ...spectrum, levelsDb: [1, 2] }],
      ...[
        { ...spectrum, levelsDb: new Float32Array([Number.NaN]) },
        { ...spectrum, levelsDb: new Float32Array(2000) },
      ],
    ],
    alignments: [
      ...[alignment, 7, { ...alignment, frames: Number.NaN }, { ...alignment, offsetMs: '1' }],
      { ...alignment, confidencePercent: 101 },
    ],
  };
  const { results, wrong } = plainAnalysis(given as unknown as Parameters<typeof plainAnalysis>[0]);
  expect(results).toEqual({ spectra: [spectrum], alignments: [alignment] });
  expect(wrong).toBe(9);
});

test('meters that are no finite numbers are 0', () => {
  const values = new Float32Array([0.5, Number.NaN, Number.NEGATIVE_INFINITY, -12]);
  expect(setFinite(values)).toBe(2);
  expect([...values]).toEqual([0.5, 0, 0, -12]);
});
