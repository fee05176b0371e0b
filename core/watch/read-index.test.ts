import { expect, it } from 'vitest';
import { ReadIndex } from './read-index.ts';

it('knows who read what, by what each read last', () => {
  const index = new ReadIndex<string>();
  index.set('all', new Set(['/a', '/b']));
  index.set('one', new Set(['/b']));
  expect([...index.readersOf('/b')]).toEqual(['all', 'one']);
  index.set('all', new Set(['/c']));
  expect([...index.readersOf('/a')]).toEqual([]);
  expect([...index.readersOf('/b')]).toEqual(['one']);
  expect([...index.readersOf('/c')]).toEqual(['all']);
});

it('keeps what was read before an evaluation that failed', () => {
  const index = new ReadIndex<string>();
  index.set('all', new Set(['/a', '/b']));
  index.add('all', new Set(['/c']));
  expect(['/a', '/b', '/c'].map((path) => [...index.readersOf(path)])).toEqual([['all'], ['all'], ['all']]);
});

it('holds nothing for those who left', () => {
  const index = new ReadIndex<string>();
  index.set('all', new Set(['/a', '/b']));
  index.set('one', new Set(['/b']));
  index.delete('all');
  expect(index.size).toBe(1);
  index.delete('one');
  index.delete('never');
  expect(index.size).toBe(0);
});
