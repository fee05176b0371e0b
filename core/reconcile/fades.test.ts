import { beforeEach, expect, test } from 'vitest';
import type { DeskCore } from '../desk/desk.ts';
import { type Row, setting, Type } from '../provider.ts';
import type { FakeTime } from '../testing/fake-time.ts';
import { convergingDesk, turn } from './reconciler-fixture.ts';
import type { TargetDouble } from './target-doubles.ts';

const addresses = { has: (at: { n: number }) => at.n <= 3, list: () => [1, 2, 3].map((n) => ({ n })) };
const params = { n: Type.Integer({ minimum: 1 }) };
const rows: readonly Row[] = [
  setting('/a/strip/{n}', {
    ...{ params, addresses },
    fields: { levelDb: Type.Number({ default: 0 }), delayMs: Type.Number({ default: 0 }) },
    writable: ['levelDb', 'delayMs'],
    target: 'mixer',
  }),
  setting('/a/leg/{n}', {
    ...{ params, addresses },
    fields: {
      levelDb: Type.Number({ default: 0 }),
      pan: Type.Number({ default: 0 }),
      isLinked: Type.Boolean({ default: false }),
    },
    writable: ['levelDb', 'pan', 'isLinked'],
    target: { levelDb: 'mixer', pan: 'mixer' },
    // The first is linked to the second, the second to the third: what is written to any goes to all.
    implies: ({ at, path, field, value }, desk) => {
      if (field === 'pan' && value === 100) throw new TypeError('broken');
      const others = [at.n - 1, at.n + 1].filter((n) => n >= 1 && n <= 3).map((n) => `/a/leg/${n}`);
      const copied = others.map((other) => ({ path: other, field, value }));
      const { isLinked, levelDb } = desk.read(path);
      if (field !== 'isLinked') return isLinked === true ? copied : [];
      return [...copied, ...others.map((other) => ({ path: other, field: 'levelDb', value: levelDb }))];
    },
  }),
];
const log = { debug() {}, info() {}, warn() {}, error() {} };

let time: FakeTime;
let desk: DeskCore;
let mixer: TargetDouble;
beforeEach(async () => {
  ({ time, desk, mixer } = await convergingDesk(rows, log));
  mixer.appear();
  await turn();
});

const commit = (path: string, field: string, value: unknown, options: object = {}) =>
  desk.commit({ actor: 'x', label: '', changes: [{ path, field, value }], ...options });
const written = () => mixer.blocks.flatMap(({ values }) => values);

test('a value that fades is written again without a fade when it is asked for again, and takes no revision', async () => {
  const path = '/a/strip/1';
  const fading = { actor: 'x', label: '', changes: [{ path, field: 'levelDb', value: -20 }], fade: { ms: 10_000 } };
  await desk.commit(fading);
  const { revision } = desk;
  mixer.blocks.length = 0;
  await commit(path, 'delayMs', 5);
  await commit('/a/strip/2', 'levelDb', 0);
  expect(mixer.blocks.flatMap(({ values }) => values.map(({ field }) => field))).toEqual(['delayMs']);
  await commit(path, 'levelDb', -20);
  expect(mixer.blocks.at(-1)?.values).toEqual([{ path, field: 'levelDb', value: -20 }]);
  expect(mixer.blocks).toHaveLength(2);
  expect(desk.revision).toBe(revision + 1);
  await commit(path, 'levelDb', -20);
  expect(mixer.blocks).toHaveLength(2);
});

test('a fade that is over, or that was taken over, is not ended once more', async () => {
  const fade = async (value: number) => {
    const changes = [{ path: '/a/strip/1', field: 'levelDb', value }];
    await desk.commit({ actor: 'x', label: '', changes, fade: { ms: 1000 } });
  };
  await fade(-20);
  time.advance(1000);
  await turn();
  mixer.blocks.length = 0;
  await commit('/a/strip/1', 'levelDb', -20);
  expect(mixer.blocks).toHaveLength(0);
  await fade(-30);
  await commit('/a/strip/1', 'levelDb', -40);
  mixer.blocks.length = 0;
  await commit('/a/strip/1', 'levelDb', -40);
  expect(mixer.blocks).toHaveLength(0);
});

test('legs that are linked end their fades together, whichever is asked for what all of them have', async () => {
  await commit('/a/leg/1', 'isLinked', true);
  mixer.blocks.length = 0;
  await commit('/a/leg/1', 'levelDb', -20, { fade: { ms: 10_000 } });
  expect(written().map(({ fadeMs }) => fadeMs)).toEqual([10_000, 10_000, 10_000]);
  mixer.blocks.length = 0;
  await commit('/a/leg/2', 'isLinked', true);
  await commit('/a/leg/3', 'pan', 0);
  expect(written(), 'what else a link brings along fades on').toEqual([]);
  await commit('/a/leg/3', 'levelDb', -20);
  const [path, field, value] = ['/a/leg/', 'levelDb', -20];
  expect(written()).toEqual([3, 2, 1].map((n) => ({ path: path + n, field, value })));
  await commit('/a/leg/1', 'levelDb', -20);
  expect(written()).toHaveLength(3);
});

test('a fade ends also where a row fails to say what follows', async () => {
  await commit('/a/leg/1', 'pan', 100, { exact: true });
  const again = { path: '/a/strip/1', field: 'levelDb', value: -20 };
  await commit(again.path, again.field, again.value, { fade: { ms: 10_000 } });
  mixer.blocks.length = 0;
  await desk.commit({ actor: 'x', label: '', changes: [{ path: '/a/leg/1', field: 'pan', value: 100 }, again] });
  expect(written()).toEqual([again]);
});
