// A large commit: the desk has it at once, its targets a few turns later, as one block.
import { setImmediate } from 'node:timers/promises';
import { beforeEach, expect, test, vi } from 'vitest';
import { mostChangesAtOnce } from '../desk/commit.ts';
import { setting, Type } from '../provider.ts';
import type { Change } from '../rows/definitions.ts';
import { appear, convergingDesk } from './reconciler-fixture.ts';

const count = mostChangesAtOnce + 200;
let there: number;
const strips = {
  has: ({ n }: { n: number }) => n <= there,
  list: () => Array.from({ length: there }, (_, at) => ({ n: at + 1 })),
  watch: (changed: () => void) => {
    addressesChanged = changed;
    return () => {};
  },
};
let addressesChanged: () => void;
const params = { n: Type.Integer({ minimum: 1 }) };
const rows = [
  setting('/a/strip/{n}', {
    ...{ params, addresses: strips, target: 'mixer' },
    fields: { levelDb: Type.Number({ default: 0 }), pan: Type.Number({ default: 0 }) },
    writable: ['levelDb', 'pan'],
  }),
  // Its target is evaluated.
  setting('/a/send/{n}', {
    ...{ params, addresses: strips, target: () => 'mixer' },
    fields: { levelDb: Type.Number({ default: 0 }) },
    writable: ['levelDb'],
  }),
  setting('/a/panic', {
    fields: { on: Type.Boolean({ default: false }) },
    ...{ writable: ['on'], life: 'safety', target: 'mixer' },
  }),
];

let desk: Awaited<ReturnType<typeof convergingDesk>>;
beforeEach(async () => {
  there = count;
  desk = await convergingDesk(rows);
  await appear(desk.mixer);
  desk.mixer.blocks.length = 0;
});

const levels = (value: number): Change[] =>
  Array.from({ length: count / 2 }, (_, at) => at + 1).flatMap((n) => [
    { path: `/a/strip/${n}`, field: 'levelDb', value },
    { path: `/a/send/${n}`, field: 'levelDb', value },
  ]);
const commit = (value: number) => desk.desk.commitNow({ actor: 'x', label: 'Restore', changes: levels(value) });
const blocks = () => desk.mixer.blocks;
const valuesAt = (path: string) =>
  blocks().flatMap(({ values }) => values.filter((each) => each.path === path).map(({ value }) => value));
const written = (length = 1) => vi.waitFor(() => expect(blocks()).toHaveLength(length));

test('the desk has it at once, and targets get one block a few turns later', async () => {
  commit(-7);
  expect([desk.desk.read('/a/strip/1'), desk.desk.read(`/a/send/${count / 2}`)]).toEqual([
    { levelDb: -7, pan: 0 },
    { levelDb: -7 },
  ]);
  let turns = 0;
  while (blocks().length === 0) {
    await setImmediate();
    turns++;
  }
  expect(turns).toBeGreaterThan(4);
  await setImmediate();
  expect(blocks()).toHaveLength(1);
  expect(blocks()[0]?.values).toHaveLength(count);
  expect(new Set(blocks()[0]?.values.map(({ value }) => value))).toEqual(new Set([-7]));
});

test('its revision is settled only once targets have it', async () => {
  const { convergence } = desk;
  await desk.beats();
  const before = convergence.barrier;
  const { revision } = commit(-7);
  desk.desk.commitNow({ actor: 'x', label: '', changes: [{ path: '/a/strip/1', field: 'pan', value: 5 }] });
  expect(convergence.barrier).toBe(before);
  await written();
  expect(convergence.barrier).toBe(revision + 1);
});

test('a commit that comes meanwhile is in the block, with its newer value', async () => {
  commit(-7);
  await setImmediate();
  await desk.write('/a/strip/1', 'levelDb', -1);
  await desk.write('/a/send/1', 'levelDb', -2);
  await desk.write('/a/strip/2', 'pan', 30);
  commit(-7);
  await desk.write('/a/send/3', 'levelDb', -3);
  await written();
  expect(valuesAt('/a/send/1')).toEqual([-7]);
  expect(valuesAt('/a/send/3')).toEqual([-3]);
  expect(valuesAt('/a/strip/1')).toEqual([-7]);
  expect(valuesAt('/a/strip/2')).toEqual([-7, 30]);
});

test('a panic and a fade wait for no turn: what is left of the block goes before them', async () => {
  commit(-7);
  await desk.write('/a/panic', 'on', true);
  expect(blocks().map(({ values }) => values.length)).toEqual([count, 1]);
  commit(-8);
  const changes = [{ path: '/a/strip/1', field: 'levelDb', value: 0 }];
  desk.desk.commitNow({ actor: 'x', label: '', changes, fade: { ms: 500 } });
  expect(blocks().map(({ values }) => values.length)).toEqual([count, 1, count, 1]);
  expect(blocks()[3]?.values).toMatchObject([{ path: '/a/strip/1', value: 0, fadeMs: 500 }]);
});

test('a change at a device holds against what the block has of it', async () => {
  commit(-7);
  await setImmediate();
  desk.mixer.changeOnDevice('/a/strip/1', 'levelDb', -3);
  await written();
  expect(desk.desk.read('/a/strip/1').levelDb).toBe(-3);
  await desk.beats(2);
  expect(desk.mixer.has.get('/a/strip/1 levelDb')).toBe(-3);
});

test('a row that goes meanwhile is left out', async () => {
  commit(-7);
  await setImmediate();
  there = 100;
  addressesChanged();
  await written();
  expect(valuesAt('/a/strip/100')).toEqual([-7]);
  expect(valuesAt('/a/strip/101')).toEqual([]);
  expect(valuesAt('/a/send/101')).toEqual([]);
});

test('a target that comes meanwhile gets the new values once', async () => {
  desk.mixer.vanish();
  commit(-7);
  await appear(desk.mixer);
  expect(valuesAt('/a/strip/1')).toEqual([-7, 0]);
  for (let turns = 0; turns < 40; turns++) await setImmediate();
  expect(blocks()).toHaveLength(1);
});

test('a desk that stops writes what is left', () => {
  commit(-7);
  desk.convergence.stop();
  expect(blocks().map(({ values }) => values.length)).toEqual([count]);
});
