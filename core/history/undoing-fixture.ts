// A history for tests of undo and redo, over rows that may refuse.

import { Faults } from '../base/fault-log.ts';
import { Refusal } from '../base/refusals.ts';
import { DeskCore } from '../desk/desk.ts';
import { liveSetting, type Row, setting, Type } from '../provider.ts';
import { ObservedValues } from '../reconcile/observed-values.ts';
import type { Change } from '../rows/definitions.ts';
import { Registry } from '../rows/registry.ts';
import type { Locked } from '../services.ts';
import { WarningBoard } from '../system/warnings.ts';
import { FakeTime } from '../testing/fake-time.ts';
import { MemoryStore } from '../testing/memory-store.ts';
import { History } from './history.ts';
import { Undoing } from './undoing.ts';

const log = { debug() {}, info() {}, warn() {}, error() {} };

/** Strips, the last of them removable; a socket with a preamp; a plugin whose values depend on it. */
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
      confirmOnUndo: { gain: 'rise', phantom: 'change', pad: 'fall' },
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

export async function begin(store = new MemoryStore()) {
  const time = new FakeTime();
  const world = { plugged: 4, locked: 'none' as Locked, forbidden: '', broken: '' };
  const may = (name: string) => {
    if (world.broken === name) throw new TypeError(`${name} is broken`);
  };
  const registry = new Registry([{ provider: { name: 'a', roots: ['a'] }, rows: rowsOf(() => world.plugged, may) }]);
  const steps = new History();
  const desk = new DeskCore({
    history: steps,
    ...{
      registry,
      store,
      observed: new ObservedValues(new Faults(log)),
      time,
      warnings: new WarningBoard(time, log),
      log,
    },
    locked: () => world.locked,
    validate: (_after, _before, paths) => {
      if (paths.includes(world.forbidden)) throw new Refusal('conflict', 'That would be a loop.');
    },
  });
  await desk.open();
  const history = new Undoing(desk, steps, registry, new Faults(log));
  const commit = (actor: string, ...changes: Change[]) => {
    time.advance(2000);
    return desk.commit({ actor, label: `${changes[0]?.path} ${changes[0]?.field}`, changes });
  };
  const write = (actor: string, path: string, field: string, value: unknown) => commit(actor, { path, field, value });
  return { desk, history, time, world, store, commit, write };
}
export const ann = { actor: 'ann' };
export const firm = { actor: 'ann', override: true };
/** The refusal that a call throws synchronously. */
export function refusal(call: () => unknown): Refusal {
  try {
    call();
  } catch (error) {
    return error as Refusal;
  }
  throw new Error('it was not refused');
}
