import { expect, test } from 'vitest';
import { FakeTime } from './fake-time.ts';

test('timers run when they are due, in order, and those that they set too', () => {
  const time = new FakeTime(1_000);
  const ran: string[] = [];
  const note = (name: string) => ran.push(`${name} at ${time.now()}`);
  time.every(10, () => note('tick'));
  time.after(15, () => {
    note('once');
    time.after(1, () => note('then'));
  });
  time.advance(20);
  expect(ran).toEqual(['tick at 1010', 'once at 1015', 'then at 1016', 'tick at 1020']);
  expect(time.monotonicMs()).toBe(20);
});

test('a sleep ends when its time has come, or at once when it is aborted', async () => {
  const time = new FakeTime();
  const woken: string[] = [];
  const sleep = (name: string, ms: number, signal?: AbortSignal) =>
    time.sleep(ms, signal).then(() => woken.push(`${name} at ${time.monotonicMs()}`));
  const stop = new AbortController();
  const sleeps = [sleep('short', 10), sleep('long', 1000, stop.signal), sleep('none', 1000, AbortSignal.abort())];
  time.advance(9);
  await sleeps[2];
  expect(woken).toEqual(['none at 9']);
  time.advance(1);
  await sleeps[0];
  stop.abort();
  await sleeps[1];
  expect(woken.slice(1)).toEqual(['short at 10', 'long at 10']);
  expect(time.timers).toBe(0);
});

test('a timer that is stopped does not run', () => {
  const time = new FakeTime();
  let ran = 0;
  const stop = time.every(1, () => ran++);
  time.advance(2);
  stop();
  time.advance(5);
  expect([ran, time.timers]).toEqual([2, 0]);
});
