// Random commits, good and bad, on a store that fails at random: against a model of a few lines.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Faults } from '../base/fault-log.ts';
import { isRefusal } from '../base/refusals.ts';
import { History } from '../history/history.ts';
import { type Row, setting, Type } from '../provider.ts';
import { ObservedValues } from '../reconcile/observed-values.ts';
import type { Change } from '../rows/definitions.ts';
import { Registry } from '../rows/registry.ts';
import { WarningBoard } from '../system/warnings.ts';
import { FakeTime } from '../testing/fake-time.ts';
import { MemoryStore } from '../testing/memory-store.ts';
import { DeskCore } from './desk.ts';

const count = 4;
const rows: readonly Row[] = [
  setting('/a/strip/{n}', {
    params: { n: Type.Integer({ minimum: 1 }) },
    addresses: {
      has: ({ n }) => n <= count,
      list: () => Array.from({ length: count }, (_, index) => ({ n: index + 1 })),
    },
    fields: {
      level: Type.Integer({ minimum: -100, maximum: 100, default: 0 }),
      name: Type.String({ maxLength: 4, default: '' }),
      solo: Type.Boolean({ default: false }),
    },
    writable: ['level', 'name', 'solo'],
    life: { solo: 'momentary' },
    limits: (_, desk) => ({ level: { maximum: desk.read('/a/most').level } }),
  }),
  setting('/a/most', {
    fields: { level: Type.Integer({ minimum: 0, maximum: 100, default: 100 }) },
    writable: ['level'],
    life: 'site',
  }),
];

type State = Readonly<Record<string, unknown>>;

const paths = ['/a/strip/1', '/a/strip/2', '/a/strip/3', '/a/strip/4', '/a/most', '/a/strip/9', '/nowhere'];
const changes: fc.Arbitrary<Change[]> = fc.array(
  fc.record({
    path: fc.constantFrom(...paths),
    field: fc.constantFrom('level', 'level', 'level', 'name', 'solo', 'other'),
    value: fc.oneof(fc.integer({ min: -5, max: 105 }), fc.string({ maxLength: 5 }), fc.boolean(), fc.constant(null)),
  }),
  { minLength: 1, maxLength: 4 },
);
// Mostly changes that fit, so that the desk gets somewhere.
const good: fc.Arbitrary<Change[]> = fc.array(
  fc.record({
    path: fc.constantFrom(...paths.slice(0, 4), '/a/most'),
    field: fc.constant('level'),
    value: fc.integer({ min: 0, max: 60 }),
  }),
  { minLength: 1, maxLength: 3 },
);
const steps = fc.array(
  fc.record({
    changes: fc.oneof({ weight: 2, arbitrary: changes }, { weight: 3, arbitrary: good }),
    storeFails: fc.boolean(),
    passMs: fc.integer({ min: 0, max: 4000 }),
  }),
  { minLength: 1, maxLength: 25 },
);

const defaults: State = Object.fromEntries([
  ...Array.from({ length: count }, (_, index) => [
    [`/a/strip/${index + 1} level`, 0],
    [`/a/strip/${index + 1} name`, ''],
    [`/a/strip/${index + 1} solo`, false],
  ]).flat(),
  ['/a/most level', 100],
]);

/** The state after a commit, or undefined when it must be refused. */
function modelled(state: State, wanted: readonly Change[]): State | undefined {
  const next: Record<string, unknown> = { ...state };
  for (const { path, field, value } of wanted) {
    if (!(`${path} ${field}` in state)) return undefined;
    next[`${path} ${field}`] = value;
  }
  const fits = Object.entries(next).every(([key, value]) => {
    if (key.endsWith('name')) return typeof value === 'string' && [...value].length <= 4;
    if (key.endsWith('solo')) return typeof value === 'boolean';
    const [least, most] = key === '/a/most level' ? [0, 100] : [-100, Number(next['/a/most level'])];
    return Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
  });
  return fits ? next : undefined;
}

function stateOf(desk: DeskCore): State {
  return Object.fromEntries(
    paths
      .slice(0, 5)
      .flatMap((path) => Object.entries(desk.read(path)).map(([field, value]) => [`${path} ${field}`, value])),
  );
}

function stored(state: State): State {
  return Object.fromEntries(Object.entries(state).map(([key, value]) => [key, key.endsWith('solo') ? false : value]));
}

const log = { debug() {}, info() {}, warn() {}, error() {} };

async function deskOn(store: MemoryStore, time: FakeTime): Promise<DeskCore> {
  const registry = new Registry([{ provider: { name: 'a', roots: ['a'] }, rows }]);
  const desk = new DeskCore({
    registry,
    store,
    observed: new ObservedValues(new Faults(log)),
    history: new History(),
    time,
    warnings: new WarningBoard(time, log),
    log,
  });
  await desk.open();
  return desk;
}

test('a commit is whole or not at all, in memory, in notifications, in the history and in the store', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (script) => {
      const time = new FakeTime();
      let fails = false;
      const store = new MemoryStore().failWhen(() => fails);
      const desk = await deskOn(store, time);
      const notified: number[] = [];
      desk.onCommit((revision) => notified.push(revision));
      /** What the desk was at each revision. */
      const states: State[] = [defaults];
      let durableRevision = 0;
      for (const step of script) {
        fails = step.storeFails;
        const before = states.at(-1) as State;
        const expected = modelled(before, step.changes);
        const entries = desk.history.entries;
        const result = await desk
          .commit({ actor: 'x', label: '', changes: step.changes })
          .catch((error: unknown) => error);
        if (expected === undefined) {
          expect(isRefusal(result)).toBe(true);
          expect(desk.history.entries).toEqual(entries);
        } else {
          const isChange = Object.keys(expected).some((key) => expected[key] !== before[key]);
          if (isChange) states.push(expected);
          expect(result).toMatchObject({ revision: states.length - 1 });
          if ((result as { durable: boolean }).durable) durableRevision = states.length - 1;
        }
        expect(stateOf(desk)).toEqual(states.at(-1));
        expect(desk.revision).toBe(states.length - 1);
        expect(notified).toEqual(states.slice(1).map((_, index) => index + 1));
        time.advance(step.passMs);
        await new Promise((resolve) => setImmediate(resolve));
        // A crash here: what the store holds is the desk as it was at one revision, none acknowledged as durable lost.
        const left = store.contents();
        expect(left.revision).toBeGreaterThanOrEqual(durableRevision);
        const again = await deskOn(new MemoryStore(left), new FakeTime());
        expect(stateOf(again)).toEqual(stored(states[left.revision] as State));
      }
      // Undoing the whole history, newest first, leads back to where the show began.
      for (const entry of [...desk.history.entries].reverse()) {
        const back = entry.changes.map(({ path, field, from }) => ({ path, field, value: from }));
        await desk.commit(
          { actor: 'x', label: '', changes: [...back, { path: '/a/most', field: 'level', value: 100 }] },
          { ids: [entry.id], undone: true },
        );
      }
      const shown = Object.entries(stateOf(desk)).filter(
        ([key]) => key.startsWith('/a/strip') && !key.endsWith('solo'),
      );
      expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(shown.map(([key]) => [key, defaults[key]])));
    }),
    { numRuns: 300 },
  );
});
