import { beforeEach, expect, test } from 'vitest';
import { FakeTime } from '../../testing/fake-time.ts';
import { LocalChanges } from './local-changes.ts';

let time: FakeTime;
let sent: [target: string, values: unknown[]][];
let controls: LocalChanges;
beforeEach(() => {
  time = new FakeTime();
  sent = [];
  controls = new LocalChanges(time, (target, values) => sent.push([target, values.map(({ value }) => value)]));
});

const gain = (value: unknown, path = '/i/1') => ({ path, field: 'gainDb', value, state: 'applied' as const });

test('a control that is turned is told at once', () => {
  controls.turned('box', [gain(3)]);
  controls.turned('other', [gain(4)]);
  time.advance(20);
  controls.turned('box', [gain(5)]);
  expect(sent).toEqual([
    ['box', [3]],
    ['other', [4]],
    ['box', [5]],
  ]);
});

test('a driver that tells without a pause is heard every 20 ms, with the newest of each control', () => {
  for (let n = 0; n < 10_000; n += 1) controls.turned('box', [gain(n), gain(-n, '/i/2')]);
  expect(sent).toEqual([['box', [0, -0]]]);
  time.advance(20);
  expect(sent.slice(1)).toEqual([['box', [9999, -9999]]]);
  time.advance(1000);
  expect(sent).toHaveLength(2);
  expect(time.timers).toBe(0);
});

test('what is no value is thrown back at the driver, and nothing is set that would run on', () => {
  expect(() => controls.turned('box', [gain(5n)])).toThrow(/BigInt/);
  controls.turned('box', [gain(1)]);
  controls.stop();
  expect(time.timers).toBe(0);
});
