import { beforeEach, expect, test } from 'vitest';
import { type Row, setting, Type } from '../provider.ts';
import { Registry } from '../rows/registry.ts';
import type { FakeTime } from '../testing/fake-time.ts';
import type { WarningBoard } from '../warnings.ts';
import { ConvergenceCore } from './convergence.ts';
import { convergingDesk, turn } from './convergence-fixture.ts';
import type { DeskCore } from './desk.ts';
import { TargetDouble, TargetsDouble } from './target-doubles.ts';

const strips = { has: (at: { n: number }) => at.n <= 3, list: () => [1, 2, 3].map((n) => ({ n })) };
const rows: readonly Row[] = [
  setting('/a/strip/{n}', {
    params: { n: Type.Integer({ minimum: 1 }) },
    addresses: strips,
    fields: {
      levelDb: Type.Number({ minimum: -144, maximum: 10, unit: 'dB', default: 0 }),
      delayMs: Type.Number({ minimum: 0, default: 0 }),
      name: Type.String({ default: '' }),
    },
    writable: ['levelDb', 'delayMs', 'name'],
    target: { levelDb: 'mixer', delayMs: 'mixer' },
  }),
  setting('/a/socket/{n}', {
    params: { n: Type.Integer({ minimum: 1 }) },
    addresses: strips,
    fields: { gainDb: Type.Number({ minimum: 0, maximum: 60, default: 0 }), phantom: Type.Boolean({ default: false }) },
    writable: ['gainDb', 'phantom'],
    target: ({ n }, desk) => (n === 1 ? 'box' : n === 2 ? String(desk.read('/a/where').box) : undefined),
  }),
  setting('/a/pad', {
    fields: { on: Type.Boolean({ default: false }) },
    writable: ['on'],
    target: 'box',
    limits: (_, _desk, seen) => ({ on: seen.read('/a/box', 'hasPad')?.value === true ? {} : false }),
  }),
  setting('/a/where', { fields: { box: Type.String({ default: 'box' }) }, writable: ['box'] }),
  setting('/a/live', {
    fields: { x: Type.Number({ default: 0 }) },
    writable: ['x'],
    target: 'mixer',
    continuous: true,
  }),
];

const log = { debug() {}, info() {}, warn() {}, error() {} };
let time: FakeTime;
let warnings: WarningBoard;
let desk: DeskCore;
let mixer: TargetDouble;
let box: TargetDouble;
let convergence: ConvergenceCore;

beforeEach(async () => {
  ({ time, warnings, desk, mixer, box, convergence } = await convergingDesk(rows, log));
});

const write = (path: string, field: string, value: unknown) =>
  desk.commit({ actor: 'x', label: '', changes: [{ path, field, value }] });

async function beats(count = 1): Promise<void> {
  for (let n = 0; n < count; n++) {
    time.advance(1000);
    await turn();
  }
}

async function appear(...targets: TargetDouble[]): Promise<void> {
  for (const target of targets) target.appear();
  await turn();
}

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

test('the barrier waits for the slowest present target and never falls', async () => {
  await write('/a/strip/1', 'levelDb', -1);
  expect(convergence.barrier).toBe(1);
  await appear(mixer, box);
  mixer.appliesAtOnce = false;
  await write('/a/strip/1', 'levelDb', -2);
  await write('/a/socket/1', 'gainDb', 3);
  expect([desk.revision, convergence.barrier]).toEqual([3, 1]);
  mixer.apply();
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
  mixer.appliesAtOnce = false;
  await write('/a/strip/1', 'levelDb', -1);
  await write('/a/strip/1', 'levelDb', -2);
  mixer.apply();
  await write('/a/strip/1', 'levelDb', -3);
  expect(convergence.barrier).toBe(2);
});

test('continuous rows are left out of the barrier and corrected all the same', async () => {
  await appear(mixer);
  mixer.appliesAtOnce = false;
  await write('/a/live', 'x', 5);
  expect(convergence.barrier).toBe(1);
  mixer.appliesAtOnce = true;
  mixer.apply();
  mixer.has.set('/a/live x', 6);
  await beats(2);
  expect(mixer.has.get('/a/live x')).toBe(5);
  expect(convergence.corrections).toBe(1);
});

test('what drifts is written again at the heartbeat, counted once it changed something, and listed', async () => {
  await appear(mixer);
  mixer.has.set('/a/strip/2 levelDb', -30);
  await beats();
  expect(mixer.has.get('/a/strip/2 levelDb')).toBe(0);
  await beats();
  expect(convergence.corrections).toBe(1);
  expect(convergence.entries()).toEqual([
    {
      at: expect.stringMatching(/^2026-01-01T00:00:0\d\.000Z$/),
      path: '/a/strip/2',
      field: 'levelDb',
      wanted: 0,
      observed: -30,
      target: 'mixer',
      outcome: 'corrected',
    },
  ]);
  mixer.has.set('/a/strip/1 delayMs', 9);
  await beats(2);
  expect(convergence.entries().map(({ field }) => field)).toEqual(['delayMs', 'levelDb']);
});

test.each([
  ['levelDb', -3.4, Math.fround(-3.4), 0],
  ['levelDb', -3.4, -3.4049, 0],
  ['levelDb', -3.4, -3.406, 1],
  ['delayMs', 33.33, Math.fround(33.33), 0],
  ['delayMs', 33.33, 33.331, 1],
])('%s wanted %d and observed %d makes %d corrections', async (field, wanted, observed, corrections) => {
  await appear(mixer);
  await write('/a/strip/1', field, wanted);
  mixer.has.set(`/a/strip/1 ${field}`, observed);
  await beats(2);
  expect(convergence.corrections).toBe(corrections);
});

test('a target in steady agreement is written nothing', async () => {
  await appear(mixer, box);
  await write('/a/strip/1', 'levelDb', -3.4);
  const blocks = mixer.blocks.length;
  await beats(10);
  expect(mixer.blocks).toHaveLength(blocks);
  expect(convergence.corrections).toBe(0);
});

test('a target in steady agreement tells everything once, and then only what is new', async () => {
  await appear(mixer, box);
  await beats();
  const before = mixer.answered;
  await beats(5);
  expect(mixer.answered).toBe(before);
  mixer.has.set('/a/strip/1 levelDb', -5);
  await beats();
  expect(mixer.answered).toBe(before + 1);
});

test('after an answer that was lost everything is asked for again', async () => {
  await appear(mixer);
  await beats();
  mixer.has.set('/a/strip/1 levelDb', -30);
  // this answer tells it, and never arrives
  await mixer.observe('news');
  mixer.reading = 'error';
  await beats();
  mixer.reading = 'well';
  await beats();
  expect(mixer.has.get('/a/strip/1 levelDb')).toBe(0);
});

test('a target that drifts again after it was corrected is corrected each time', async () => {
  await appear(mixer);
  for (let time = 1; time <= 5; time++) {
    mixer.has.set('/a/strip/1 levelDb', -30);
    await beats(2);
    expect(convergence.corrections).toBe(time);
  }
  expect(warnings.list()).toEqual([]);
});

test('a wish that changes back to what the target has is settled though the target has no news', async () => {
  await appear(mixer);
  mixer.appliesAtOnce = false;
  await write('/a/strip/1', 'levelDb', -9);
  await write('/a/strip/1', 'levelDb', 0);
  mixer.revision = 2;
  await beats();
  expect(convergence.barrier).toBe(2);
});

test('what comes back different is asserted, and what that changed is listed', async () => {
  await write('/a/strip/1', 'levelDb', -6);
  await appear(mixer);
  expect(convergence.corrections).toBe(0);
  mixer.vanish('it crashed');
  for (const key of mixer.has.keys()) mixer.has.set(key, 0);
  mixer.revision = 0;
  await appear(mixer);
  expect(mixer.has.get('/a/strip/1 levelDb')).toBe(-6);
  expect(convergence.entries()).toMatchObject([{ path: '/a/strip/1', wanted: -6, observed: 0, outcome: 'corrected' }]);
});

test('a refused value stays wanted, is a warning with the reason, and is tried again after 1, 2, 4 ... 60 s', async () => {
  await appear(box);
  box.refuses = ({ field }) => (field === 'phantom' ? 'no phantom on this input' : undefined);
  await write('/a/socket/1', 'phantom', true);
  expect(desk.read('/a/socket/1').phantom).toBe(true);
  expect(convergence.barrier).toBe(1);
  expect(warnings.list()).toMatchObject([
    { id: 'refused-box', path: '/a/socket/1', detail: '/a/socket/1 phantom: no phantom on this input.' },
  ]);
  const tries: number[] = [];
  let blocks = box.blocks.length;
  for (let second = 1; second <= 190; second++) {
    await beats();
    if (box.blocks.length > blocks) tries.push(second);
    blocks = box.blocks.length;
  }
  expect(tries).toEqual([1, 3, 7, 15, 31, 63, 123, 183]);
  box.refuses = () => undefined;
  await beats(60);
  expect(box.has.get('/a/socket/1 phantom')).toBe(true);
  expect(warnings.list()).toEqual([]);
  expect(convergence.entries()).toMatchObject([{ field: 'phantom', observed: false, outcome: 'corrected' }]);
});

test('a refused value is tried at once when it changes and when the target comes back', async () => {
  await appear(box);
  box.refuses = ({ value }) => (value === 55 ? 'too much' : undefined);
  await write('/a/socket/1', 'gainDb', 55);
  await write('/a/socket/1', 'gainDb', 50);
  expect(box.has.get('/a/socket/1 gainDb')).toBe(50);
  expect(warnings.list()).toEqual([]);
  await write('/a/socket/1', 'gainDb', 55);
  box.vanish();
  expect(warnings.list()).toEqual([]);
  box.refuses = () => undefined;
  await appear(box);
  expect(box.has.get('/a/socket/1 gainDb')).toBe(55);
  time.advance(600);
  expect(time.timers).toBe(1);
});

test('a target that takes a value and keeps its own is not written to for ever', async () => {
  await appear(box);
  box.makes = ({ field, value }) => (field === 'gainDb' ? 12 : value);
  await write('/a/socket/1', 'gainDb', 20);
  const blocks = box.blocks.length;
  await beats(4);
  expect(box.blocks.length - blocks).toBe(3);
  expect(warnings.list()[0]?.detail).toContain('still reports 12');
  expect(convergence.barrier).toBe(1);
  expect(convergence.corrections).toBe(0);
  expect(convergence.entries()).toMatchObject([{ field: 'gainDb', outcome: 'refused' }]);
});

test('what can not be read back is settled once it is applied, and not written again', async () => {
  box.isBlind = (_, field) => field === 'phantom';
  await appear(box);
  await write('/a/socket/1', 'phantom', true);
  expect(convergence.barrier).toBe(1);
  const blocks = box.blocks.length;
  box.has.set('/a/socket/1 phantom', false);
  await beats(3);
  expect(box.blocks).toHaveLength(blocks);
});

test('a field that the target never reports does not hold the barrier for ever', async () => {
  mixer.isSilent = (path, field) => path === '/a/strip/1' && field === 'levelDb';
  await appear(mixer);
  mixer.appliesAtOnce = false;
  await write('/a/strip/1', 'levelDb', -9);
  mixer.revision = 1;
  expect(convergence.barrier).toBe(0);
  await beats();
  expect(convergence.barrier).toBe(1);
});

test('a write that was lost is written again', async () => {
  await appear(mixer);
  mixer.appliesAtOnce = false;
  await write('/a/strip/1', 'levelDb', -9);
  mixer.vanish = () => {};
  const blocks = mixer.blocks.length;
  await beats(2);
  expect(mixer.blocks).toHaveLength(blocks);
  await beats();
  expect(mixer.blocks.at(-1)?.values).toEqual([{ path: '/a/strip/1', field: 'levelDb', value: -9 }]);
});

test.each(['never', 'error'] as const)(
  'a target that can not be read (%s) is reported and lets the barrier go on',
  async (reading) => {
    await appear(mixer);
    mixer.appliesAtOnce = false;
    mixer.reading = reading;
    await write('/a/strip/1', 'levelDb', -9);
    expect(convergence.barrier).toBe(0);
    await beats(4);
    expect(warnings.list()).toMatchObject([{ id: 'unreadable-mixer', path: '' }]);
    expect(convergence.barrier).toBe(1);
    mixer.reading = 'well';
    await beats(3);
    expect(warnings.list()).toEqual([]);
  },
);

test('a control turned by hand is adopted, and not written back', async () => {
  await appear(box);
  const actors: string[] = [];
  desk.onCommit((_revision, _paths, actor) => actors.push(actor));
  const blocks = box.blocks.length;
  box.turn('/a/socket/1', 'gainDb', 33);
  expect(desk.read('/a/socket/1').gainDb).toBe(33);
  expect(actors).toEqual(['device']);
  await turn();
  await beats(2);
  expect(box.blocks).toHaveLength(blocks);
  expect(convergence.barrier).toBe(1);
});

test('a control turned where the desk can not follow is turned back', async () => {
  await appear(box);
  box.turn('/a/socket/1', 'gainDb', 99);
  await turn();
  expect(desk.read('/a/socket/1').gainDb).toBe(0);
  expect(box.has.get('/a/socket/1 gainDb')).toBe(0);
});

test('a row that moves to another target is wanted there, and here no more', async () => {
  const other = new TargetDouble('other');
  const registry = new Registry([{ provider: { name: 'a', roots: ['a'] }, rows }]);
  const targets = new TargetsDouble();
  new ConvergenceCore({ desk, registry, targets, time, warnings, log, heartbeatMs: 1000 }).start();
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

test('a field that is absent is not wanted until a report brings it', async () => {
  await appear(box);
  expect(box.has.has('/a/pad on')).toBe(false);
  box.has.set('/a/box hasPad', true);
  await beats();
  expect(box.blocks.at(-1)?.values).toEqual([{ path: '/a/pad', field: 'on', value: false }]);
});

test('what targets report is seen, fields without a setting too, until the target goes', async () => {
  const heard: string[] = [];
  desk.seen.onChange((changes) => heard.push(...changes.map(({ path, field }) => `${path} ${field}`)));
  mixer.has.set('/a/strip/1 mutedBy', ['startup']);
  await appear(mixer);
  expect(desk.seen.read('/a/strip/1', 'mutedBy')).toMatchObject({ value: ['startup'], state: 'applied' });
  heard.length = 0;
  mixer.has.set('/a/strip/1 mutedBy', []);
  await beats(3);
  expect(heard).toEqual(['/a/strip/1 mutedBy']);
  mixer.vanish();
  expect(desk.seen.read('/a/strip/1', 'mutedBy')).toBeUndefined();
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

test('a commit with a fade tells its targets how long, and what is written again goes there at once', async () => {
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
