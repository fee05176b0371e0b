import { expect, test } from 'vitest';
import { governor, limitOf, memoryLock, realTime } from './deadlines.ts';
import type { Machine } from './machine.ts';

const limits = (priority: string, memory: string) => `Limit                     Soft Limit           Hard Limit
Max locked memory         ${memory}              unlimited            bytes
Max realtime priority     ${priority}                   99
`;
const machine = (files: Record<string, string>, chrt?: number): Machine => ({
  text: (path) => files[path] ?? '',
  names: () => ['cpu0', 'cpu1', 'cpufreq'],
  owner: () => undefined,
  isWritable: () => false,
  output: () => undefined,
  exitCode: () => chrt,
});
const scaling = (core: number) => `/sys/devices/system/cpu/cpu${core}/cpufreq/scaling_governor`;

test('real time is tried out, and only without a program for it judged by the limit or the capability', () => {
  expect(realTime(machine({ '/proc/self/limits': limits('0', '0') }, 0), 'ann').ok).toBe(true);
  const refused = realTime(machine({ '/proc/self/limits': limits('95', '0') }, 1), 'ann');
  expect(refused).toMatchObject({ ok: false, fix: expect.stringContaining("printf 'ann - rtprio 95") });
  expect(realTime(machine({ '/proc/self/limits': limits('95', '0') }), 'ann').ok).toBe(true);
  expect(realTime(machine({ '/proc/self/limits': limits('0', '0') }), 'ann').ok).toBe(false);
  expect(realTime(machine({ '/proc/self/status': 'CapEff:\t0000000000800000\n' }), 'ann').ok).toBe(true);
});

test('locked memory must be enough for the mixer and its libraries, unless this user may lock all', () => {
  const locked = (bytes: string, status = '') =>
    memoryLock(machine({ '/proc/self/limits': limits('0', bytes), '/proc/self/status': status }), 'ann');
  expect(locked('8388608')).toMatchObject({ ok: false, detail: expect.stringContaining('only 8 MB') });
  expect(locked('1073741824')).toMatchObject({ ok: true, detail: '1024 MB' });
  expect(locked('unlimited').ok).toBe(true);
  expect(locked('8388608', 'CapEff:\t0000000000004000\n').ok).toBe(true);
});

test('every core must run at full speed, where the kernel scales at all', () => {
  expect(governor(machine({})).ok).toBe(true);
  expect(governor(machine({ [scaling(0)]: 'performance\n', [scaling(1)]: 'performance\n' })).ok).toBe(true);
  const mixed = governor(machine({ [scaling(0)]: 'performance\n', [scaling(1)]: 'powersave\n' }));
  expect(mixed).toMatchObject({ ok: false, detail: expect.stringContaining('performance, powersave') });
});

test('limits that are not said are none', () => {
  expect(limitOf('', 'Max locked memory')).toBe(0);
  expect(limitOf(limits('1', 'unlimited'), 'Max locked memory')).toBe(Number.POSITIVE_INFINITY);
});
