import { expect, test } from 'vitest';
import { StripFaults } from './strip-faults.ts';

const path = '/channel/input/1';
const id = 'strip-fault-input-1';
const counts = (faults: StripFaults) => faults.warnings.map(({ titleCode }) => titleCode.params.count);

test('a fault is reported with its strip and count until it is acknowledged, whatever became of the strip and its process', () => {
  const faults = new StripFaults();
  faults.take('a', [{ path, count: 1 }]);
  faults.take('a', [{ path, count: 3 }]);
  expect(faults.warnings).toMatchObject([{ id, path, titleCode: { code: 'strip-fault', params: { path, count: 3 } } }]);
  faults.take('b', []);
  faults.take('b', [{ path, count: 1 }]);
  expect(counts(faults)).toEqual([4]);
  faults.acknowledge(id);
  expect(counts(faults)).toEqual([4]);
  faults.forgetAcknowledged();
  expect(counts(faults)).toEqual([]);
  faults.take('b', [{ path, count: 1 }]);
  expect(counts(faults)).toEqual([]);
  faults.take('b', [{ path, count: 2 }]);
  expect(counts(faults)).toEqual([1]);
});

test('a fault after the acknowledgement is reported as new', () => {
  const faults = new StripFaults();
  faults.take('a', [{ path, count: 5 }]);
  faults.acknowledge(id);
  faults.take('a', [{ path, count: 6 }]);
  expect(faults.forgetAcknowledged()).toEqual([id]);
  faults.take('a', [{ path, count: 6 }]);
  expect(counts(faults)).toEqual([1]);
});
