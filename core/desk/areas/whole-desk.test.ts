// The plan of a replacement is of one moment of the desk, and of what its targets report.
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Faults } from '../../base/fault-log.ts';
import { History } from '../../history/history.ts';
import { setting, Type } from '../../provider.ts';
import { ObservedValues } from '../../reconcile/observed-values.ts';
import { Registry } from '../../rows/registry.ts';
import { WarningBoard } from '../../system/warnings.ts';
import { FakeTime } from '../../testing/fake-time.ts';
import { MemoryStore } from '../../testing/memory-store.ts';
import { DeskCore } from '../desk.ts';
import { log } from '../desk-fixture.ts';
import { StoredDesk } from './whole-desk.ts';

const count = 600;
/** What a box reports bounds the gain of every input. */
const gain = setting('/a/gain/{n}', {
  params: { n: Type.Integer({ minimum: 1 }) },
  addresses: { has: ({ n }) => n <= count, list: () => Array.from({ length: count }, (_, at) => ({ n: at + 1 })) },
  fields: { gainDb: Type.Number({ minimum: 0, maximum: 60, default: 0 }) },
  writable: ['gainDb'],
  limits: (_at, _desk, observed) => ({
    gainDb: { maximum: observed.read('/a/box', 'small')?.value === true ? 30 : 60 },
  }),
});
const given = Array.from({ length: count }, (_, n) => {
  return { path: `/a/gain/${n + 1}`, version: 1, fields: { gainDb: 40 } };
});

async function begun() {
  const registry = new Registry([{ provider: { name: 'a', roots: ['a'] }, rows: [gain] }]);
  const faults = new Faults(log);
  const observed = new ObservedValues(faults);
  const time = new FakeTime();
  const store = new MemoryStore();
  const warnings = new WarningBoard(time, log);
  const desk = new DeskCore({ registry, store, log, observed, time, warnings, history: new History() });
  await desk.open();
  const report = () => observed.report('box', 0, [{ path: '/a/box', field: 'small', value: true, state: 'applied' }]);
  const whole = new StoredDesk({ desk, registry, store: { backUp: async () => {} }, faults });
  return { desk, whole, report };
}
const options = { actor: 'x', stays: () => false };

test('a report that comes while the plan is made is in it', async () => {
  const { whole, report } = await begun();
  const planning = whole.plan(given, options);
  await setImmediate();
  report();
  const { changes, unfit } = await planning;
  expect([changes.length, unfit.length]).toEqual([0, count]);
  expect(unfit[0]).toMatchObject({ path: '/a/gain/1', field: 'gainDb', refusal: { code: 'invalid-fields' } });
});

test('a desk at rest is planned and replaced in one commit', async () => {
  const { desk, whole } = await begun();
  const replaced = await whole.replace({ rows: given, documents: [], label: 'Backup', also: [], ...options });
  expect(replaced).toMatchObject({ revision: 1, durable: true, unfit: [] });
  expect(replaced.effect).toHaveLength(count);
  expect([desk.revision, desk.read(`/a/gain/${count}`).gainDb]).toEqual([1, 40]);
});
