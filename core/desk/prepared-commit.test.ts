// A commit that was prepared in an earlier turn takes its draft, unless anything has changed that its checks may read.
import { setImmediate } from 'node:timers/promises';
import { beforeEach, expect, test, vi } from 'vitest';
import { Faults } from '../base/fault-log.ts';
import { atOnce } from '../base/steps.ts';
import { Refusal } from '../provider.ts';
import { ObservedValues } from '../reconcile/observed-values.ts';
import type { Change, DeskReader } from '../rows/definitions.ts';
import type { Locked } from '../services.ts';
import { MemoryStore } from '../testing/memory-store.ts';
import type { DeskCore } from './desk.ts';
import { deskOn, log, refusal, write } from './desk-fixture.ts';

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
  atOnce(desk.prepareInSteps(own));
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
  atOnce(desk.prepareInSteps(own));
  await write(desk, '/a/strip/1', { linked: true });
  desk.commitNow(own);
  expect(levels()).toEqual([-5, -5, 0]);
});

test('validators are asked again: a recording may have begun', async () => {
  const own = request(level(1, -5));
  atOnce(desk.prepareInSteps(own));
  validate.mockImplementation(() => {
    throw new Refusal('conflict', 'A take is recorded.');
  });
  await setImmediate();
  expect(await refusal(desk.commit(own))).toMatchObject({ code: 'conflict' });
  expect(levels()).toEqual([0, 0, 0]);
});

test('a lock that came meanwhile holds, and so does a precondition', async () => {
  const own = { ...request(level(1, -5)), ifMatch: { path: '/a/strip/1', etag: desk.etagOf('/a/strip/1') } };
  atOnce(desk.prepareInSteps(own));
  locked = 'all';
  expect(await refusal(desk.commit(own))).toMatchObject({ code: 'console-locked' });
  locked = 'none';
  atOnce(desk.prepareInSteps(own));
  await write(desk, '/a/strip/1', { name: 'Voice' });
  expect(await refusal(desk.commit(own))).toMatchObject({ code: 'precondition-failed' });
  expect(levels()).toEqual([0, 0, 0]);
});

test('a commit between two steps of the checks has them made again', async () => {
  const own = request(...Array.from({ length: 600 }, (_, n) => level(1, -1 - (n % 5))));
  const steps = desk.prepareInSteps(own);
  expect(steps.next().done).toBe(false);
  await write(desk, '/a/strip/1', { linked: true });
  validate.mockReset();
  atOnce(steps);
  expect(validate).toHaveBeenCalledTimes(2);
  desk.commitNow(own);
  expect(levels()).toEqual([-5, -5, 0]);
});

test('a prepared commit leaves what any other does: in memory, in the store, in the history, with targets and listeners', async () => {
  const all: Change[] = [
    { path: '/a/strip/1', field: 'linked', value: true },
    level(1, -5),
    { path: '/a/strip/3', field: 'soloed', value: true },
    { path: '/a/strip/4', field: 'tags', value: ['a'] },
    { path: '/a/effect', field: 'plugin', value: 'delay' },
    { path: '/a/box', field: 'model', value: 'small' },
  ];
  const madeBy = async (isPrepared: boolean) => {
    const store = new MemoryStore();
    const own = await deskOn(store);
    const applied: unknown[] = [];
    own.onApplied(({ changes, ...commit }) => {
      applied.push({ ...commit, changes: changes.map(({ place, contract, ...rest }) => [place.path, rest]) });
    });
    own.onCommit((...news) => applied.push(news));
    const back = all.map(({ path, field }) => ({ path, field, value: own.read(path)[field] }));
    for (const changes of [all, back]) {
      const each = request(...changes);
      if (isPrepared) await own.prepare(each);
      own.commitNow(each);
    }
    // The contract of a value that another row limits is known again.
    const beyond = request({ path: '/a/preamp', field: 'gainDb', value: 50 });
    if (isPrepared) await own.prepare(beyond);
    own.commitNow(beyond);
    const limited = await refusal(write(own, '/a/box', { model: 'small' }));
    const rows = ['/a/strip/1', '/a/strip/2', '/a/strip/3', '/a/strip/4', '/a/effect/values'].map((path) =>
      own.read(path),
    );
    return { contents: store.contents(), batches: store.batches, entries: own.history.entries, applied, limited, rows };
  };
  const { limited: other, ...prepared } = await madeBy(true);
  const { limited, ...plain } = await madeBy(false);
  expect(prepared).toEqual(plain);
  expect(other.errors).toEqual(limited.errors);
  expect(plain.applied.length).toBeGreaterThan(4);
});

test('a report between preparation and commit has it checked again', async () => {
  const observed = new ObservedValues(new Faults(log));
  desk = await deskOn(new MemoryStore(), undefined, { observed, validate });
  const own = request(level(1, -5));
  atOnce(desk.prepareInSteps(own));
  const before = desk.state;
  observed.report('mixer', 0, [{ path: '/a/strip/1', field: 'levelDb', value: -3, state: 'applied' }]);
  expect(desk.state).not.toBe(before);
  validate.mockReset();
  desk.commitNow(own);
  expect(validate).toHaveBeenCalledTimes(1);
  expect(levels()).toEqual([-5, 0, 0]);
});

test('another request takes nothing of it', () => {
  atOnce(desk.prepareInSteps(request(level(1, -5))));
  desk.commitNow(request(level(2, -6)));
  expect(levels()).toEqual([0, -6, 0]);
});
