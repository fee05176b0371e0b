import { expect, test } from 'vitest';
import { FakeTime } from '../../testing/fake-time.ts';
import type { BeforeSwitch, Settle } from './link-target.ts';
import { SwitchPreparations } from './switch-preparations.ts';

const path = '/stagebox/box/inputs/1';

function trial() {
  const time = new FakeTime();
  const noted: unknown[] = [];
  const faults = { note: (error: unknown) => noted.push((error as Error).message) } as never;
  return { time, noted, preparations: new SwitchPreparations(time, faults) };
}
const silencing =
  (settled: number[]): BeforeSwitch =>
  async () =>
  (ms) =>
    settled.push(ms);
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('one that throws or rejects is noted, and the others are waited for', async () => {
  const { preparations, noted } = trial();
  const settled: number[] = [];
  let silent: (settle: Settle) => void = () => {};
  preparations.add(() => {
    throw new Error('thrown');
  });
  preparations.add(() => Promise.reject(new Error('rejected')));
  preparations.add(
    () =>
      new Promise((resolve) => {
        silent = resolve;
      }),
  );
  let isReady = false;
  const prepared = preparations.prepare([path]).then((settle) => {
    isReady = true;
    return settle;
  });
  await turn();
  expect(isReady).toBe(false);
  silent((ms) => settled.push(ms));
  (await prepared)(3000);
  expect([settled, noted]).toEqual([[3000], ['thrown', 'rejected']]);
});

test('one that never settles is waited for 5 s; what it silences later is released at once', async () => {
  const { preparations, noted, time } = trial();
  const prompt: number[] = [];
  const late: number[] = [];
  let silent: (settle: Settle) => void = () => {};
  preparations.add(silencing(prompt));
  const remove = preparations.add(
    () =>
      new Promise((resolve) => {
        silent = resolve;
      }),
  );
  const prepared = preparations.prepare([path]);
  await turn();
  time.advance(5000);
  (await prepared)(200);
  silent((ms) => late.push(ms));
  await turn();
  expect([prompt, late, noted]).toEqual([[200], [0], ['it took more than 5000 ms and was left to itself']]);
  expect(time.timers).toBe(0);
  remove();
  (await preparations.prepare([path]))(0);
  expect(prompt).toEqual([200, 0]);
});
