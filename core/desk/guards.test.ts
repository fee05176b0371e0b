import { expect, test } from 'vitest';
import { Faults } from '../base/fault-log.ts';
import { Refusal } from '../base/refusals.ts';
import { DeskDouble, LogDouble } from '../rows/desk-double.ts';
import { Registry } from '../rows/registry.ts';
import { CommitGuards } from './guards.ts';

test('a refusal of a guard is one; anything else that it throws is a fault in the log, and the other guards are asked', () => {
  const log = new LogDouble();
  const guards = new CommitGuards(new Faults(log));
  const asked: string[] = [];
  guards.use(() => {
    throw new TypeError('broken');
  });
  const stop = guards.use((_after, _before, [path]) => {
    asked.push(path ?? '');
    throw new Refusal('conflict', 'Not now.');
  });
  const desk = new DeskDouble(new Registry([]));
  const check = () => guards.check(desk, desk, ['/a']);
  expect(check).toThrow('Not now.');
  expect(asked).toEqual(['/a']);
  expect(log.lines).toMatchObject([{ level: 'error', fields: { where: 'a guard of commits' } }]);
  stop();
  expect(check).not.toThrow();
});
