import { expect, test } from 'vitest';
import { ann, begin, firm, refusal } from './undoing-fixture.ts';

test('what a later entry touched is refused with who touched it, and left alone with override', async () => {
  const { desk, history, commit, write } = await begin();
  await commit(
    'ann',
    { path: '/a/strip/1', field: 'level', value: -5 },
    { path: '/a/strip/2', field: 'level', value: -6 },
  );
  await write('bob', '/a/strip/2', 'level', -9);
  const revision = desk.revision;
  const refused = refusal(() => history.revert('1', ann));
  expect(refused).toMatchObject({ code: 'overtaken', status: 409 });
  expect(refused.message).toContain('/a/strip/2 level by bob');
  expect(refused.params).toEqual({
    id: '1',
    skipped: [{ path: '/a/strip/2', field: 'level', code: 'overtaken', overtakenBy: ['2'] }],
    count: 1,
  });
  expect(desk.revision).toBe(revision);
  const outcome = await history.revert('1', firm);
  expect(outcome.changes).toEqual([{ path: '/a/strip/1', field: 'level', from: -5, to: 0 }]);
  expect(outcome.skipped).toMatchObject([{ path: '/a/strip/2', field: 'level', refusal: { code: 'overtaken' } }]);
  expect(desk.read('/a/strip/2').level).toBe(-9);
  expect(refusal(() => history.revert('1', firm)).code).toBe('overtaken');
});

test('what is gone is refused, and left out with override; the way back behind it is free then', async () => {
  const { desk, history, world, write } = await begin();
  await write('ann', '/a/strip/1', 'level', -5);
  await write('ann', '/a/strip/4', 'level', -6);
  world.plugged = 3;
  expect(refusal(() => history.undo(ann))).toMatchObject({ code: 'row-gone', params: { count: 1 } });
  expect(history.isRevertible('2')).toBe(false);
  const revision = desk.revision;
  const outcome = await history.undo(firm);
  expect(outcome).toMatchObject({ revision: revision + 1, changes: [], skipped: [{ path: '/a/strip/4' }] });
  expect(history.undone).toBe(1);
  await history.undo(ann);
  expect(desk.read('/a/strip/1').level).toBe(0);
});

test("another actor's entry is undone, redone and reverted with override only", async () => {
  const { desk, history, write } = await begin();
  await write('bob', '/a/strip/1', 'level', -5);
  for (const call of [() => history.undo(ann), () => history.revert('1', ann)]) {
    expect(refusal(call)).toMatchObject({
      code: 'override-needed',
      status: 409,
      message: '/a/strip/1 level is what bob did: that is done with override only.',
      params: { id: '1', reasons: [{ reason: 'actor', actor: 'bob' }] },
    });
  }
  await history.undo(firm);
  expect(desk.read('/a/strip/1').level).toBe(0);
  expect(refusal(() => history.redo(ann)).code).toBe('override-needed');
  await history.redo({ actor: 'bob' });
  expect(desk.read('/a/strip/1').level).toBe(-5);
});

test('phantom is switched, and gain is raised, with override only; a gain that falls is not in the way', async () => {
  const { desk, history, write } = await begin();
  const reasons = (call: () => unknown) => refusal(call).params.reasons;
  const delicate = (field: string) => [{ reason: 'delicate', path: '/a/socket', field }];
  await write('ann', '/a/socket', 'gain', 30);
  await history.undo(ann);
  expect(desk.read('/a/socket').gain).toBe(0);
  expect(reasons(() => history.redo(ann))).toEqual(delicate('gain'));
  await history.redo(firm);
  await write('ann', '/a/socket', 'phantom', true);
  expect(reasons(() => history.undo(ann))).toEqual(delicate('phantom'));
  await history.undo(firm);
  expect(desk.read('/a/socket').phantom).toBe(false);
  expect(reasons(() => history.redo(ann))).toEqual(delicate('phantom'));
  await write('ann', '/a/socket', 'pad', true);
  expect(reasons(() => history.undo(ann))).toEqual(delicate('pad'));
  await write('ann', '/a/socket', 'gain', 10);
  expect(reasons(() => history.undo(ann))).toEqual(delicate('gain'));
});

test('a value that does not fit any more is refused, and left out with override', async () => {
  const { desk, history, commit, write } = await begin();
  await write('ann', '/a/strip/1', 'level', 50);
  await commit(
    'ann',
    { path: '/a/strip/1', field: 'level', value: 5 },
    { path: '/a/strip/2', field: 'level', value: 5 },
  );
  await write('ann', '/a/most', 'level', 10);
  const refused = refusal(() => history.undo(ann));
  expect(refused).toMatchObject({ code: 'invalid-fields', params: { id: '2', count: 1 } });
  expect(refused.message).toMatch(/^\/a\/strip\/1: level must be/);
  const outcome = await history.undo(firm);
  expect(outcome.skipped).toMatchObject([{ path: '/a/strip/1', field: 'level', refusal: { code: 'invalid-fields' } }]);
  expect([desk.read('/a/strip/1').level, desk.read('/a/strip/2').level]).toEqual([5, 0]);
});

test('what rows make together is minded too', async () => {
  const { desk, history, commit, world } = await begin();
  await commit(
    'ann',
    { path: '/a/strip/1', field: 'level', value: 5 },
    { path: '/a/strip/2', field: 'level', value: 5 },
  );
  world.forbidden = '/a/strip/1';
  expect(refusal(() => history.undo(ann)).code).toBe('conflict');
  expect((await history.undo(firm)).skipped).toMatchObject([{ path: '/a/strip/1', refusal: { code: 'conflict' } }]);
  expect([desk.read('/a/strip/1').level, desk.read('/a/strip/2').level]).toEqual([5, 0]);
});

test('a locked console holds undo, with override too, but never a mute', async () => {
  const { desk, history, world, write } = await begin();
  await write('ann', '/a/strip/1', 'muted', true);
  await write('ann', '/a/strip/1', 'level', 5);
  world.locked = 'all';
  for (const request of [ann, firm]) expect(refusal(() => history.undo(request)).code).toBe('console-locked');
  expect(history.undone).toBe(0);
  await history.revert('1', ann);
  expect(desk.read('/a/strip/1')).toMatchObject({ muted: false, level: 5 });
});

test.each(['addresses.has', 'limits'])(
  'a row whose %s throws is skipped with the fault, and the rest is undone',
  async (name) => {
    const { desk, history, world, commit, write } = await begin();
    await write('ann', '/a/strip/2', 'level', -9);
    const strip = { path: '/a/strip/1', field: 'level', value: -5 };
    await commit('ann', strip, { path: '/a/values', field: 'mix', value: 5 });
    world.broken = name;
    expect(history.isRevertible('2')).toBe(name === 'limits');
    expect(refusal(() => history.undo(ann)).code).toBe('fault');
    const { skipped, changes } = await history.undo(firm);
    expect(skipped.map(({ path, refusal }) => [path, refusal.code])).toEqual([['/a/strip/1', 'fault']]);
    expect(changes.map(({ path }) => path)).toEqual(['/a/values']);
    expect((await history.undo(firm)).skipped, 'what is next is not stuck behind it').toHaveLength(1);
    world.broken = '';
    expect(desk.read('/a/most').level).toBe(100);
    expect(history.undone).toBe(2);
  },
);
