import type { Faults, Time } from 'rowdesk/provider';
import { FakeTime } from 'rowdesk/testing';
import { expect, test } from 'vitest';
import { Sampler } from './sampler.ts';

test('a sample that comes while the desk stands still is no sample that is missing', async () => {
  const granted = new FakeTime();
  const time = Object.assign(new FakeTime(), { granted: granted as unknown as Time['granted'] });
  let give = (_level: number) => {};
  const sampler = new Sampler<number>({ time, faults: {} as Faults }, 500, (_key, take) => {
    give = take;
    return () => {};
  });
  const read = sampler.read('');
  // The clock is past the limit, and nothing of that time was the desk's.
  time.advance(5_000);
  give(-12);
  expect(await read).toBe(-12);
  const next = sampler.read('');
  granted.advance(500);
  expect(await next).toBeUndefined();
});
