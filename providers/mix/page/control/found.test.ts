import { expect, test } from 'vitest';
import { foundIn } from './found.ts';

const inputs = [1, 3, 30, 32].map((n) => {
  const label = `Input ${n}`;
  return { id: `virtual-32x16:in-${n}`, label, note: '', text: `${label} virtual-32x16:in-${n}` };
});
const labels = (typed: string) => foundIn(inputs, typed).map(({ label }) => label);

test('what is called as it is typed comes first, whatever the box is called', () => {
  expect(labels('Input 32')[0]).toBe('Input 32');
  expect(labels('input 3')).toEqual(['Input 3', 'Input 30', 'Input 32', 'Input 1']);
});

test('every word must be there, and nothing typed is every choice in its order', () => {
  expect(labels('input 30 virtual')).toEqual(['Input 30']);
  expect(labels('aux')).toEqual([]);
  expect(labels(' ')).toEqual(['Input 1', 'Input 3', 'Input 30', 'Input 32']);
});
