import { expect, test } from 'vitest';
import { Faults } from '../base/fault-log.ts';
import { Refusal } from '../base/refusals.ts';
import { DeskDouble, LogDouble } from '../rows/desk-double.ts';
import { Registry } from '../rows/registry.ts';
import { CommitValidators } from './validators.ts';

test('a refusal of a validator is thrown; its other exceptions are logged, and the other validators run', () => {
  const log = new LogDouble();
  const validators = new CommitValidators(new Faults(log));
  const asked: string[] = [];
  validators.use(() => {
    throw new TypeError('broken');
  });
  const stop = validators.use((_after, _before, [path]) => {
    asked.push(path ?? '');
    throw new Refusal('conflict', 'Not now.');
  });
  const desk = new DeskDouble(new Registry([]));
  const check = () => validators.check(desk, desk, ['/a']);
  expect(check).toThrow('Not now.');
  expect(asked).toEqual(['/a']);
  expect(log.lines).toMatchObject([{ level: 'error', fields: { where: 'a validator of commits' } }]);
  stop();
  expect(check).not.toThrow();
});
