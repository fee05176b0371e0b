import { expect, test } from 'vitest';
import type { Convergent } from '../../driver.ts';
import { callTarget } from './calling.ts';

const happened: string[] = [];
const report = { tell: () => void happened.push('told'), look: () => void happened.push('looked') };

const target: Convergent = {
  target: 'box',
  reads: ['levels'],
  apply: () => [],
  observe: () => ({ revision: 0, values: [] }),
  call: (method, args) => {
    happened.push(method);
    if (method === 'break') throw new Error('it is broken');
    return { method, ...args };
  },
};

function calling(method: string, reporting: Parameters<typeof callTarget>[2] = report) {
  happened.length = 0;
  return callTarget(target, { method, args: { n: 1 } }, reporting, ({ message }) => void happened.push(message));
}

test('after what changes something the target is read and told before the answer, and looked at again', () => {
  expect(calling('identify')).toEqual({ method: 'identify', n: 1 });
  expect(happened).toEqual(['identify', 'told', 'looked']);
});

test('after what only reads nothing is read or told', () => {
  expect(calling('levels')).toEqual({ method: 'levels', n: 1 });
  expect(happened).toEqual(['levels']);
});

test('what failed half way is looked at as well, and its words reach who asked', () => {
  expect(() => calling('break')).toThrow('it is broken');
  expect(happened).toEqual(['break', 'looked']);
});

test('a target that can not be read answers all the same', () => {
  const tell = () => {
    throw new Error('no answer on the wire');
  };
  expect(calling('identify', { ...report, tell })).toEqual({ method: 'identify', n: 1 });
  expect(happened).toEqual(['identify', 'no answer on the wire', 'looked']);
});

test('a target that takes no calls says so', () => {
  const { call: _, ...silent } = target;
  expect(() => callTarget(silent, { method: 'identify', args: {} }, report, () => {})).toThrow('box takes no calls');
});
