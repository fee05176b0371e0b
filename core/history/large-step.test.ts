// Undo and redo of an entry with thousands of changes: checked over turns, and one commit of the desk as it is then.
import { setImmediate } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { mostChangesAtOnce } from '../desk/commit.ts';
import { ann, begin, refusal } from './undoing-fixture.ts';

const count = mostChangesAtOnce + 200;
const levels = (value: number) =>
  Array.from({ length: count }, (_, n) => ({ path: `/a/strip/${n + 1}`, field: 'level', value }));

async function large() {
  const desk = await begin();
  desk.world.plugged = count;
  await desk.commit('ann', ...levels(-5));
  const at = (n: number) => desk.desk.read(`/a/strip/${n}`).level;
  return { ...desk, at };
}

test('a large step is one commit in a later turn, and its draft is that of the checks', async () => {
  const { desk, history, at } = await large();
  const prepared = vi.spyOn(desk, 'prepare');
  const undone = history.undo(ann);
  expect([desk.revision, at(count)]).toEqual([1, -5]);
  expect(await undone).toMatchObject({ entry: { id: '1' }, revision: 2, skipped: [] });
  expect((await undone).changes).toHaveLength(count);
  expect([at(1), at(count), history.undone]).toEqual([0, 0, 1]);
  await history.redo(ann);
  expect([at(1), at(count), history.undone, desk.revision]).toEqual([-5, -5, 0, 3]);
  expect(prepared).toHaveBeenCalledTimes(2);
});

test('a commit meanwhile is what is newest then', async () => {
  const { history, write, at } = await large();
  const undone = history.undo(ann);
  await setImmediate();
  await write('ann', '/a/strip/3', 'level', -9);
  expect(await undone).toMatchObject({ entry: { id: '2' } });
  expect([at(1), at(3)]).toEqual([-5, -5]);
});

test('what stands against a large step is said before it begins', async () => {
  const { history, world } = await large();
  expect(refusal(() => history.undo({ actor: 'bob' })).code).toBe('override-needed');
  world.locked = 'all';
  expect(refusal(() => history.undo(ann)).code).toBe('console-locked');
});

test('a field that the desk refuses is found as in a small step, and left out with override', async () => {
  const { desk, history, at, write, world } = await large();
  world.plugged = count - 1;
  expect(refusal(() => history.undo(ann)).code).toBe('row-gone');
  world.plugged = count;
  world.forbidden = '/a/strip/7';
  await expect(history.undo(ann)).rejects.toMatchObject({ code: 'conflict' });
  expect(await history.undo({ ...ann, override: true })).toMatchObject({ skipped: [{ path: '/a/strip/7' }] });
  expect([at(6), at(7), at(8)]).toEqual([0, -5, 0]);
  world.forbidden = '';
  await write('ann', '/a/most', 'level', 50);
  expect(desk.revision).toBe(3);
});
