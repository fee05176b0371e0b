// A desk in a test, with a mixer and a box that are to agree with it.

import { Faults } from '../base/fault-log.ts';
import { DeskCore } from '../desk/desk.ts';
import { History } from '../history/history.ts';
import { type Row, setting, Type } from '../provider.ts';
import { Registry } from '../rows/registry.ts';
import type { Locked, Log } from '../services.ts';
import { WarningBoard } from '../system/warnings.ts';
import { FakeTime } from '../testing/fake-time.ts';
import { MemoryStore } from '../testing/memory-store.ts';
import { ObservedValues } from './observed-values.ts';
import { Reconciler } from './reconciler.ts';
import { TargetDouble, TargetsDouble } from './target-doubles.ts';

const strips = { has: (at: { n: number }) => at.n <= 3, list: () => [1, 2, 3].map((n) => ({ n })) };
/** Rows that a mixer and a box are to agree with. */
export const agreeingRows: readonly Row[] = [
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
    fields: {
      gainDb: Type.Number({ minimum: 0, maximum: 60, default: 0 }),
      phantom: Type.Boolean({ settlesMs: 3000, default: false }),
    },
    writable: ['gainDb', 'phantom'],
    target: ({ n }, desk) => (n === 1 ? 'box' : n === 2 ? String(desk.read('/a/where').box) : undefined),
  }),
  setting('/a/pad', {
    fields: { on: Type.Boolean({ default: false }) },
    writable: ['on'],
    target: 'box',
    limits: (_, _desk, observed) => ({ on: observed.read('/a/box', 'hasPad')?.value === true ? {} : false }),
  }),
  setting('/a/where', { fields: { box: Type.String({ default: 'box' }) }, writable: ['box'] }),
  setting('/a/live', {
    fields: { x: Type.Number({ default: 0 }) },
    writable: ['x'],
    target: 'mixer',
    continuous: true,
  }),
];

const silent: Log = { debug() {}, info() {}, warn() {}, error() {} };

/** Of provider `a`. */
export async function convergingDesk(
  rows: readonly Row[] = agreeingRows,
  log: Log = silent,
  locked: () => Locked = () => 'none',
  store = new MemoryStore(),
) {
  const time = new FakeTime();
  const warnings = new WarningBoard(time, log);
  const registry = new Registry([{ provider: { name: 'a', roots: ['a'] }, rows }]);
  const observed = new ObservedValues(new Faults(log));
  const desk = new DeskCore({
    registry,
    store,
    observed,
    history: new History(),
    locked,
    time,
    warnings,
    log,
  });
  await desk.open();
  const mixer = new TargetDouble('mixer');
  const box = new TargetDouble('box');
  const targets = new TargetsDouble(mixer, box);
  const convergence = new Reconciler({ desk, observed, registry, targets, time, warnings, log, heartbeatMs: 1000 });
  convergence.start();
  // What is known of targets is stored.
  for (let turns = 0; turns < 4; turns++) await turn();
  const write = (path: string, field: string, value: unknown) =>
    desk.commit({ actor: 'x', label: '', changes: [{ path, field, value }] });
  const beats = async (count = 1) => {
    for (let n = 0; n < count; n++) {
      time.advance(1000);
      await turn();
    }
  };
  return { time, warnings, desk, mixer, box, convergence, write, beats };
}

/** Lets answers arrive. */
export async function turn(): Promise<void> {
  for (let n = 0; n < 5; n++) await Promise.resolve();
}

export async function appear(...targets: TargetDouble[]): Promise<void> {
  for (const target of targets) target.appear();
  await turn();
}
