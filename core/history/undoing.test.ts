import { expect, test } from 'vitest';
import { MemoryStore } from '../testing/memory-store.ts';
import { ann, begin, refusal } from './undoing-fixture.ts';

test('undo and redo go through the entries and back, each with a revision of its own, and add none', async () => {
  const { desk, history, write } = await begin();
  await write('ann', '/a/strip/1', 'level', -5);
  await write('ann', '/a/strip/2', 'level', -6);
  expect(await history.undo(ann)).toMatchObject({
    entry: { id: '2', label: '/a/strip/2 level' },
    revision: 3,
    changes: [{ path: '/a/strip/2', field: 'level', from: -6, to: 0 }],
    skipped: [],
    durable: true,
  });
  await history.undo(ann);
  expect(desk.read('/a/strip/1').level).toBe(0);
  expect(refusal(() => history.undo(ann))).toMatchObject({ code: 'conflict', params: { reason: 'nothing-to-undo' } });
  await history.redo(ann);
  await history.redo(ann);
  expect([desk.read('/a/strip/1').level, desk.read('/a/strip/2').level]).toEqual([-5, -6]);
  expect(refusal(() => history.redo(ann))).toMatchObject({ code: 'conflict', params: { reason: 'nothing-to-redo' } });
  expect(desk.revision).toBe(6);
  expect(history.entries.map(({ id, undone }) => [id, undone])).toEqual([
    ['2', false],
    ['1', false],
  ]);
});

test('a new commit drops what was undone', async () => {
  const { history, write } = await begin();
  await write('ann', '/a/strip/1', 'level', -5);
  await write('ann', '/a/strip/2', 'level', -6);
  await history.undo(ann);
  await write('ann', '/a/strip/3', 'level', -7);
  expect(history.undone).toBe(0);
  expect(history.entries.map(({ id }) => id)).toEqual(['3', '1']);
});

test('an entry is undone whole: fields that went with a plugin are back with their values', async () => {
  const { desk, history, write } = await begin();
  await write('ann', '/a/values', 'time', 7);
  await write('ann', '/a/values', 'mix', 3);
  await write('ann', '/a/plugin', 'plugin', 'gate');
  expect(desk.read('/a/values')).toEqual({ hold: 1, mix: 1 });
  await history.undo(ann);
  expect(desk.read('/a/plugin').plugin).toBe('echo');
  expect(desk.read('/a/values')).toEqual({ time: 7, mix: 3 });
  await history.redo(ann);
  expect(desk.read('/a/values')).toEqual({ hold: 1, mix: 1 });
});

test('a value that is another only by its default is undone in its turn', async () => {
  const { desk, history } = await begin();
  const commit = (path: string, field: string, value: unknown) =>
    desk.commit({ ...ann, label: path, changes: [{ path, field, value }] });
  await commit('/a/filter', 'type', 'high');
  expect(history.get('1')?.changes).toContainEqual({ path: '/a/cut', field: 'hz', from: 80, to: 8000 });
  await commit('/a/cut', 'hz', 9000);
  await history.revert('2', ann);
  await commit('/a/filter', 'type', 'low');
  expect(desk.read('/a/cut').hz).toBe(80);
  // Had the last been joined to the first, there would be no way back to 80.
  for (let left = 4; left > 0; left--) await history.undo(ann);
  expect([desk.read('/a/filter').type, desk.read('/a/cut').hz]).toEqual(['low', 80]);
});

test('a value whose plugin is another now is gone', async () => {
  const { desk, history, write } = await begin();
  await write('ann', '/a/plugin', 'plugin', 'gate');
  await write('ann', '/a/values', 'hold', 7);
  await history.revert('1', ann);
  expect(desk.read('/a/values')).toEqual({ time: 1, mix: 1 });
  expect(refusal(() => history.revert('2', ann))).toMatchObject({
    code: 'row-gone',
    message: '/a/values has no hold now. With override it is left as it is.',
  });
  await history.undo(ann);
  expect(desk.read('/a/values')).toEqual({ hold: 7, mix: 1 });
  await history.revert('2', ann);
  expect(desk.read('/a/values')).toEqual({ hold: 1, mix: 1 });
});

test('revert takes back one entry and leaves later ones; it is an entry itself, however fast any actor writes', async () => {
  const { desk, history, write, time } = await begin();
  await write('ann', '/a/strip/1', 'level', -5);
  await write('ann', '/a/strip/2', 'level', -6);
  expect(history.isRevertible('1')).toBe(true);
  await history.revert('1', ann);
  expect([desk.read('/a/strip/1').level, desk.read('/a/strip/2').level]).toEqual([0, -6]);
  time.advance(10);
  await desk.commit({ ...ann, label: 'x', changes: [{ path: '/a/strip/1', field: 'level', value: -1 }] });
  expect(history.entries.map(({ label }) => label)).toEqual([
    'x',
    'Revert /a/strip/1 level',
    '/a/strip/2 level',
    '/a/strip/1 level',
  ]);
  expect(history.overtakenBy('1')).toEqual(['3', '4']);
  expect(history.isRevertible('1')).toBe(false);
  await history.undo(ann);
  await history.undo(ann);
  expect(desk.read('/a/strip/1').level).toBe(-5);
  expect(history.isRevertible('1')).toBe(true);
  expect(refusal(() => history.revert('4', ann))).toMatchObject({ code: 'conflict', params: { reason: 'undone' } });
  expect(refusal(() => history.revert('9', ann)).code).toBe('unknown-row');
});

test('a write that is reverted at once stays in the history', async () => {
  const { desk, history } = await begin();
  await desk.commit({ ...ann, label: 'x', changes: [{ path: '/a/strip/1', field: 'level', value: -1 }] });
  await history.revert('1', ann);
  expect(history.entries.map(({ label }) => label)).toEqual(['Revert x', 'x']);
});

test('neither what is momentary nor what belongs to the site is in the history', async () => {
  const { desk, history, commit } = await begin();
  await commit('ann', { path: '/a/strip/1', field: 'solo', value: true });
  await commit('ann', { path: '/a/most', field: 'level', value: 90 });
  expect(history.entries).toEqual([]);
  await commit(
    'ann',
    { path: '/a/strip/1', field: 'solo', value: false },
    { path: '/a/strip/1', field: 'level', value: 5 },
  );
  await history.undo(ann);
  expect(desk.read('/a/strip/1')).toMatchObject({ solo: false, level: 0 });
});

test('listeners are notified in the tick of the change, once, and of changes of the history only', async () => {
  const { desk, history, write } = await begin();
  let calls = 0;
  const stop = history.onChange(() => calls++);
  void desk.commit({ ...ann, label: '', changes: [{ path: '/a/strip/1', field: 'level', value: 5 }] });
  expect(calls).toBe(1);
  void history.undo(ann);
  expect(calls).toBe(2);
  await write('ann', '/a/most', 'level', 90);
  expect(calls).toBe(2);
  stop();
  await write('ann', '/a/strip/1', 'level', 6);
  expect(calls).toBe(2);
});

test('after a restart all can be undone and redone as before', async () => {
  const before = await begin();
  await before.write('ann', '/a/strip/1', 'level', -5);
  await before.write('ann', '/a/plugin', 'plugin', 'gate');
  await before.write('ann', '/a/values', 'hold', 7);
  await before.history.undo(ann);
  const { desk, history } = await begin(new MemoryStore(before.store.contents()));
  expect(history.entries).toEqual(before.history.entries);
  await history.redo(ann);
  expect(desk.read('/a/values')).toEqual({ hold: 7, mix: 1 });
  for (let left = 3; left > 0; left--) await history.undo(ann);
  expect(desk.read('/a/values')).toEqual({ time: 1, mix: 1 });
  expect(desk.read('/a/strip/1').level).toBe(0);
});

test('a listener of the history that throws does not stop the others', async () => {
  const { history, write } = await begin();
  let calls = 0;
  history.onChange(() => {
    throw new TypeError('broken');
  });
  history.onChange(() => calls++);
  await write('ann', '/a/strip/1', 'level', -5);
  expect(calls).toBe(1);
});
