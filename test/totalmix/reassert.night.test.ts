// What `/vendorA/totalmix` says of a device that drifted, refuses, or can't be read: the faults are the simulator's.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { settled, write } from '../harness/desk.ts';
import type { Answer } from '../harness/service.ts';
import { lacks, OnBox, until } from './on-box.ts';
import { at, clockSource, input, level, output, outputAt } from './simulator.ts';

const root = '/vendorA/totalmix';
const pinned = { routing: 'pin', gain: 'pin', phantom: 'pin', clock: 'pin' };

let on: OnBox;
beforeEach(async () => {
  on = new OnBox();
  const desk = await on.start();
  await desk.until(root, ({ clockSource: source }) => source !== null);
});
afterEach(() => on.end());

async function reassert(request: object): Promise<Answer['body']> {
  const task = `${root}/reassert`;
  const { status, body } = await on.desk.patch(task, { running: true, ...request });
  if (status !== 200) throw new Error(`PATCH ${task}: ${status} ${JSON.stringify(body)}`);
  return on.desk.until(task, ({ running }) => !running);
}

const driftOf = async () => (await on.desk.get(root)).body.drift as readonly Record<string, unknown>[];

const tests = () => {
  test('a device that is as wanted is verified, and nothing is written', async () => {
    await write(on.desk, '/stagebox/ucx2/inputs/1', { gainDb: 12 });
    await settled(on.desk);
    await on.device.log();
    const { report } = await reassert({ areas: ['gain', 'clock'], only: 'drifted' });
    expect(report).toMatchObject({ outcome: 'applied', refusedCount: 0, unverified: 0, written: 0 });
    expect(report.verified).toBeGreaterThan(4);
    expect((await on.device.log()).filter(({ outcome }) => outcome === 'taken')).toEqual([]);
  });

  test('all values are written again on request, whatever was written before', async () => {
    await on.device.log();
    const { report } = await reassert({ areas: ['clock'], only: 'all' });
    expect(report).toMatchObject({ outcome: 'applied', verified: 1, written: 1 });
    expect((await on.device.log()).filter(({ register }) => register === clockSource)).toMatchObject([{ value: 0 }]);
  });

  test('what can not be read back says so: in the row, as drift and in the report', async () => {
    await write(on.desk, `${root}/outputs/3`, { loopback: true });
    await write(on.desk, `${root}/mix/1/21`, { levelDb: 0 });
    await until(async () => (await on.device.registers([])).loopback[2] === true);
    await until(async () => (await on.device.value(level(1, 21))) === 0x9000);
    await on.desk.until(`${root}/outputs/3`, ({ unverified }) => unverified.includes('loopback'));
    const drift = await driftOf();
    expect(drift).toContainEqual(
      expect.objectContaining({ path: `${root}/outputs/3`, field: 'loopback', readable: false }),
    );
    expect(drift).toContainEqual(
      expect.objectContaining({ path: `${root}/mix/1/21`, field: 'levelDb', readable: false }),
    );
    const { report } = await reassert({ areas: ['routing'], only: 'drifted' });
    expect(report).toMatchObject({ outcome: 'unverified', refusedCount: 0, unverified: 2 });
  });

  test('a device that refuses the only value is refused, with what it has', async () => {
    await write(on.desk, root, { policy: pinned });
    await on.device.refuse({ registers: [clockSource] });
    await write(on.desk, root, { clockSource: 'AES' });
    await on.desk.until(root, ({ driftCount }) => driftCount > 0);
    expect(await driftOf()).toContainEqual(
      expect.objectContaining({
        path: root,
        field: 'clockSource',
        wanted: 'AES',
        observed: 'Internal',
        readable: true,
      }),
    );
    const { report } = await reassert({ areas: ['clock'], only: 'drifted' });
    expect(report).toMatchObject({ outcome: 'refused', verified: 0, refusedCount: 1 });
    expect(report.refused).toMatchObject([{ path: root, field: 'clockSource', wanted: 'AES', observed: 'Internal' }]);
    await on.device.refuse({});
    expect((await reassert({ areas: ['clock'], only: 'drifted' })).report.outcome).toBe('applied');
    expect(await on.device.value(clockSource)).toBe(3);
  });

  test('a device that refuses one of several is refused in part', async () => {
    await write(on.desk, root, { policy: pinned });
    await on.device.refuse({ registers: [input(2, at.gain)], as: 'ignore' });
    await write(on.desk, '/stagebox/ucx2/inputs/1', { gainDb: 40 });
    await write(on.desk, '/stagebox/ucx2/inputs/2', { gainDb: 40 });
    await until(async () => (await on.device.value(input(1, at.gain))) === 400);
    const { report } = await reassert({ areas: ['gain'], only: 'drifted' });
    expect(report).toMatchObject({ outcome: 'in-part', refusedCount: 1 });
    expect(report.refused).toMatchObject([
      { path: '/stagebox/ucx2/inputs/2', field: 'gainDb', wanted: 40, observed: 0 },
    ]);
  });

  test('a turn at a pinned output is drift until it is corrected, and the correction is listed', async () => {
    const path = `${root}/outputs/2`;
    await write(on.desk, root, { policy: pinned });
    await write(on.desk, path, { levelDb: -10 });
    await until(async () => (await on.device.value(output(2, outputAt.volume))) === -100);
    await settled(on.desk);
    await on.device.turn(output(2, outputAt.volume), -300);
    await until(async () => (await on.device.value(output(2, outputAt.volume))) === -100);
    await on.desk.until('/telemetry/convergence/corrections', ({ entries }) =>
      entries.some((entry: { path: string; observed: unknown }) => entry.path === path && entry.observed === -30),
    );
    expect((await on.desk.get(path)).body.levelDb).toBe(-10);
  });

  test('a device that is gone is refused before anything is tried', async () => {
    await on.device.unplug();
    await on.desk.until(root, ({ present }) => !present);
    const { status, body } = await on.desk.patch(`${root}/reassert`, { running: true, areas: [], only: 'drifted' });
    expect([status, body.code]).toEqual([424, 'device-absent']);
  });
};

describe.skipIf(lacks !== '')(`reassert of an RME device ${lacks}`, { timeout: 120_000 }, tests);
