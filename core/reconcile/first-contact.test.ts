import { expect, test } from 'vitest';
import { type Row, setting, Type } from '../provider.ts';
import { MemoryStore } from '../testing/memory-store.ts';
import { appear, convergingDesk, turn } from './reconciler-fixture.ts';

const sockets = [1, 2].map((n) => ({ n }));
const keptByTarget = true;
const rows: readonly Row[] = [
  setting('/a/socket/{n}', {
    params: { n: Type.Integer({ minimum: 1 }) },
    addresses: {
      has: ({ n }) => isThere && n <= 2,
      list: () => (isThere ? sockets : []),
      watch: (changed) => {
        shown.add(changed);
        return () => shown.delete(changed);
      },
    },
    fields: {
      gainDb: Type.Number({ minimum: 0, maximum: 60, multipleOf: 0.5, default: 0, keptByTarget }),
      phantom: Type.Boolean({ default: false, keptByTarget }),
      name: Type.String({ default: '' }),
    },
    writable: ['gainDb', 'phantom', 'name'],
    target: 'box',
  }),
];

let isThere = true;
const shown = new Set<() => void>();
const appears = () => {
  isThere = true;
  for (const changed of shown) changed();
};
const silent = { debug() {}, info() {}, warn() {}, error() {} };
const start = async (store = new MemoryStore()) => {
  const desk = await convergingDesk(rows, silent, () => 'none', store);
  const { box, write } = desk;
  const written = () =>
    box.blocks.flatMap(({ values }) => values.map(({ path, field, value }) => [path, field, value]));
  const kept = () => written().filter(([, field]) => field !== 'name');
  const gain = (n: number) => desk.desk.read(`/a/socket/${n}`).gainDb;
  const set = (n: number, field: string, value: unknown) => write(`/a/socket/${n}`, field, value);
  return { ...desk, store, kept, gain, set };
};
type Started = Awaited<ReturnType<typeof start>>;

/** What a box has that was set by hand. */
const byHand = (box: Started['box']) => {
  box.has.set('/a/socket/1 gainDb', 42);
  box.has.set('/a/socket/1 phantom', true);
  box.has.set('/a/socket/2 gainDb', 0);
  box.has.set('/a/socket/2 phantom', false);
};

const again = async ({ desk, store }: Started) => {
  await desk.close();
  return start(new MemoryStore(store.contents()));
};

test('a box that is new gives what it has to the desk, and nothing of it is written', async () => {
  const { box, desk, convergence, kept, gain, beats } = await start();
  byHand(box);
  await appear(box);
  await beats(3);
  expect([gain(1), gain(2), desk.read('/a/socket/1').phantom]).toEqual([42, 0, true]);
  expect(kept()).toEqual([]);
  expect(convergence.corrections).toBe(0);
  expect(desk.history.entries).toEqual([]);
  expect(convergence.barrier).toBe(desk.revision);
});

test('from then on the values of the desk hold, also those that are defaults, after a restart too', async () => {
  const first = await start();
  byHand(first.box);
  await appear(first.box);
  first.box.has.set('/a/socket/2 gainDb', 12);
  await first.beats(4);
  expect(first.box.has.get('/a/socket/2 gainDb')).toBe(0);
  const { box, kept, beats } = await again(first);
  byHand(box);
  box.has.set('/a/socket/1 gainDb', 7);
  box.has.set('/a/socket/2 gainDb', 7);
  await appear(box);
  await beats(2);
  expect(kept()).toContainEqual(['/a/socket/1', 'gainDb', 42]);
  expect(kept()).toContainEqual(['/a/socket/2', 'gainDb', 0]);
});

test('what was set before the box came is written, and only that', async () => {
  const { box, set, kept, beats, gain } = await start();
  byHand(box);
  await set(1, 'gainDb', 20);
  await appear(box);
  await beats(2);
  expect(new Set(kept().map(String))).toEqual(new Set(['/a/socket/1,gainDb,20']));
  expect(gain(1)).toBe(20);
});

test('what can not be read stays as it is until it is set, be it to what the row shows already', async () => {
  const first = await start();
  byHand(first.box);
  first.box.isBlind = (_path, field) => field === 'gainDb';
  await appear(first.box);
  await first.beats(2);
  expect(first.kept()).toEqual([]);
  expect(first.convergence.own.has('/a/socket/1', 'gainDb')).toBe(true);
  expect(first.convergence.own.has('/a/socket/1', 'phantom')).toBe(false);
  const second = await again(first);
  byHand(second.box);
  second.box.isBlind = first.box.isBlind;
  await appear(second.box);
  await second.beats(2);
  const gains = () => second.kept().filter(([, field]) => field === 'gainDb');
  expect(gains()).toEqual([]);
  await second.set(1, 'gainDb', 0);
  expect(gains()).toEqual([['/a/socket/1', 'gainDb', 0]]);
  expect(second.convergence.own.has('/a/socket/1', 'gainDb')).toBe(false);
  const third = await again(second);
  third.box.isBlind = first.box.isBlind;
  await appear(third.box);
  expect(third.kept()).toContainEqual(['/a/socket/1', 'gainDb', 0]);
  expect(third.kept()).not.toContainEqual(['/a/socket/2', 'gainDb', 0]);
});

test('what could not be read at first is taken over once the box says it, or when it is turned by hand', async () => {
  const { box, kept, gain, beats } = await start();
  byHand(box);
  let isBlind = true;
  box.isBlind = () => isBlind;
  await appear(box);
  expect(gain(1)).toBe(0);
  isBlind = false;
  box.changeOnDevice('/a/socket/2', 'gainDb', 9);
  await turn();
  expect(gain(2)).toBe(9);
  await beats(2);
  expect(gain(1)).toBe(42);
  expect(kept()).toEqual([]);
});

test('a value between two steps is the nearest one where that means the same, and else stays the own one of the box', async () => {
  const { box, kept, gain, beats, convergence } = await start();
  byHand(box);
  box.has.set('/a/socket/1 gainDb', Math.fround(10.5) + 1e-6);
  box.has.set('/a/socket/2 gainDb', 10.3);
  await appear(box);
  await beats(3);
  expect([gain(1), gain(2)]).toEqual([10.5, 0]);
  expect(convergence.own.has('/a/socket/2', 'gainDb')).toBe(true);
  expect(kept()).toEqual([]);
});

test('a box that does not answer at first is not written to meanwhile', async () => {
  const { box, kept, gain, beats } = await start();
  byHand(box);
  box.reading = 'error';
  await appear(box);
  await beats(2);
  expect(kept()).toEqual([]);
  box.reading = 'well';
  await beats(2);
  expect(gain(1)).toBe(42);
  expect(kept()).toEqual([]);
});

test('a box of a store from before first contacts were noted is none that is new', async () => {
  const first = await start();
  await first.set(1, 'gainDb', 20);
  await first.desk.close();
  const { documents, rows: stored, ...contents } = first.store.contents();
  const named = stored.map((row) => ({ ...row, path: row.path.replace('/a/socket/', '/a/box/') }));
  const old = {
    ...contents,
    documents: documents.filter(({ kind }) => kind !== 'target'),
    rows: [...stored, ...named],
  };
  const { box, kept } = await start(new MemoryStore(old));
  byHand(box);
  await appear(box);
  expect(kept()).toContainEqual(['/a/socket/1', 'gainDb', 20]);
  expect(kept()).toContainEqual(['/a/socket/1', 'phantom', false]);
});

test('rows that come after their box has reported take what it has said', async () => {
  isThere = false;
  const { box, kept, gain, beats } = await start();
  byHand(box);
  await appear(box);
  await beats(2);
  appears();
  expect(gain(1)).toBe(42);
  await beats(2);
  expect(kept()).toEqual([]);
});
