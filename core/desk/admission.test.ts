// A panic is never refused by what is not its own: validators, changes it implies, rows that read it.

import { expect, test } from 'vitest';
import { Faults } from '../base/fault-log.ts';
import { Refusal } from '../base/refusals.ts';
import { History } from '../history/history.ts';
import { alias, setting, Type } from '../provider.ts';
import { ObservedValues } from '../reconcile/observed-values.ts';
import { LogDouble } from '../rows/desk-double.ts';
import { Registry } from '../rows/registry.ts';
import { WarningBoard } from '../system/warnings.ts';
import { FakeTime } from '../testing/fake-time.ts';
import { MemoryStore } from '../testing/memory-store.ts';
import { DeskCore } from './desk.ts';

const on = Type.Boolean({ default: false });

interface Asked {
  /** What `/a/panic` says that follows from it. */
  readonly implied?: () => readonly { path: string; field: string; value: unknown }[];
  readonly validate?: () => void;
}

async function deskWith({ implied = () => [], validate = () => {} }: Asked) {
  const rows = [
    setting('/a/panic', {
      fields: { on, count: Type.Integer({ maximum: 9, default: 0 }) },
      writable: ['on', 'count'],
      life: 'safety',
      implies: ({ field }) => (field === 'on' ? implied() : []),
    }),
    setting('/a/talkback', {
      fields: { on: Type.Boolean({ default: true }) },
      writable: ['on'],
      implies: () => [{ path: '/a/lamp', field: 'on', value: true }],
    }),
    setting('/a/lamp', { fields: { on }, writable: ['on'] }),
    alias('/a/shown', { fields: { on }, get: () => ({ on: true }) }),
    setting('/a/broken', {
      fields: { on },
      writable: ['on'],
      limits: () => {
        throw new TypeError('broken');
      },
    }),
    // Its value is wrong while there is a panic.
    setting('/a/reader', {
      fields: { level: Type.Number({ maximum: 10, default: 0 }) },
      writable: ['level'],
      limits: (_, desk) => ({ level: { maximum: desk.read('/a/panic').on === true ? 1 : 10 } }),
    }),
  ];
  const registry = new Registry([{ provider: { name: 'a', roots: ['a'] }, rows }]);
  expect(registry.errors).toEqual([]);
  const time = new FakeTime();
  const log = new LogDouble();
  const parts = {
    registry,
    store: new MemoryStore(),
    observed: new ObservedValues(new Faults(log)),
    history: new History(),
    time,
    warnings: new WarningBoard(time, log),
    log,
  };
  const desk = new DeskCore({ ...parts, validate });
  await desk.open();
  const write = async (path: string, field: string, value: unknown) =>
    desk.commit({ actor: 'x', label: '', changes: [{ path, field, value }] });
  return { desk, log, write };
}

const off = (path: string) => ({ path, field: 'on', value: false });

test('no validator refuses a change for safety', async () => {
  const validate = () => {
    throw new Refusal('conflict', 'Not now.');
  };
  const { desk, write } = await deskWith({ validate, implied: () => [off('/a/talkback')] });
  await expect(write('/a/lamp', 'on', true)).rejects.toThrow('Not now.');
  await write('/a/panic', 'on', true);
  expect(desk.read('/a/panic').on).toBe(true);
  expect([desk.read('/a/talkback').on, desk.read('/a/lamp').on]).toEqual([false, true]);
});

test.each([
  ['an address that is none', { path: '/a/none', field: 'on', value: false }],
  ['an alias', off('/a/shown')],
  ['a field that is none', { path: '/a/lamp', field: 'enabled', value: false }],
  ['a value that is none', { path: '/a/reader', field: 'level', value: 99 }],
  ['a row that throws', { path: '/a/broken', field: 'on', value: true }],
])('%s that would follow is left out of it and in the log, and the rest follows', async (_, refused) => {
  const { desk, log, write } = await deskWith({ implied: () => [refused, off('/a/talkback')] });
  await write('/a/panic', 'on', true);
  expect(desk.read('/a/panic').on).toBe(true);
  expect([desk.read('/a/talkback').on, desk.read('/a/lamp').on]).toEqual([false, true]);
  const { path, field } = refused;
  expect(log.lines).toContainEqual(
    expect.objectContaining({ level: 'error', fields: expect.objectContaining({ path, field }) }),
  );
});

test('where the implied changes can not be computed, the change itself is made', async () => {
  const implied = () => {
    throw new TypeError('broken');
  };
  const { desk, write } = await deskWith({ implied });
  await write('/a/panic', 'on', true);
  expect(desk.read('/a/panic').on).toBe(true);
});

test('a value elsewhere that fits no longer does not keep anybody from it', async () => {
  const { desk, write } = await deskWith({});
  await write('/a/reader', 'level', 5);
  await write('/a/panic', 'on', true);
  expect(desk.read('/a/panic').on).toBe(true);
});

test('what is asked for itself is still checked', async () => {
  const { desk, write } = await deskWith({ implied: () => [off('/a/none')] });
  await expect(write('/a/panic', 'count', 10)).rejects.toMatchObject({ code: 'invalid-fields' });
  await expect(write('/a/panic', 'on', 'yes')).rejects.toMatchObject({ code: 'invalid-fields' });
  expect(desk.revision).toBe(0);
});
