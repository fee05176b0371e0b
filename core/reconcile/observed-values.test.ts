import { expect, test } from 'vitest';
import { Faults } from '../base/fault-log.ts';
import { LogDouble } from '../rows/desk-double.ts';
import { ObservedValues } from './observed-values.ts';

const faults = new Faults(new LogDouble());

test('only changed fields are published, once per report', () => {
  const observed = new ObservedValues(faults);
  const published: unknown[] = [];
  const stop = observed.onChange((changes) => published.push(changes));
  observed.report('mixer', 1, [
    { path: '/1', field: 'levelDb', value: -3, state: 'applied' },
    { path: '/1', field: 'mutedBy', value: ['startup'], state: 'applied' },
  ]);
  observed.report('mixer', 2, [
    { path: '/1', field: 'levelDb', value: -3, state: 'applied' },
    { path: '/1', field: 'mutedBy', value: [], state: 'applied' },
  ]);
  observed.report('mixer', 3, [{ path: '/1', field: 'levelDb', value: -3, state: 'refused', reason: 'why' }]);
  stop();
  observed.forget('mixer');
  expect(published).toEqual([
    [
      { path: '/1', field: 'levelDb' },
      { path: '/1', field: 'mutedBy' },
    ],
    [{ path: '/1', field: 'mutedBy' }],
    [{ path: '/1', field: 'levelDb' }],
  ]);
});

test('the last report is read with its revision', () => {
  const observed = new ObservedValues(faults);
  expect(observed.read('/1', 'levelDb')).toBeUndefined();
  observed.report('box', 7, [{ path: '/1', field: 'levelDb', value: -3, state: 'refused', reason: 'why' }]);
  expect(observed.read('/1', 'levelDb')).toMatchObject({ value: -3, revision: 7, state: 'refused', reason: 'why' });
  observed.report('box', 8, [{ path: '/1', field: 'levelDb', value: -3, state: 'applied' }]);
  expect(observed.read('/1', 'levelDb')?.reason).toBeUndefined();
});

test('a target that goes takes its own reports with it, and nobody else', () => {
  const observed = new ObservedValues(faults);
  observed.report('a', 1, [{ path: '/1', field: 'x', value: 1, state: 'applied' }]);
  observed.report('b', 1, [{ path: '/1', field: 'y', value: 2, state: 'applied' }]);
  observed.forget('a');
  expect(observed.read('/1', 'x')).toBeUndefined();
  expect(observed.read('/1', 'y')?.value).toBe(2);
});

test('what a target says no more of is as it was, at the revision that it has applied since', () => {
  const observed = new ObservedValues(faults);
  observed.report('a', 1, [{ path: '/1', field: 'x', value: 1, state: 'applied' }]);
  observed.report('b', 1, [{ path: '/1', field: 'y', value: 2, state: 'applied' }]);
  observed.report('a', 5, []);
  expect(observed.read('/1', 'x')).toMatchObject({ value: 1, revision: 5 });
  expect(observed.read('/1', 'y')?.revision).toBe(1);
});

test('a listener that throws keeps nobody after it from hearing', () => {
  const observed = new ObservedValues(faults);
  const published: unknown[] = [];
  observed.onChange(() => {
    throw new TypeError('broken');
  });
  observed.onChange((changes) => published.push(changes));
  observed.report('mixer', 1, [{ path: '/1', field: 'levelDb', value: -3, state: 'applied' }]);
  observed.forget('mixer');
  expect(published).toHaveLength(2);
});

test('the state that a target reports is kept beside the one that rows show', () => {
  const observed = new ObservedValues(faults);
  const changes: unknown[] = [];
  observed.onChange((all) => changes.push(...all));
  const report = { path: '/1', field: 'levelDb', value: -3, state: 'refused', reason: 'why' } as const;
  observed.report('box', 1, [report]);
  observed.report('box', 2, [{ ...report, reportedState: 'applied' }]);
  expect(observed.read('/1', 'levelDb')).toMatchObject({ value: -3, state: 'refused', reason: 'why', revision: 2 });
  expect(observed.reported('box', '/1', 'levelDb')).toEqual({ value: -3, state: 'applied' });
  expect(changes).toHaveLength(1);
  expect(observed.reported('another', '/1', 'levelDb')).toBeUndefined();
});
