import { expect, it } from 'vitest';
import { setting, Type } from '../provider.ts';
import { unknownRow } from '../rows/registry.ts';
import type { SettingPlace } from '../rows/row-ref.ts';
import { observedKey, Recorder } from './recorder.ts';

const sources = {
  desk: {
    read: (path: string) => {
      if (path === '/absent') throw unknownRow(path);
      return { path };
    },
    readAt: ({ path }: SettingPlace) => ({ path }),
    has: () => true,
  },
  observed: { read: () => undefined, matches: () => false },
};

it('passes on what it is asked, and records it field by field for reports', () => {
  const recorder = new Recorder(sources);
  expect(recorder.desk.read('/a')).toEqual({ path: '/a' });
  const row = setting('/found', { fields: { a: Type.Number({ default: 0 }) }, writable: ['a'] });
  expect(recorder.desk.readAt({ row, at: {}, path: '/found' } as SettingPlace)).toEqual({ path: '/found' });
  expect(recorder.desk.has('/b')).toBe(true);
  expect(recorder.observed.read('/c', 'mutedBy')).toBeUndefined();
  expect(recorder.observed.matches('/d', 'levelDb')).toBe(false);
  const reports = [observedKey('/c', 'mutedBy'), '/d', observedKey('/d', 'levelDb')];
  expect([...recorder.reads]).toEqual(['/a', '/found', '/b', ...reports]);
  expect([...recorder.rowsRead]).toEqual(['/a', '/found']);
});

it('records what was asked in vain: it may come', () => {
  const recorder = new Recorder(sources);
  expect(() => recorder.desk.read('/absent')).toThrow();
  expect([...recorder.reads]).toEqual(['/absent']);
  expect([...recorder.rowsRead]).toEqual([]);
});
