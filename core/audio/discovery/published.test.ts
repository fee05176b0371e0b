import { expect, test } from 'vitest';
import { Faults } from '../../base/fault-log.ts';
import { Listeners } from '../../base/listeners.ts';
import { LogDouble } from '../../rows/desk-double.ts';
import { Published } from './published.ts';

test('what differs is published once to each listener, also after one that throws', () => {
  let fact = 1;
  const log = new LogDouble();
  const published = new Published(() => ({ fact }), new Listeners(new Faults(log), 'a listener of facts'));
  const heard: number[] = [];
  published.listen(() => {
    throw new TypeError('broken');
  });
  published.listen(() => heard.push(published.value.fact));
  published.look();
  fact = 2;
  published.look();
  published.look();
  expect(heard).toEqual([2]);
  expect(log.lines).toMatchObject([{ level: 'error', fields: { where: 'a listener of facts' } }]);
});
