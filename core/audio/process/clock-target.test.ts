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
const noSuchRate = 'what drives the mixer does not run at 192000 Hz, but at 44100, 48000, 96000 Hz';
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

test('a rate that the device has not is refused at once with the rates that it has, and the old one stays', () => {
  clock.apply(5, force(192000));
  const refused = { ...applied(null), state: 'refused', reason: noSuchRate };
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
  const reason = '96000 Hz is asked for, and what drives the mixer runs at 44100 Hz';
  expect(clock.observe().values).toEqual([{ ...applied(44100), state: 'refused', reason }]);
  clock.apply(6, force(96000));
  stream.rate = 96000;
  expect(clock.observe()).toEqual({ revision: 6, values: [applied(96000)] });
  expect(stream.forced).toEqual([96000]);
});

const role = (value: string) => ({ path: '/clock/ownership', field: 'role', value });

test('a follower forces no rate and says so; a master forces the rate that is still desired', async () => {
  clock.apply(5, [role('follower'), ...force(96000)]);
  await new Promise(setImmediate);
  const reason = 'the desk follows another clock, and does not force it to 96000 Hz';
  const isFollower = { ...role('follower'), state: 'applied' };
  expect(clock.observe()).toEqual({
    revision: 5,
    values: [{ ...applied(null), state: 'refused', reason }, isFollower],
  });
  expect(stream.forced).toEqual([null]);
  clock.apply(6, [role('master')]);
  await new Promise(setImmediate);
  expect(stream.forced).toEqual([null, 96000]);
  expect(clock.observe()).toEqual({
    revision: 6,
    values: [applied(96000), { ...role('master'), state: 'applied' }],
  });
});

test('a master that becomes a follower lets go of the rate that it forced', async () => {
  clock.apply(5, force(96000));
  await new Promise(setImmediate);
  clock.apply(6, [role('follower')]);
  await new Promise(setImmediate);
  expect(stream.forced).toEqual([96000, null]);
  expect(clock.observe().values).toMatchObject([{ state: 'refused' }, { value: 'follower', state: 'applied' }]);
  clock.apply(7, force(0));
  await new Promise(setImmediate);
  expect(clock.observe()).toMatchObject({ revision: 7, values: [applied(0), { value: 'follower' }] });
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
