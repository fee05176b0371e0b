import { beforeEach, expect, test } from 'vitest';
import { ClockTarget, type RatedStream } from './clock-target.ts';

class Stream implements RatedStream {
  rate = 48000;
  supportedRates = [44100, 48000, 96000];
  readonly forced: (number | null)[] = [];
  /** Set: the device goes on at the old rate, with this reason. */
  refusal = '';

  async force(rate: number | null): Promise<void> {
    this.forced.push(rate);
    if (this.refusal !== '') throw new Error(this.refusal);
    this.rate = rate ?? 48000;
  }
}

let stream: Stream;
let clock: ClockTarget;
beforeEach(() => {
  stream = new Stream();
  clock = new ClockTarget(stream);
});

const force = (value: unknown) => [{ path: '/clock/force', field: 'rate', value }];
const applied = (value: unknown) => ({ path: '/clock/force', field: 'rate', value, state: 'applied' });

test('a revision counts as applied only when the device runs at the desired rate', async () => {
  clock.apply(5, force(96000));
  expect(clock.observe()).toEqual({ revision: 0, values: [applied(null)] });
  await Promise.resolve();
  expect(clock.observe()).toEqual({ revision: 5, values: [applied(96000)] });
});

test('null and 0 are the default rate, and are reported as they were desired', async () => {
  for (const value of [0, null]) {
    clock.apply(1, force(value));
    await Promise.resolve();
    expect(clock.observe().values).toEqual([applied(value)]);
  }
  expect(stream.forced.every((rate) => rate === null)).toBe(true);
});

test('a rate that the device has not is refused at once, and the old one stays', () => {
  clock.apply(5, force(192000));
  const refused = { ...applied(null), state: 'refused', reason: 'what drives the mixer does not run at 192000 Hz' };
  expect(clock.observe()).toEqual({ revision: 5, values: [refused] });
  expect(stream.forced).toEqual([]);
});

test('a rate that the device refuses later is refused with its reason, and tried again when it is desired again', async () => {
  stream.refusal = 'the card is locked to its input';
  clock.apply(5, force(96000));
  await new Promise(setImmediate);
  expect(clock.observe().values).toMatchObject([
    { value: null, state: 'refused', reason: 'the card is locked to its input' },
  ]);
  stream.refusal = '';
  clock.apply(6, force(96000));
  await new Promise(setImmediate);
  expect(clock.observe()).toEqual({ revision: 6, values: [applied(96000)] });
});

test('a rate that is desired twice is applied once', async () => {
  clock.apply(5, force(96000));
  clock.apply(6, force(96000));
  await new Promise(setImmediate);
  clock.apply(7, force(96000));
  expect(stream.forced).toEqual([96000]);
  expect(clock.observe().revision).toBe(7);
});

test('a forced rate that the device left by itself is shown as it is', async () => {
  clock.apply(5, force(96000));
  await new Promise(setImmediate);
  stream.rate = 44100;
  expect(clock.observe().values).toEqual([applied(44100)]);
});

test('a field that the clock has not is refused with a reason', () => {
  expect(clock.apply(5, [{ path: '/clock/force', field: 'quantum', value: 1 }])).toMatchObject([
    { state: 'refused', reason: 'the clock has no such field' },
  ]);
});

test('the rate is reported under the row that it came from, and under none before the first one', async () => {
  expect(clock.observe()).toEqual({ revision: 0, values: [] });
  clock.apply(3, [{ path: '/pace', field: 'rate', value: 96000 }]);
  await new Promise(setImmediate);
  expect(clock.observe()).toEqual({ revision: 3, values: [{ ...applied(96000), path: '/pace' }] });
});
