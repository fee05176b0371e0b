import { expect, test } from 'vitest';
import type { StripMeter, Time } from '../../services.ts';
import { Meters } from './meters.ts';

/** A clock that is set by hand. */
function clock(): Time & { atMs: number } {
  return {
    atMs: 0,
    now() {
      return this.atMs;
    },
    monotonicMs() {
      return this.atMs;
    },
    every: () => () => {},
    after: () => () => {},
    sleep: async () => {},
  };
}

/** One strip with its Pre and Post peaks, its reductions and its clips. */
function levels(postPeak: number, reductionDb = 0): Float32Array {
  return new Float32Array([postPeak, 0, postPeak, 0, postPeak, 0, reductionDb, 0]);
}

function setUp() {
  const time = clock();
  const asked: (number | null)[] = [];
  const meters = new Meters(time, (intervalMs) => asked.push(intervalMs));
  meters.setPaths(['/channel/input/1'], [1]);
  const frame = (atMs: number, level: number, clips = 0, reductionDb = 0) => {
    time.atMs = atMs;
    meters.take({ atMs, levels: levels(level, reductionDb), clips: new Uint32Array([clips]) });
  };
  const reader = (intervalMs: number) => {
    const got: StripMeter[] = [];
    const stop = meters.read(intervalMs, (all) => got.push(all.get('/channel/input/1') as StripMeter));
    return { got, stop };
  };
  return { meters, asked, frame, reader };
}

test('the process is asked for the fastest interval that is read, and for nothing once nobody reads', () => {
  const { asked, reader, meters } = setUp();
  const slow = reader(100);
  const fast = reader(40);
  slow.stop();
  fast.stop();
  expect(asked).toEqual([100, 40, null]);
  const again = reader(40);
  meters.askAgain();
  expect(asked).toEqual([100, 40, null, 40, 40]);
  again.stop();
});

test('each reader gets the maximum since its own last sample', () => {
  const { frame, reader } = setUp();
  const fast = reader(20);
  const slow = reader(100);
  for (const [index, level] of [0.1, 1, 0.01, 0.001, 0.0001].entries()) frame((index + 1) * 20, level);
  expect(fast.got.map(({ postDb }) => Math.round(postDb[0] as number))).toEqual([-20, 0, -40, -60, -80]);
  expect(slow.got.map(({ postDb }) => Math.round(postDb[0] as number))).toEqual([0]);
  for (const [index, level] of [0.1, 0.01, 0.01, 0.01, 0.01].entries()) frame(120 + index * 20, level);
  expect(slow.got.map(({ postDb }) => Math.round(postDb[0] as number))).toEqual([0, -20]);
});

test('an interval that is no multiple of the fastest gets its mean rate', () => {
  const { frame, reader } = setUp();
  reader(40);
  const odd = reader(50);
  for (let atMs = 40; atMs <= 2000; atMs += 40) frame(atMs, 0.5);
  expect(odd.got.length).toBeGreaterThanOrEqual(39);
  expect(odd.got.length).toBeLessThanOrEqual(41);
});

test('the peak is held for 1.5 s', () => {
  const { frame, reader } = setUp();
  const { got } = reader(100);
  frame(100, 1);
  for (let atMs = 200; atMs <= 1600; atMs += 100) frame(atMs, 0.1);
  expect(got.every(({ peakHoldDb }) => peakHoldDb[0] === 0)).toBe(true);
  frame(1700, 0.1);
  expect(got.at(-1)?.peakHoldDb[0]).toBeCloseTo(-20, 5);
});

test('silence is -144, one leg is one value, the strongest reduction counts, and a clip is told once, to who reads when it comes', () => {
  const { frame, reader } = setUp();
  const { got } = reader(40);
  frame(10, 0, 2, -12);
  frame(40, 0, 3, -6);
  frame(80, 0, 3, 0);
  expect(got).toEqual([
    { ...got[0], preDb: [-144], postDb: [-144], rmsDb: [-144], gateReductionDb: -12, clipped: true, clipCount: 3 },
    { ...got[1], gateReductionDb: 0, clipped: false, clipCount: 3 },
  ]);
});
