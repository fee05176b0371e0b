import { beforeEach, expect, test } from 'vitest';
import { FakeTime } from '../../testing/fake-time.ts';
import type { LinkTarget } from './link-target.ts';
import { StartupUnmute } from './startup-unmute.ts';

let time: FakeTime;
let opened: number;
let opening: StartupUnmute;
beforeEach(() => {
  time = new FakeTime();
  opened = 0;
  opening = new StartupUnmute(time, () => {
    opened += 1;
  });
});

const target = (isSettled: boolean, settlingMs = 0, isPresent = true) =>
  ({ isSettled, settlingMs, isPresent }) as LinkTarget;

test('outputs open when the mixer and all that is present have the complete state', () => {
  opening.check(target(false), [target(true)]);
  expect(opened).toBe(0);
  opening.check(target(true), [target(true), target(false, 0, false)]);
  expect(opened).toBe(1);
  opening.check(target(true), [target(true)]);
  expect(opened).toBe(1);
});

test('after phantom was switched they wait until it has settled', () => {
  opening.check(target(true), [target(true, 3000)]);
  time.advance(2999);
  expect(opened).toBe(0);
  time.advance(1);
  expect(opened).toBe(1);
});

test('a box that does not take its state holds them for three seconds, not for ever', () => {
  opening.check(target(true), [target(false)]);
  time.advance(2999);
  expect(opened).toBe(0);
  time.advance(1);
  expect(opened).toBe(1);
});

test('preamps whose process is about to open them are waited for as long as that', () => {
  opening.check(target(true), [target(true)], true);
  time.advance(2000);
  expect(opened).toBe(0);
  opening.check(target(true), [target(true), target(false)]);
  expect(opened).toBe(0);
  opening.check(target(true), [target(true), target(true)]);
  expect(opened).toBe(1);

  opening.reset();
  opening.check(target(true), [], true);
  time.advance(3000);
  expect(opened).toBe(2);
});

test('another mixer waits anew', () => {
  opening.check(target(true), [target(true, 3000)]);
  opening.reset();
  time.advance(10_000);
  expect(opened).toBe(0);
  opening.check(target(true), []);
  expect(opened).toBe(1);
});
