// Desk and device agree, whatever the line between them loses, delays and reorders.
import * as fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import '../harness/seed.ts';
import { write } from '../harness/desk.ts';
import { lacks, OnBox } from './on-box.ts';
import { gainOf, inRegister, type SharedValue, sharedValues } from './shared-values.ts';
import type { Write } from './simulator.ts';

const rootPath = '/vendorA/totalmix';
const faults = { lose: 0.05, delay: 0.3, delayMs: 30, reorder: 0.1 };

let on: OnBox;
afterEach(() => on.end());

async function start(): Promise<readonly SharedValue[]> {
  on = new OnBox({ desk: { heartbeatMs: 1000 } });
  const desk = await on.start();
  await desk.until(rootPath, ({ clockSource }) => clockSource !== null);
  return sharedValues();
}

interface Entry {
  readonly at: string;
  readonly path: string;
  readonly field: string;
  readonly outcome: string;
}

/** All corrections: the desk keeps the last ones, so they are gathered while it runs. */
class Listed {
  readonly #entries = new Map<string, Entry>();

  async gather(): Promise<readonly Entry[]> {
    const { entries } = (await on.desk.get('/telemetry/convergence/corrections')).body as { entries: readonly Entry[] };
    for (const entry of entries) this.#entries.set(JSON.stringify(entry), entry);
    return [...this.#entries.values()];
  }
}

const keyOf = ({ register, pan }: { register: number; pan?: boolean }) => `${register}${pan ? ' pan' : ''}`;
/** By its register, how often a value became another one. */
function changesOf(log: readonly Write[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const each of log) {
    if (each.outcome === 'taken' && each.was !== each.value)
      counts.set(keyOf(each), (counts.get(keyOf(each)) ?? 0) + 1);
  }
  return counts;
}

async function disagreements(all: readonly SharedValue[]): Promise<readonly unknown[]> {
  const registers = await on.device.registers();
  const rows = new Map<string, Record<string, unknown>>();
  for (const path of new Set(all.map((each) => each.path))) rows.set(path, (await on.desk.get(path)).body);
  return all.flatMap((each) => {
    const atDesk = rows.get(each.path)?.[each.field];
    const atDevice = inRegister(each, registers);
    return each.toRegister(atDesk) === atDevice ? [] : [{ path: each.path, field: each.field, atDesk, atDevice }];
  });
}

const tests = () => {
  test('after 1,000 random changes from both sides and a bad line they agree within two heartbeats', async () => {
    const all = await start();
    const desk = on.desk;
    expect(await disagreements(all)).toEqual([]);
    // the device has the last word on some areas, the desk on the others
    await write(desk, rootPath, { policy: { routing: 'remember', gain: 'pin', phantom: 'remember', clock: 'pin' } });
    const changes = fc.sample(
      fc
        .constantFrom(...all)
        .chain((value) => fc.record({ value: fc.constant(value), to: value.values, byHand: fc.boolean() })),
      1000,
    );
    await on.device.log();
    await on.device.faults({ seed: 7, ...faults });
    const listed = new Listed();
    const patched = new Map<string, number>();
    for (const [n, { value, to, byHand }] of changes.entries()) {
      if (byHand) {
        await on.device.turn(value.register, value.toRegister(to), { pan: value.pan === true });
      } else {
        await write(desk, value.path, { [value.field]: to });
        patched.set(keyOf(value), (patched.get(keyOf(value)) ?? 0) + 1);
      }
      if (n % 50 === 49) await listed.gather();
    }
    await on.device.faults({});
    await on.beats(2);
    expect(await disagreements(all)).toEqual([]);
    const { lost, reordered } = (await on.device.figures()).toHost;
    expect(lost).toBeGreaterThan(0);
    expect(reordered).toBeGreaterThan(0);

    // what was written more often than the desk was told is a correction, and each is listed
    const entries = await listed.gather();
    const names = new Set(entries.map(({ path, field }) => `${path} ${field}`));
    const log = await on.device.log();
    const again = [...changesOf(log)].filter(([key, count]) => count > (patched.get(key) ?? 0));
    const rewritten = all.filter((value) => again.some(([key]) => key === keyOf(value)));
    expect(rewritten.map(({ path, field }) => `${path} ${field}`).filter((name) => !names.has(name))).toEqual([]);
    expect(rewritten.length).toBeGreaterThan(0);
  });

  test('each turn of a pinned knob is corrected, and each write of a correction is listed', async () => {
    await start();
    const desk = on.desk;
    await write(desk, rootPath, {
      policy: { routing: 'remember', gain: 'pin', phantom: 'remember', clock: 'remember' },
    });
    const gain = gainOf(2);
    await write(desk, gain.path, { gainDb: 20 });
    await desk.until(gain.path, ({ confirmed }) => confirmed);
    await on.device.log();
    const total = async () => (await desk.get('/telemetry/convergence/corrections')).body.total as number;
    const before = await total();
    const turns = 20;
    for (let n = 1; n <= turns; n++) {
      await on.device.turn(gain.register, n);
      await desk.until('/telemetry/convergence', ({ corrections }) => corrections >= before + n);
      while ((await on.device.value(gain.register)) !== 200) await new Promise((resolve) => setTimeout(resolve, 10));
    }
    await on.beats(1);
    const log = await on.device.log();
    expect(changesOf(log).get(keyOf(gain))).toBe(turns);
    // a busy desk may write again what the device has not read back to it in time
    const writes = log.filter((each) => each.outcome === 'taken' && keyOf(each) === keyOf(gain)).length;
    const { entries } = (await desk.get('/telemetry/convergence/corrections')).body as { entries: readonly Entry[] };
    expect(entries.filter(({ path, field }) => path === gain.path && field === 'gainDb')).toHaveLength(writes);
  });

  test('a device that tells nothing of what it is written is read back all the same', async () => {
    const all = await start();
    await on.device.behave({ echo: false });
    const changes = fc.sample(
      fc.constantFrom(...all).chain((value) => value.values.map((to) => ({ value, to }))),
      100,
    );
    for (const { value, to } of changes) await write(on.desk, value.path, { [value.field]: to });
    await on.beats(2);
    expect(await disagreements(all)).toEqual([]);
    const paths = [...new Set(changes.map(({ value }) => value.path))];
    for (const path of paths) await on.desk.until(path, ({ pending }) => pending !== true);
  });
};

describe.skipIf(lacks !== '')(`an RME device at the end of a bad line ${lacks}`, { timeout: 120_000 }, tests);
