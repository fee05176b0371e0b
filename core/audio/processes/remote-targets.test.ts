import { expect, test } from 'vitest';
import { LogDouble } from '../../rows/desk-double.ts';
import { FakeTime } from '../../testing/fake-time.ts';
import { RemoteTargets } from './remote-targets.ts';

test('a target is announced once, when it is first named, to each listener, also after one that throws', () => {
  const log = new LogDouble();
  const targets = new RemoteTargets(new FakeTime(), log, () => {});
  const reports: string[] = [];
  targets.onAdded(() => {
    throw new TypeError('broken');
  });
  const stop = targets.onAdded(({ name }) => reports.push(name));
  const mixer = targets.get('mixer');
  expect(targets.get('mixer')).toBe(mixer);
  stop();
  targets.get('graph');
  expect(reports).toEqual(['mixer']);
  expect(targets.list().map(({ name }) => name)).toEqual(['mixer', 'graph']);
  expect(log.lines).toMatchObject([{ level: 'error' }, { level: 'error' }]);
});
