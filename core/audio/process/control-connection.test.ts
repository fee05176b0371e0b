import { expect, test } from 'vitest';
import type { Convergent } from '../../driver.ts';
import { callTarget } from './control-connection.ts';

const happened: string[] = [];
const reporter = { report: () => void happened.push('reported'), look: () => void happened.push('looked') };

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

function calling(method: string, reporting: Parameters<typeof callTarget>[2] = reporter) {
  happened.length = 0;
  return callTarget(
    target,
    { method, args: { n: 1 } },
    reporting,
    (error) => void happened.push((error as Error).message),
  );
}

test('after a call that changes something the target is reported before the answer, and looked at again', () => {
  expect(calling('identify')).toEqual({ method: 'identify', n: 1 });
  expect(happened).toEqual(['identify', 'reported', 'looked']);
});

test('after a call that only reads nothing is reported', () => {
  expect(calling('levels')).toEqual({ method: 'levels', n: 1 });
  expect(happened).toEqual(['levels']);
});

test('after a call that failed half way the target is looked at as well, and the error reaches the client', () => {
  expect(() => calling('break')).toThrow('it is broken');
  expect(happened).toEqual(['break', 'looked']);
});

test('a target that can not be read answers all the same', () => {
  const report = () => {
    throw new Error('no answer on the wire');
  };
  expect(calling('identify', { ...reporter, report })).toEqual({ method: 'identify', n: 1 });
  expect(happened).toEqual(['identify', 'no answer on the wire', 'looked']);
});

test('a target that takes no calls says so', () => {
  const { call: _, ...silent } = target;
  expect(() => callTarget(silent, { method: 'identify', args: {} }, reporter, () => {})).toThrow('box takes no calls');
});
