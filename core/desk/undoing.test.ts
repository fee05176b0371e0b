import { expect, test } from 'vitest';
import { liveSetting, type Row, setting, Type } from '../provider.ts';
import type { SettingChange } from '../rows/definitions.ts';
import { Faults } from '../rows/faults.ts';
import { Refusal } from '../rows/refusals.ts';
import { Registry } from '../rows/registry.ts';
import type { Locked } from '../services.ts';
import { FakeTime } from '../testing/fake-time.ts';
import { WarningBoard } from '../warnings.ts';
import { DeskCore } from './desk.ts';
import { Seen } from './seen.ts';
import { MemoryStore } from './store-doubles.ts';
import { Undoing } from './undoing.ts';

const log = { debug() {}, info() {}, warn() {}, error() {} };

/** Strips, of which the last can be plugged out; a socket with a preamp; a plugin whose values go with it. */
function rowsOf(plugged: () => number, may: (name: string) => void): readonly Row[] {
  return [
    setting('/a/strip/{n}', {
      params: { n: Type.Integer({ minimum: 1 }) },
      addresses: {
        has: ({ n }) => {
          may('addresses.has');
          return n <= plugged();
        },
        list: () => [],
      },
      fields: {
        level: Type.Integer({ minimum: -100, maximum: 100, default: 0 }),
        solo: Type.Boolean({ default: false }),
        muted: Type.Boolean({ default: false }),
      },
      writable: ['level', 'solo', 'muted'],
      life: { solo: 'momentary' },
      limits: (_, desk) => {
        may('limits');
        return { level: { maximum: desk.read('/a/most').level } };
      },
      lockable: { muted: false },
    }),
    setting('/a/most', {
      fields: { level: Type.Integer({ minimum: 0, maximum: 100, default: 100 }) },
      writable: ['level'],
      life: 'site',
    }),
    setting('/a/socket', {
      fields: {
        gain: Type.Integer({ minimum: 0, maximum: 60, default: 0 }),
        phantom: Type.Boolean({ default: false }),
        pad: Type.Boolean({ default: false }),
      },
      writable: ['gain', 'phantom', 'pad'],
      delicate: { gain: 'rise', phantom: 'change', pad: 'fall' },
    }),
    setting('/a/plugin', {
      fields: { plugin: Type.Enum(['echo', 'gate'], { default: 'echo' }) },
      writable: ['plugin'],
      implies: (_change, _desk, before) =>
        Object.keys(before.read('/a/values')).map((field) => ({ path: '/a/values', field, value: undefined })),
    }),
    liveSetting('/a/values', {
      fields: (_at, desk) => (desk.read('/a/plugin').plugin === 'echo' ? echo : gate),
    }),
    setting('/a/filter', {
      fields: { type: Type.Enum(['low', 'high'], { default: 'low' }) },
      writable: ['type'],
      implies: ({ value }) => [{ path: '/a/cut', field: 'hz', value: value === 'low' ? 80 : 8000 }],
    }),
    liveSetting('/a/cut', { fields: (_at, desk) => (desk.read('/a/filter').type === 'low' ? low : high) }),
  ];
}
const number = Type.Integer({ minimum: 0, maximum: 9, default: 1 });
const echo = { fields: { time: number, mix: number }, writable: ['time', 'mix'] };
const gate = { fields: { hold: number, mix: number }, writable: ['hold', 'mix'] };

const cut = (hz: number) => ({ fields: { hz: Type.Integer({ default: hz }) }, writable: ['hz'] });
const [low, high] = [cut(80), cut(8000)];

async function begin(store = new MemoryStore()) {
  const time = new FakeTime();
  const world = { plugged: 4, locked: 'none' as Locked, forbidden: '', broken: '' };
  const may = (name: string) => {
    if (world.broken === name) throw new TypeError(`${name} is broken`);
  };
  const registry = new Registry([{ provider: { name: 'a', roots: ['a'] }, rows: rowsOf(() => world.plugged, may) }]);
  const desk = new DeskCore({
    ...{ registry, store, seen: new Seen(new Faults(log)), time, warnings: new WarningBoard(time, log), log },
    locked: () => world.locked,
    guard: (_after, _before, paths) => {
      if (paths.includes(world.forbidden)) throw new Refusal('conflict', 'That would be a loop.');
    },
  });
  await desk.open();
  const history = new Undoing(desk, registry, new Faults(log));
  const commit = (actor: string, ...changes: SettingChange[]) => {
    time.advance(2000);
    return desk.commit({ actor, label: `${changes[0]?.path} ${changes[0]?.field}`, changes });
  };
  const write = (actor: string, path: string, field: string, value: unknown) => commit(actor, { path, field, value });
  return { desk, history, time, world, store, commit, write };
}
const ann = { actor: 'ann' };
const firm = { actor: 'ann', override: true };
/** What a call that refuses in its tick threw. */
function refusal(call: () => unknown): Refusal {
  try {
    call();
  } catch (error) {
    return error as Refusal;
  }
  throw new Error('it was not refused');
}

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

test('revert takes back one entry and leaves later ones; it is an entry itself, whoever writes how fast', async () => {
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

test('who listens is told in the tick of the change, once, and not of what is no change of the history', async () => {
  const { desk, history, write } = await begin();
  let told = 0;
  const stop = history.onChange(() => told++);
  void desk.commit({ ...ann, label: '', changes: [{ path: '/a/strip/1', field: 'level', value: 5 }] });
  expect(told).toBe(1);
  void history.undo(ann);
  expect(told).toBe(2);
  await write('ann', '/a/most', 'level', 90);
  expect(told).toBe(2);
  stop();
  await write('ann', '/a/strip/1', 'level', 6);
  expect(told).toBe(2);
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

test('a listener of the history that throws keeps nobody after it from hearing', async () => {
  const { history, write } = await begin();
  let told = 0;
  history.onChange(() => {
    throw new TypeError('broken');
  });
  history.onChange(() => told++);
  await write('ann', '/a/strip/1', 'level', -5);
  expect(told).toBe(1);
});
