import { expect, it } from 'vitest';
import { Touches } from './touches.ts';

const entry = (id: number, ...fields: string[]) => ({
  ...{ id: String(id), at: 0, label: '', actor: '', revision: id, undone: false },
  changes: fields.map((field) => ({ path: '/1', field, from: 0, to: 1 })),
});
const pan = { path: '/1', field: 'pan' };
const level = { path: '/1', field: 'level' };

it('knows which entries touched a field after another one, by number and not by letter', () => {
  const touches = new Touches();
  for (const each of [entry(9, 'pan'), entry(10, 'pan', 'level'), entry(11, 'pan')]) touches.add(each);
  expect(touches.last(pan)).toBe('11');
  expect(touches.last(level)).toBe('10');
  expect(touches.after(pan, '9')).toEqual(['10', '11']);
  expect(touches.after(pan, '11')).toEqual([]);
  expect(touches.after(level, '9')).toEqual(['10']);
  expect(touches.after({ path: '/2', field: 'pan' }, '9')).toEqual([]);
});

it('forgets an entry, and takes it back in its place', () => {
  const touches = new Touches();
  const [first, second, third] = [entry(1, 'pan'), entry(2, 'pan'), entry(3, 'pan')];
  for (const each of [first, second, third]) touches.add(each);
  touches.remove(second);
  expect(touches.after(pan, '1')).toEqual(['3']);
  touches.remove(first);
  touches.add(first);
  touches.add(second);
  expect(touches.after(pan, '0')).toEqual(['1', '2', '3']);
  for (const each of [first, second, third]) touches.remove(each);
  expect(touches.last(pan)).toBeUndefined();
});
