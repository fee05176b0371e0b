import { beforeEach, expect, test } from 'vitest';
import { FakeTime } from '../../testing/fake-time.ts';
import { LocalChanges } from './local-changes.ts';

let time: FakeTime;
let sent: [target: string, values: unknown[]][];
let changes: LocalChanges;
beforeEach(() => {
  time = new FakeTime();
  sent = [];
  changes = new LocalChanges(time, (target, values) => sent.push([target, values.map(({ value }) => value)]));
});

const gain = (value: unknown, path = '/i/1') => ({ path, field: 'gainDb', value, state: 'applied' as const });

test('a change at the device is sent at once', () => {
  changes.add('box', [gain(3)]);
  changes.add('other', [gain(4)]);
  time.advance(20);
  changes.add('box', [gain(5)]);
  expect(sent).toEqual([
    ['box', [3]],
    ['other', [4]],
    ['box', [5]],
  ]);
});

test('changes without a pause are sent every 20 ms, with the newest value of each field', () => {
  for (let n = 0; n < 10_000; n += 1) changes.add('box', [gain(n), gain(-n, '/i/2')]);
  expect(sent).toEqual([['box', [0, -0]]]);
  time.advance(20);
  expect(sent.slice(1)).toEqual([['box', [9999, -9999]]]);
  time.advance(1000);
  expect(sent).toHaveLength(2);
  expect(time.timers).toBe(0);
});

test('a stop leaves no timer', () => {
  changes.add('box', [gain(1)]);
  changes.stop();
  expect(time.timers).toBe(0);
});
