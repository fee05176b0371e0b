import { beforeEach, expect, test } from 'vitest';
import { Faults } from '../base/fault-log.ts';
import type { Value } from '../driver.ts';
import { setting, Type } from '../provider.ts';
import { Registry } from '../rows/registry.ts';
import { ObservedValues } from './observed-values.ts';
import { Reconciler } from './reconciler.ts';
import { agreeingRows, appear, convergingDesk, turn } from './reconciler-fixture.ts';
import { TargetDouble, TargetsDouble } from './target-doubles.ts';

const log = { debug() {}, info() {}, warn() {}, error() {} };

type Converging = Awaited<ReturnType<typeof convergingDesk>>;
let time: Converging['time'];
let warnings: Converging['warnings'];
let desk: Converging['desk'];
let mixer: Converging['mixer'];
let box: Converging['box'];
let convergence: Converging['convergence'];
let write: Converging['write'];
let beats: Converging['beats'];
beforeEach(async () => {
  ({ time, warnings, desk, mixer, box, convergence, write, beats } = await convergingDesk());
});

test('a target that comes gets the complete state in one block, defaults included', async () => {
  await write('/a/strip/2', 'levelDb', -7);
  await appear(mixer);
  expect(mixer.blocks).toHaveLength(1);
  expect(mixer.blocks[0]?.revision).toBe(1);
  expect(mixer.blocks[0]?.values).toHaveLength(7);
  expect(mixer.blocks[0]?.values).toContainEqual({ path: '/a/strip/2', field: 'levelDb', value: -7 });
  expect(mixer.blocks[0]?.values).toContainEqual({ path: '/a/strip/1', field: 'delayMs', value: 0 });
});

test('a commit goes to each of its targets as one block, in its tick', async () => {
  await appear(mixer, box);
  const before = [mixer.blocks.length, box.blocks.length];
  const committed = desk.commit({
    actor: 'x',
    label: '',
    changes: [
      { path: '/a/strip/1', field: 'levelDb', value: -1 },
      { path: '/a/strip/2', field: 'levelDb', value: -2 },
      { path: '/a/strip/2', field: 'name', value: 'no target' },
      { path: '/a/socket/1', field: 'gainDb', value: 20 },
      { path: '/a/socket/3', field: 'gainDb', value: 20 },
    ],
  });
  expect(mixer.blocks.slice(before[0])).toEqual([
    {
      revision: 1,
      values: [
        { path: '/a/strip/1', field: 'levelDb', value: -1 },
        { path: '/a/strip/2', field: 'levelDb', value: -2 },
      ],
    },
  ]);
  expect(box.blocks.slice(before[1])).toEqual([
    { revision: 1, values: [{ path: '/a/socket/1', field: 'gainDb', value: 20 }] },
  ]);
  await committed;
});

test('a target gets the schema of each value, of the complete state and of a commit', async () => {
  const settling: unknown[] = [];
  box.makes = ({ field, value, schema }) => {
    if (field === 'phantom') settling.push(schema);
    return value;
  };
  await appear(box);
  await write('/a/socket/1', 'phantom', true);
  // Those of sockets 1 and 2, then the change.
  expect(settling).toMatchObject([{ settlesMs: 3000 }, { settlesMs: 3000 }, { settlesMs: 3000 }]);
});

test('a target gets read-only fields that a row sends it, anew when a row that they read or their source changes', async () => {
  let source = 'a';
  let changed = () => {};
  const sending = setting('/a/named', {
    fields: { label: Type.String({ default: '' }), shown: Type.String() },
    writable: ['label'],
    computed: () => ({ shown: source }),
    target: 'box',
    sends: {
      values: (_at, desk) => ({ shown: `${source} ${desk.read('/a/where').box}`, unknown: 1 }),
      watch: (told) => {
        changed = told;
        return () => {};
      },
    },
  });
  const { box: target, write: put } = await convergingDesk([...agreeingRows, sending]);
  await appear(target);
  const last = () => target.blocks.at(-1)?.values;
  expect(last()).toContainEqual({ path: '/a/named', field: 'shown', value: 'a box' });
  expect(last()?.some(({ field }) => field === 'unknown')).toBe(false);
  await put('/a/where', 'box', 'other');
  expect(last()).toEqual([{ path: '/a/named', field: 'shown', value: 'a other' }]);
  source = 'b';
  changed();
  expect(last()).toEqual([{ path: '/a/named', field: 'shown', value: 'b other' }]);
  const blocks = target.blocks.length;
  changed();
  expect(target.blocks).toHaveLength(blocks);
});

test('what a row sends may stand in the place of a writable field, and the target gets that alone', async () => {
  const guarded = setting('/a/guarded', {
    fields: { plugin: Type.String({ default: '' }) },
    writable: ['plugin'],
    target: 'box',
    sends: { values: (_at, desk) => (desk.read('/a/guarded').plugin === 'gone' ? { plugin: '' } : {}) },
  });
  const { box: target, desk, write: put } = await convergingDesk([...agreeingRows, guarded]);
  await appear(target);
  const own = () => target.blocks.flatMap(({ values }) => values.filter(({ path }) => path === '/a/guarded'));
  expect(own()).toEqual([{ path: '/a/guarded', field: 'plugin', value: '' }]);
  await put('/a/guarded', 'plugin', 'here');
  expect(own().at(-1)).toMatchObject({ value: 'here' });
  await put('/a/guarded', 'plugin', 'gone');
  expect(own().map(({ value }) => value)).toEqual(['', 'here', '']);
  expect(desk.read('/a/guarded').plugin).toBe('gone');
});

test('the barrier waits for the slowest present target and never falls', async () => {
  await write('/a/strip/1', 'levelDb', -1);
  expect(convergence.barrier).toBe(1);
  await appear(mixer, box);
  mixer.settlesAtOnce = false;
  await write('/a/strip/1', 'levelDb', -2);
  await write('/a/socket/1', 'gainDb', 3);
  expect([desk.revision, convergence.barrier]).toEqual([3, 1]);
  mixer.settle();
  expect(convergence.barrier).toBe(3);
  await write('/a/strip/1', 'levelDb', -4);
  await write('/a/strip/1', 'levelDb', -5);
  expect(convergence.barrier).toBe(3);
  mixer.vanish();
  expect(convergence.barrier).toBe(5);
  mixer.appear();
  expect(convergence.barrier).toBe(5);
});

test('a fader that never rests does not hold the barrier: what was applied on the way counts', async () => {
  await appear(mixer);
  mixer.settlesAtOnce = false;
  await write('/a/strip/1', 'levelDb', -1);
  await write('/a/strip/1', 'levelDb', -2);
  mixer.settle();
  await write('/a/strip/1', 'levelDb', -3);
  expect(convergence.barrier).toBe(2);
});

test('continuous rows are left out of the barrier and corrected all the same', async () => {
  await appear(mixer);
  mixer.settlesAtOnce = false;
  await write('/a/live', 'x', 5);
  expect(convergence.barrier).toBe(1);
  mixer.settlesAtOnce = true;
  mixer.settle();
  mixer.has.set('/a/live x', 6);
  await beats(2);
  expect(mixer.has.get('/a/live x')).toBe(5);
  expect(convergence.corrections).toBe(1);
});

test('a value changed at the device is adopted, and not written back', async () => {
  await appear(box);
  const actors: string[] = [];
  desk.onCommit((_revision, _paths, actor) => actors.push(actor));
  const blocks = box.blocks.length;
  box.changeOnDevice('/a/socket/1', 'gainDb', 33);
  expect(desk.read('/a/socket/1').gainDb).toBe(33);
  expect(actors).toEqual(['device']);
  await turn();
  await beats(2);
  expect(box.blocks).toHaveLength(blocks);
  expect(convergence.barrier).toBe(1);
});

test('what follows from a change at the device is written to it', async () => {
  const pair = setting('/a/pair/{n}', {
    params: { n: Type.Integer({ minimum: 1 }) },
    addresses: { has: ({ n }) => n <= 2, list: () => [{ n: 1 }, { n: 2 }] },
    fields: { gainDb: Type.Number({ default: 0 }) },
    writable: ['gainDb'],
    target: 'box',
    implies: ({ at, field, value }) => [{ path: `/a/pair/${3 - at.n}`, field, value }],
  });
  ({ desk, box } = await convergingDesk([pair]));
  await appear(box);
  box.changeOnDevice('/a/pair/1', 'gainDb', 33);
  expect(box.blocks.slice(1)).toEqual([{ revision: 1, values: [{ path: '/a/pair/2', field: 'gainDb', value: 33 }] }]);
});

test('a value changed at the device is undone there where the desk refuses it', async () => {
  await appear(box);
  box.changeOnDevice('/a/socket/1', 'gainDb', 99);
  await turn();
  expect(desk.read('/a/socket/1').gainDb).toBe(0);
  expect(box.has.get('/a/socket/1 gainDb')).toBe(0);
});

test('what a target changes by itself all the time is adopted without a step of the history, despite the lock', async () => {
  const state = setting('/a/state', {
    fields: { id: Type.String({ changesAtTarget: true, default: '' }), gainDb: Type.Number({ default: 0 }) },
    writable: ['id', 'gainDb'],
    target: 'box',
  });
  let isLocked = false;
  ({ desk, box, write } = await convergingDesk([state], undefined, () => (isLocked ? 'all' : 'none')));
  await appear(box);
  await write('/a/state', 'gainDb', 3);
  box.changeOnDevice('/a/state', 'id', 'second');
  expect(desk.read('/a/state').id).toBe('second');
  expect(desk.history.entries.map(({ changes }) => changes.map(({ field }) => field))).toEqual([['gainDb']]);
  isLocked = true;
  box.changeOnDevice('/a/state', 'id', 'third');
  box.changeOnDevice('/a/state', 'gainDb', 6);
  await turn();
  expect(desk.read('/a/state')).toEqual({ id: 'third', gainDb: 3 });
  expect(box.has.get('/a/state gainDb')).toBe(3);
});

test('what is desired of a target that is not there is told to what may start its process, from the start on', async () => {
  const registry = new Registry([{ provider: { name: 'a', roots: ['a'] }, rows: agreeingRows }]);
  const told: string[] = [];
  const take = (target: string, { path, field, value }: Value) => told.push(`${target} ${path} ${field} ${value}`);
  const demand = { targets: ['box'], take };
  const targets = new TargetsDouble(box);
  const observed = new ObservedValues(new Faults(log));
  new Reconciler({
    ...{ desk, observed, registry, time, warnings, log, heartbeatMs: 1000 },
    targets: { demand, list: () => targets.list(), onAdded: (listener) => targets.onAdded(listener) },
  }).start();
  expect(told).toContain('box /a/socket/1 phantom false');
  expect(told.some((each) => each.startsWith('mixer'))).toBe(false);
  told.length = 0;
  await write('/a/socket/1', 'phantom', true);
  expect(told).toContain('box /a/socket/1 phantom true');
  await appear(box);
  told.length = 0;
  await write('/a/socket/1', 'phantom', false);
  expect(told).toEqual([]);
});

test('a row that moves to another target is desired there, and no longer here', async () => {
  const other = new TargetDouble('other');
  const registry = new Registry([{ provider: { name: 'a', roots: ['a'] }, rows: agreeingRows }]);
  const targets = new TargetsDouble();
  new Reconciler({
    desk,
    observed: new ObservedValues(new Faults(log)),
    registry,
    targets,
    time,
    warnings,
    log,
    heartbeatMs: 1000,
  }).start();
  targets.add(other);
  await appear(box, other);
  expect(other.blocks[0]?.values).toEqual([]);
  await write('/a/where', 'box', 'other');
  expect(other.blocks[1]?.values).toEqual([
    { path: '/a/socket/2', field: 'gainDb', value: 0 },
    { path: '/a/socket/2', field: 'phantom', value: false },
  ]);
  box.has.set('/a/socket/2 gainDb', 7);
  await beats(2);
  expect(box.has.get('/a/socket/2 gainDb')).toBe(7);
});

test('an absent field is not desired until a report makes it present', async () => {
  await appear(box);
  expect(box.has.has('/a/pad on')).toBe(false);
  box.has.set('/a/box hasPad', true);
  await beats();
  expect(box.blocks.at(-1)?.values).toEqual([{ path: '/a/pad', field: 'on', value: false }]);
});

test('reports of targets are observed, fields without a setting too, until the target is absent', async () => {
  const heard: string[] = [];
  desk.observed.onChange((changes) => heard.push(...changes.map(({ path, field }) => `${path} ${field}`)));
  mixer.has.set('/a/strip/1 mutedBy', ['startup']);
  await appear(mixer);
  expect(desk.observed.read('/a/strip/1', 'mutedBy')).toMatchObject({ value: ['startup'], state: 'applied' });
  heard.length = 0;
  mixer.has.set('/a/strip/1 mutedBy', []);
  await beats(3);
  expect(heard).toEqual(['/a/strip/1 mutedBy']);
  mixer.vanish();
  expect(desk.observed.read('/a/strip/1', 'mutedBy')).toBeUndefined();
});

test('nothing is left running when it stops', async () => {
  await appear(mixer, box);
  box.refuses = () => 'no';
  await write('/a/socket/1', 'gainDb', 5);
  // the answer's own time limit
  time.advance(600);
  expect(time.timers).toBe(2);
  convergence.stop();
  expect(time.timers).toBe(0);
});

test('a commit with a fade sends its duration to the targets, and a value written again goes there at once', async () => {
  await appear(mixer);
  const changes = [{ path: '/a/strip/1', field: 'levelDb', value: -20 }];
  await desk.commit({ actor: 'x', label: '', changes, fade: { ms: 3000 } });
  expect(mixer.blocks.at(-1)?.values).toEqual([{ path: '/a/strip/1', field: 'levelDb', value: -20, fadeMs: 3000 }]);
  mixer.has.set('/a/strip/1 levelDb', -60);
  await beats();
  expect(mixer.blocks.at(-1)?.values).toEqual([{ path: '/a/strip/1', field: 'levelDb', value: -20 }]);
  await write('/a/strip/1', 'levelDb', -10);
  expect(mixer.blocks.at(-1)?.values[0]).not.toHaveProperty('fadeMs');
});

test('a listener of the heartbeat that throws keeps nobody after it from hearing', async () => {
  let heard = 0;
  convergence.onBeat(() => {
    throw new TypeError('broken');
  });
  convergence.onBeat(() => heard++);
  await beats(2);
  expect(heard).toBe(2);
});
