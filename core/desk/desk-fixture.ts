// A desk of small rows, for tests: linked strips, rows that read others, and circles of implications.

import { expect } from 'vitest';
import { Faults } from '../base/fault-log.ts';
import { Refusal } from '../base/refusals.ts';
import { History } from '../history/history.ts';
import { liveSetting, type Row, setting, Type } from '../provider.ts';
import { ObservedValues } from '../reconcile/observed-values.ts';
import type { Change } from '../rows/definitions.ts';
import { Registry } from '../rows/registry.ts';
import type { Log } from '../services.ts';
import { WarningBoard } from '../system/warnings.ts';
import { FakeTime } from '../testing/fake-time.ts';
import type { MemoryStore } from '../testing/memory-store.ts';
import { DeskCore, type DeskOptions } from './desk.ts';

export const Index = Type.Integer({ minimum: 1 });
const numbers = { has: (at: { n: number }) => at.n <= 8, list: () => [1, 2, 3, 4, 5, 6, 7, 8].map((n) => ({ n })) };
export const Level = Type.Number({ minimum: -144, maximum: 10, multipleOf: 0.1, unit: 'dB', default: 0 });

const smallValues = { fields: { depth: Type.Number({ maximum: 5, default: 1 }) }, writable: ['depth'] };
const largeValues = {
  fields: { depth: Type.Number({ maximum: 9, default: 2 }), width: Type.Number({ default: 3 }) },
  writable: ['depth', 'width'],
};

const lowCutHz = Type.Number({ default: 20 });
const reverb = { fields: { decayS: Type.Number({ default: 2 }), lowCutHz }, writable: ['decayS', 'lowCutHz'] };
const delay = { fields: { timeMs: Type.Number({ default: 300 }), lowCutHz }, writable: ['timeMs', 'lowCutHz'] };

const rows: readonly Row[] = [
  // Odd strips are linked to the next: what is written to one is written to both.
  setting('/a/strip/{n}', {
    params: { n: Index },
    addresses: numbers,
    fields: {
      levelDb: Level,
      name: Type.String({ maxLength: 8, default: '' }),
      linked: Type.Boolean({ default: false }),
      soloed: Type.Boolean({ default: false }),
      tags: Type.Array(Type.String(), { default: [] }),
      loud: Type.Boolean(),
    },
    writable: ['levelDb', 'name', 'linked', 'soloed', 'tags'],
    computed: () => ({ loud: false }),
    defaults: ({ n }) => (n === 8 ? { levelDb: -144 } : {}),
    life: { soloed: 'momentary' },
    implies: ({ path, field, value }, desk) => {
      const n = Number(path.split('/')[3]);
      const other = `/a/strip/${n % 2 === 1 ? n + 1 : n - 1}`;
      return field === 'levelDb' && desk.read(path).linked ? [{ path: other, field, value }] : [];
    },
  }),
  setting('/a/box', {
    fields: { model: Type.Enum(['small', 'large'], { default: 'large' }) },
    writable: ['model'],
    life: 'site',
  }),
  // Another effect begins with its own defaults, and leaves nothing of the one before.
  setting('/a/effect', {
    fields: { plugin: Type.Enum(['reverb', 'delay'], { default: 'reverb' }) },
    writable: ['plugin'],
    implies: (_change, desk, before) => {
      if (desk.read('/a/effect').plugin === before.read('/a/effect').plugin) return [];
      const reset = [
        { path: '/a/effect/values', field: 'lowCutHz', value: 20 },
        { path: '/a/effect/values', field: 'decayS', value: 2 },
        { path: '/a/effect/values', field: 'timeMs', value: 300 },
      ];
      return reset.filter(({ field }) => field in before.read('/a/effect/values'));
    },
  }),
  liveSetting('/a/effect/values', {
    fields: (_, desk) => (desk.read('/a/effect').plugin === 'reverb' ? reverb : delay),
  }),
  setting('/a/preamp', {
    fields: { gainDb: Type.Number({ minimum: 0, maximum: 60, default: 0 }) },
    writable: ['gainDb'],
    limits: (_, desk) => ({ gainDb: { maximum: desk.read('/a/box').model === 'small' ? 30 : 60 } }),
  }),
  setting('/a/panic', {
    fields: { on: Type.Boolean({ default: false }) },
    writable: ['on'],
    life: 'safety',
    lockable: false,
  }),
  liveSetting('/a/values', {
    fields: (_, desk) => (desk.read('/a/box').model === 'small' ? smallValues : largeValues),
  }),
  setting('/a/circle', {
    fields: { a: Type.Integer({ default: 0 }), b: Type.Integer({ default: 0 }), c: Type.Integer({ default: 0 }) },
    writable: ['a', 'b', 'c'],
    implies: ({ path, field, value }) => [{ path, field: field === 'a' ? 'b' : 'a', value: Number(value) + 1 }],
  }),
];

export const log: Log = { debug() {}, info() {}, warn() {}, error() {} };

export async function deskOn(
  store: MemoryStore,
  given = rows,
  options: Partial<Pick<DeskOptions, 'time' | 'warnings' | 'locked' | 'observed' | 'validate'>> = {},
): Promise<DeskCore> {
  const registry = new Registry([{ provider: { name: 'a', roots: ['a'] }, rows: given }]);
  expect(registry.errors).toEqual([]);
  const time = options.time ?? new FakeTime();
  const warnings = options.warnings ?? new WarningBoard(time, log);
  const observed = options.observed ?? new ObservedValues(new Faults(log));
  const desk = new DeskCore({ registry, store, log, history: new History(5), ...options, observed, time, warnings });
  await desk.open();
  return desk;
}

export const write = (desk: DeskCore, path: string, fields: Record<string, unknown>, actor = 'x') =>
  desk.commit({
    actor,
    label: path,
    changes: Object.entries(fields).map(([field, value]): Change => ({ path, field, value })),
  });

export async function refusal(promise: Promise<unknown>): Promise<Refusal> {
  const error = await promise.then(
    () => undefined,
    (caught) => caught,
  );
  expect(error).toBeInstanceOf(Refusal);
  return error as Refusal;
}
