// A commit of what was rehearsed in its tick takes the draft of the rehearsal; any other is admitted by itself.
import fc from 'fast-check';
import { beforeEach, expect, test, vi } from 'vitest';
import { Refusal } from '../provider.ts';
import type { Change } from '../rows/definitions.ts';
import type { Locked } from '../services.ts';
import { MemoryStore } from '../testing/memory-store.ts';
import type { Commit, DeskCore } from './desk.ts';
import { deskOn, refusal, write } from './desk-fixture.ts';

const validate = vi.fn();
let locked: Locked;
let store: MemoryStore;
let desk: DeskCore;
beforeEach(async () => {
  locked = 'none';
  store = new MemoryStore();
  desk = await deskOn(store, undefined, { locked: () => locked, validate });
  validate.mockReset();
});

const level = (n: number, value: number): Change => ({ path: `/a/strip/${n}`, field: 'levelDb', value });
const request = (...changes: Change[]) => ({ actor: 'x', label: '', changes });
const levels = () => [1, 2, 3, 4].map((n) => desk.read(`/a/strip/${n}`).levelDb);
const rehearsed = (...changes: Change[]) => desk.rehearse(request(...changes));

test('a commit of the rehearsed changes is checked once, with what follows from them', async () => {
  await write(desk, '/a/strip/1', { linked: true });
  validate.mockClear();
  const applied: Commit[] = [];
  desk.onApplied((commit) => applied.push(commit));
  rehearsed(level(1, -5), level(3, -7));
  desk.commitNow(request(level(1, -5), level(3, -7)));
  expect(validate).toHaveBeenCalledTimes(1);
  expect(levels()).toEqual([-5, -5, -7, 0]);
  expect(applied.map(({ asked }) => asked)).toEqual([[level(1, -5), level(3, -7)]]);
  expect(store.contents().rows.map(({ path, fields }) => [path, fields.levelDb])).toEqual([
    ['/a/strip/1', -5],
    ['/a/strip/3', -7],
    ['/a/strip/2', -5],
  ]);
});

test('a rehearsal is good for one commit', async () => {
  rehearsed(level(1, -5));
  desk.commitNow(request(level(1, -5)));
  desk.commitNow(request(level(1, 0)));
  expect(desk.commitNow(request(level(1, -5))).changes).toMatchObject([{ from: 0, to: -5 }]);
  expect(validate).toHaveBeenCalledTimes(3);
});

test.each([
  ['of another value', [level(1, -6), level(3, -7)]],
  ['in another order', [level(3, -7), level(1, -5)]],
  ['of more', [level(1, -5), level(3, -7), level(4, -1)]],
  ['of less', [level(1, -5)]],
  ['at another address', [level(2, -5), level(3, -7)]],
])('a commit %s is checked by itself', (_, changes) => {
  rehearsed(level(1, -5), level(3, -7));
  desk.commitNow(request(...changes));
  expect(validate).toHaveBeenCalledTimes(2);
  for (const { path, value } of changes) expect(desk.read(path).levelDb).toBe(value);
});

test('a commit that implies nothing takes no draft with implied changes', async () => {
  await write(desk, '/a/strip/1', { linked: true });
  rehearsed(level(1, -5));
  desk.commitNow({ ...request(level(1, -5)), exact: true });
  expect(levels()).toEqual([-5, 0, 0, 0]);
});

test('a write between rehearsal and commit is kept, and what follows is of the desk with it', async () => {
  rehearsed(level(1, -5));
  desk.commitNow(request({ path: '/a/strip/1', field: 'linked', value: true }, level(4, -9)));
  desk.commitNow(request(level(1, -5)));
  expect(validate).toHaveBeenCalledTimes(3);
  expect(levels()).toEqual([-5, -5, 0, -9]);
});

test('a write that is refused between them costs the draft', () => {
  rehearsed(level(1, -5));
  expect(() => desk.commitNow(request(level(1, 99)))).toThrow(Refusal);
  desk.commitNow(request(level(1, -5)));
  expect(validate).toHaveBeenCalledTimes(2);
});

test('a rehearsal that is refused leaves no draft of the one before', () => {
  rehearsed(level(1, -5));
  expect(() => rehearsed(level(1, 99))).toThrow(Refusal);
  desk.commitNow(request(level(1, -5)));
  expect(validate).toHaveBeenCalledTimes(2);
});

test('a commit a turn later is checked again: what the validators ask may have changed', async () => {
  rehearsed(level(1, -5));
  validate.mockImplementation(() => {
    throw new Refusal('conflict', 'A device has gone.');
  });
  await Promise.resolve();
  expect((await refusal(desk.commit(request(level(1, -5))))).code).toBe('conflict');
  expect(levels()).toEqual([0, 0, 0, 0]);
});

test('a lock and a precondition hold the commit of what was rehearsed without them', async () => {
  rehearsed(level(1, -5));
  locked = 'all';
  expect((await refusal(desk.commit(request(level(1, -5))))).code).toBe('console-locked');
  locked = 'none';
  rehearsed(level(1, -5));
  const ifMatch = { path: '/a/strip/1', etag: '"double-7"' };
  expect((await refusal(desk.commit({ ...request(level(1, -5)), ifMatch }))).code).toBe('precondition-failed');
  expect(levels()).toEqual([0, 0, 0, 0]);
});

test('whatever is rehearsed, written and committed in turn, each commit ends as one that was not rehearsed', async () => {
  const changes = fc.array(
    fc.oneof(
      fc.record({
        path: fc.constantFrom('/a/strip/1', '/a/strip/2', '/a/strip/3'),
        field: fc.constantFrom('levelDb', 'levelDb', 'linked', 'name'),
        value: fc.constantFrom<unknown[]>(-5, -6, 99, true, false, 'Vox'),
      }),
      fc.record({
        path: fc.constant('/a/box'),
        field: fc.constant('model'),
        value: fc.constantFrom<unknown[]>('small', 'large'),
      }),
      fc.record({ path: fc.constant('/a/preamp'), field: fc.constant('gainDb'), value: fc.constantFrom(10, 45) }),
      fc.record({ path: fc.constant('/a/values'), field: fc.constant('depth'), value: fc.constantFrom(4, 8) }),
    ),
    { minLength: 1, maxLength: 3 },
  );
  const steps = fc.array(fc.record({ changes, first: fc.option(changes), lowers: fc.boolean() }), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const [stores, desks] = [[new MemoryStore(), new MemoryStore()], [] as DeskCore[]];
      for (const each of stores) desks.push(await deskOn(each));
      const [one, other] = desks as [DeskCore, DeskCore];
      for (const { changes, first, lowers } of all) {
        const attempt = (run: () => unknown) => {
          try {
            return run();
          } catch (error) {
            return (error as Error).message;
          }
        };
        const planned = attempt(() => one.rehearse(request(...changes), lowers).asked) as readonly Change[] | string;
        if (first !== null) attempt(() => one.commitNow(request(...first)));
        if (first !== null) attempt(() => other.commitNow(request(...first)));
        const asked =
          typeof planned === 'string'
            ? changes
            : (planned as unknown as { place: { path: string }; field: string; value: unknown }[]).map((each) => ({
                ...{ path: each.place.path, field: each.field, value: each.value },
              }));
        const outcome = ({ changes: made, revision }: ReturnType<DeskCore['commitNow']>) => ({
          made: made.map(({ place, field, from, to }) => [place.path, field, from, to]),
          revision,
        });
        const ended = [one, other].map((each) => attempt(() => outcome(each.commitNow(request(...asked)))));
        expect(ended[0]).toEqual(ended[1]);
      }
      expect(stores[0]?.contents().rows).toEqual(stores[1]?.contents().rows);
    }),
    { numRuns: 200 },
  );
});
