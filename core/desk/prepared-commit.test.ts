// A commit that was prepared in an earlier turn takes its draft, unless anything has changed that its checks may read.
import { setImmediate } from 'node:timers/promises';
import { beforeEach, expect, test, vi } from 'vitest';
import { atOnce } from '../base/steps.ts';
import { Refusal } from '../provider.ts';
import type { Change, DeskReader } from '../rows/definitions.ts';
import type { Locked } from '../services.ts';
import { MemoryStore } from '../testing/memory-store.ts';
import type { DeskCore } from './desk.ts';
import { deskOn, refusal, write } from './desk-fixture.ts';

const validate = vi.fn<(after: DeskReader) => void>();
let locked: Locked;
let desk: DeskCore;
beforeEach(async () => {
  locked = 'none';
  desk = await deskOn(new MemoryStore(), undefined, { locked: () => locked, validate });
  validate.mockReset();
});

const level = (n: number, value: number): Change => ({ path: `/a/strip/${n}`, field: 'levelDb', value });
const request = (...changes: Change[]) => ({ actor: 'x', label: '', changes });
const levels = () => [1, 2, 3].map((n) => desk.read(`/a/strip/${n}`).levelDb);

test('what was prepared is committed in a later turn, with what follows from it', async () => {
  await write(desk, '/a/strip/1', { linked: true });
  const own = request(level(1, -5), level(3, -7));
  atOnce(desk.prepare(own));
  expect(levels()).toEqual([0, 0, 0]);
  await setImmediate();
  const { changes } = desk.commitNow(own);
  expect(changes.map(({ place, to }) => [place.path, to])).toEqual([
    ['/a/strip/1', -5],
    ['/a/strip/3', -7],
    ['/a/strip/2', -5],
  ]);
  expect(levels()).toEqual([-5, -5, -7]);
});

test('a commit meanwhile is seen: the link that it made counts', async () => {
  const own = request(level(1, -5));
  atOnce(desk.prepare(own));
  await write(desk, '/a/strip/1', { linked: true });
  desk.commitNow(own);
  expect(levels()).toEqual([-5, -5, 0]);
});

test('validators are asked again: a recording may have begun', async () => {
  const own = request(level(1, -5));
  atOnce(desk.prepare(own));
  validate.mockImplementation(() => {
    throw new Refusal('conflict', 'A take is recorded.');
  });
  await setImmediate();
  expect(await refusal(desk.commit(own))).toMatchObject({ code: 'conflict' });
  expect(levels()).toEqual([0, 0, 0]);
});

test('a lock that came meanwhile holds, and so does a precondition', async () => {
  const own = { ...request(level(1, -5)), ifMatch: { path: '/a/strip/1', etag: desk.etagOf('/a/strip/1') } };
  atOnce(desk.prepare(own));
  locked = 'all';
  expect(await refusal(desk.commit(own))).toMatchObject({ code: 'console-locked' });
  locked = 'none';
  atOnce(desk.prepare(own));
  await write(desk, '/a/strip/1', { name: 'Voice' });
  expect(await refusal(desk.commit(own))).toMatchObject({ code: 'precondition-failed' });
  expect(levels()).toEqual([0, 0, 0]);
});

test('a commit between two steps of the checks has them made again', async () => {
  const own = request(...Array.from({ length: 600 }, (_, n) => level(1, -1 - (n % 5))));
  const steps = desk.prepare(own);
  expect(steps.next().done).toBe(false);
  await write(desk, '/a/strip/1', { linked: true });
  validate.mockReset();
  atOnce(steps);
  expect(validate).toHaveBeenCalledTimes(2);
  desk.commitNow(own);
  expect(levels()).toEqual([-5, -5, 0]);
});

test('another request takes nothing of it', () => {
  atOnce(desk.prepare(request(level(1, -5))));
  desk.commitNow(request(level(2, -6)));
  expect(levels()).toEqual([0, -6, 0]);
});
