import { expect, test } from 'vitest';
import { Unreachable } from './errors.ts';
import { FieldWrites } from './field-writes.ts';
import type { Patched } from './requests.ts';
import { FakeTiming, settled } from './timing-double.ts';

/** A desk whose answers come when a test says so. */
function slowDesk() {
  const timing = new FakeTiming();
  const sent: { readonly path: string; readonly fields: object; readonly atMs: number }[] = [];
  const answers: { readonly resolve: (patched: Patched) => void; readonly reject: (error: Error) => void }[] = [];
  const writes = new FieldWrites((path, fields, signal) => {
    sent.push({ path, fields, atMs: timing.nowMs() });
    return new Promise((resolve, reject) => {
      answers.push({ resolve, reject });
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  }, timing);
  const answer = async (revision: number) => {
    answers.shift()?.resolve({ row: {}, isDurable: true, revision });
    await settled();
  };
  return { timing, sent, answers, writes, answer };
}
const fader = '/channel/input/1';

test('while a value is under way only the latest of the following ones is sent', async () => {
  const { timing, sent, writes, answer } = slowDesk();
  const answered = [-30, -20, -10, -5].map((level) => writes.write(fader, 'levelDb', level));
  expect(sent.map(({ fields }) => fields)).toEqual([{ levelDb: -30 }]);
  await timing.pass(1000);
  expect(sent).toHaveLength(1);
  await answer(7);
  await timing.pass(0);
  expect(sent.map(({ fields }) => fields)).toEqual([{ levelDb: -30 }, { levelDb: -5 }]);
  expect(writes.isPending(fader, 'levelDb')).toBe(true);
  await answer(8);
  expect((await Promise.all(answered)).map(({ revision }) => revision)).toEqual([7, 8, 8, 8]);
  expect(writes.isPending(fader, 'levelDb')).toBe(false);
});

test('a field is sent at most 30 times in a second, its last value always, and no field waits for another', async () => {
  const { timing, sent, writes, answer } = slowDesk();
  for (let step = 0; step < 500; step++) {
    void writes.write(fader, 'levelDb', -step);
    await timing.pass(2);
    await answer(step);
  }
  const inFirstSecond = sent.length;
  expect(inFirstSecond).toBeLessThanOrEqual(31);
  expect(inFirstSecond).toBeGreaterThan(25);
  void writes.write(fader, 'pan', 10);
  expect(sent.at(-1)?.fields).toEqual({ pan: 10 });
  await answer(0);
  await timing.pass(100);
  expect(sent.at(-1)?.fields).toEqual({ levelDb: -499 });
});

test('a refused value rejects what waits for it, and the next one is sent all the same', async () => {
  const { timing, sent, answers, writes, answer } = slowDesk();
  const refused = writes.write(fader, 'levelDb', 99);
  const later = writes.write(fader, 'levelDb', 0);
  answers.shift()?.reject(new Error('out of range'));
  await expect(refused).rejects.toThrow('out of range');
  await timing.pass(100);
  expect(sent.at(-1)?.fields).toEqual({ levelDb: 0 });
  await answer(3);
  expect((await later).revision).toBe(3);
});

test('a value that no desk answers rejects, the one that waits behind it too, and neither is sent later', async () => {
  const { timing, sent, answers, writes, answer } = slowDesk();
  const moved = [-30, -20].map((level) => writes.write(fader, 'levelDb', level).catch((error) => error));
  answers.shift()?.reject(new Unreachable('connection refused'));
  expect(await Promise.all(moved)).toEqual([
    new Unreachable('connection refused'),
    new Unreachable('connection refused'),
  ]);
  await timing.pass(5000);
  expect([sent.length, writes.isPending(fader, 'levelDb')]).toEqual([1, false]);
  const next = writes.write(fader, 'levelDb', -3);
  await answer(9);
  expect((await next).revision).toBe(9);
});

test('what is under way and what waits for its time is given up when the desk is out of reach', async () => {
  const { timing, sent, writes, answer } = slowDesk();
  void writes.write(fader, 'levelDb', -30);
  await answer(1);
  const inTime = writes.write(fader, 'levelDb', -20).catch((error) => error);
  const underWay = writes.write(fader, 'pan', 5).catch((error) => error);
  const behind = writes.write(fader, 'pan', 6).catch((error) => error);
  writes.giveUp(new Unreachable('no sign of life'));
  for (const each of [inTime, underWay, behind]) expect(await each).toEqual(new Unreachable('no sign of life'));
  await timing.pass(5000);
  expect(sent.map(({ fields }) => fields)).toEqual([{ levelDb: -30 }, { pan: 5 }]);
  expect([writes.isPending(fader, 'levelDb'), writes.isPending(fader, 'pan')]).toEqual([false, false]);
});
