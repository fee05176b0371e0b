import { expect, it } from 'vitest';
import { unknownRow } from '../rows/registry.ts';
import { observedKey, Recorder } from './recorder.ts';

const sources = {
  desk: {
    read: (path: string) => {
      if (path === '/absent') throw unknownRow(path);
      return { path };
    },
    has: () => true,
  },
  observed: { read: () => undefined },
};

it('passes on what it is asked, and records it field by field for reports', () => {
  const recorder = new Recorder(sources);
  expect(recorder.desk.read('/a')).toEqual({ path: '/a' });
  expect(recorder.desk.has('/b')).toBe(true);
  expect(recorder.observed.read('/c', 'mutedBy')).toBeUndefined();
  expect([...recorder.reads]).toEqual(['/a', '/b', observedKey('/c', 'mutedBy')]);
  expect([...recorder.rowsRead]).toEqual(['/a']);
});

it('records what was asked in vain: it may come', () => {
  const recorder = new Recorder(sources);
  expect(() => recorder.desk.read('/absent')).toThrow();
  expect([...recorder.reads]).toEqual(['/absent']);
  expect([...recorder.rowsRead]).toEqual([]);
});
