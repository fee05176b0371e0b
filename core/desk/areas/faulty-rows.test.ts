// A row whose own functions throw is in no area and can't be written back; all others can.

import { expect, test } from 'vitest';
import { Faults } from '../../base/fault-log.ts';
import { History } from '../../history/history.ts';
import { Refusal, setting, Type } from '../../provider.ts';
import { ObservedValues } from '../../reconcile/observed-values.ts';
import { LogDouble } from '../../rows/desk-double.ts';
import { Registry } from '../../rows/registry.ts';
import { WarningBoard } from '../../system/warnings.ts';
import { FakeTime } from '../../testing/fake-time.ts';
import { MemoryStore } from '../../testing/memory-store.ts';
import { DeskCore } from '../desk.ts';
import { ShowAreas } from './areas.ts';

const fields = { level: Type.Integer({ maximum: 9, default: 0 }) };
const given = { fields, writable: ['level'] as const };

async function begin(validate?: () => void) {
  const throwing = new Set<string>();
  const may = (name: string) => {
    if (throwing.has(name)) throw new TypeError(`${name} is broken`);
  };
  const rows = [
    setting('/a/faulty/{n}', {
      ...given,
      params: { n: Type.Integer() },
      addresses: {
        has: () => {
          may('has');
          return true;
        },
        list: () => [{ n: 1 }],
      },
      limits: () => {
        may('limits');
        return {};
      },
      area: () => {
        may('area');
        return 'own';
      },
      implies: () => {
        may('implies');
        return [];
      },
    }),
    setting('/a/lamp', { ...given, area: 'fader' }),
    setting('/a/bell', { ...given, area: 'fader' }),
  ];
  const registry = new Registry([{ provider: { name: 'a', roots: ['a'] }, rows }]);
  expect(registry.errors).toEqual([]);
  const time = new FakeTime();
  const log = new LogDouble();
  const faults = new Faults(log);
  const parts = {
    registry,
    store: new MemoryStore(),
    observed: new ObservedValues(faults),
    history: new History(),
    time,
    warnings: new WarningBoard(time, log),
    log,
  };
  const desk = new DeskCore(validate === undefined ? parts : { ...parts, validate });
  await desk.open();
  return { throwing, areas: new ShowAreas(registry, desk, faults) };
}

const lamp = { path: '/a/lamp', field: 'level', value: 0, area: 'fader' };
const values = [
  { path: '/a/lamp', field: 'level', value: 3 },
  { path: '/a/faulty/1', field: 'level', value: 3 },
];

test.each(['limits', 'area', 'has', 'implies'])('%s that throws takes nothing of the others', async (name) => {
  const { throwing, areas } = await begin();
  throwing.add(name);
  expect(areas.content()).toContainEqual(lamp);
  expect(areas.defaults()).toContainEqual(lamp);
  expect(areas.list()).toContain('fader');
  const { changes, blocked } = areas.plan(values, { actor: 'x', stays: () => false });
  expect(changes.map(({ path }) => path)).toEqual(['/a/lamp']);
  expect(blocked.map(({ path, refusal }) => [path, refusal.code])).toEqual([['/a/faulty/1', 'fault']]);
  throwing.clear();
  expect(areas.list(), 'it is there as soon as it is whole').toEqual(['fader', 'own']);
  expect(areas.plan(values, { actor: 'x' }).blocked).toEqual([]);
});

test('what is refused as a whole, and in none of its parts, is blocked as a whole', async () => {
  let asked = 0;
  const { areas } = await begin(() => {
    asked++;
    if (asked > 50) throw new Error('it is asked for ever');
    if (asked % 2 === 1) throw new Refusal('conflict', 'Not all of that.');
  });
  const both = ['/a/lamp', '/a/bell'].map((path) => ({ path, field: 'level', value: 3 }));
  const { changes, blocked } = areas.plan(both, { actor: 'x' });
  expect(changes).toEqual([]);
  expect(blocked.map(({ path, refusal }) => [path, refusal.code])).toEqual([
    ['/a/lamp', 'conflict'],
    ['/a/bell', 'conflict'],
  ]);
});
