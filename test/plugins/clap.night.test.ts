// CLAP plugins in a desk: found by a scan, chosen, heard; their latency and their state; and as LV2 the same sound.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { box, patchThrough, recordMain, settled, write } from '../harness/desk.ts';
import { type Service, temporaryFolder } from '../harness/service.ts';
import { sharedDesk } from '../harness/shared-desk.ts';
import { fitSine, peakDb } from '../harness/sound.ts';
import { bundlesOf, insert, insertOf, racksOf, rate, recordUndisturbed, startPluginDesk } from './desk.ts';
import { clapUri, makeClap } from './made-clap.ts';
import { rackProcesses } from './rack-processes.ts';
import { made, type Need, whyNot } from './what-lacks.ts';

const place = insertOf('/channel/input/1');
const tone = { signal: 'sine', frequencyHz: 1000, levelDbfs: -20 };
const block = 1024;

describe.skipIf(whyNot(...made) !== '')('a CLAP plugin', () => {
  const shared = sharedDesk(async () => {
    const folder = temporaryFolder();
    for (const file of ['gain.clap', 'crashes.clap']) makeClap(join(folder, file));
    const service = await startPluginDesk({ blockFrames: block, clap: [folder] });
    await patchThrough(service, 1, tone);
    await write(service, '/channel/input/1', { pan: -100 });
    return service;
  });
  /** One desk for all of them, without a plugin. */
  const start = async (): Promise<Service> => {
    const service = await shared();
    await write(service, place, { plugin: '' });
    await settled(service);
    return service;
  };
  async function levelDb(service: Service): Promise<number> {
    await settled(service);
    const left = (await recordMain(service, 0.5)).channels[0] as Float64Array;
    return fitSine(left.subarray(-rate / 5), 1000, rate).levelDb;
  }
  const isHeardAt = (service: Service, db: number) =>
    expect.poll(() => levelDb(service), { timeout: 25_000 }).toBeCloseTo(db, 1);

  test('is found by a scan, chosen and heard; no process but a rack has its code', async () => {
    const service = await start();
    const { items, refused } = (await service.get('/plugins')).body;
    const found = items.find(({ uri }: { readonly uri: string }) => uri === clapUri('gain'));
    expect(found).toMatchObject({ format: 'clap', name: 'Test gain', class: 'Utility', supported: true });
    const reasons = refused.map((each: Readonly<Record<string, string>>) => [basename(each.bundle ?? ''), each.reason]);
    expect(reasons).toContainEqual(['crashes.clap', 'What reads it ended by SIGSEGV.']);
    await insert(service, place, clapUri('gain'), { p0: -6, p2: 'inverted' });
    await isHeardAt(service, -26);
    expect((await service.get(`${place}/params/p0`)).body).toMatchObject({ label: 'Gain', unit: 'dB' });
    await service.until(`${place}/readings`, ({ p5, p6 }) => Math.abs(p5 + 26) < 0.2 && p6 === 0);
    expect((await service.patch(`${place}/values`, { p0: 41 })).status).toBe(422);
    expect(processesWith((await service.get(`/plugins/${found.id}`)).body.bundle)).toEqual(
      rackProcesses(service.state).map((rack) => rack.at(-1)),
    );
  });

  test('with another latency is compensated with that', async () => {
    const service = await start();
    await insert(service, place, clapUri('gain'), { p1: 48 });
    await service.until(`${place}/status`, ({ latencyFrames }) => latencyFrames === block + 48);
    await write(service, `${place}/values`, { p1: 96 });
    await service.until(`${place}/status`, ({ latencyFrames }) => latencyFrames === block + 96);
    await isHeardAt(service, -20);
  });

  test('that changes a value by itself changes it in the desk', async () => {
    const service = await start();
    await insert(service, place, clapUri('gain'), { p0: -12 });
    await isHeardAt(service, -32);
    await write(service, `${place}/values`, { p4: true });
    await service.until(`${place}/values`, ({ p0, p4 }) => p0 === 0 && p4 === false);
    await isHeardAt(service, -20);
  });

  test('has its state again after a crash of its rack', async () => {
    const service = await start();
    await insert(service, place, clapUri('gain'), { p0: 0 });
    const stateAfter = async (before: string): Promise<string> => {
      const isNext = ({ pluginState }: { readonly pluginState: string }) => !['', before].includes(pluginState);
      return (await service.until(`${place}/state`, isNext)).pluginState;
    };
    // What it learns is no value: two times 6 dB. It is saved when it has been quiet for a second.
    let state = await stateAfter('');
    for (let times = 0; times < 2; times++) {
      for (const learn of [true, false]) {
        await write(service, `${place}/values`, { p3: learn });
        await settled(service);
        await sleep(200);
      }
      state = await stateAfter(state);
    }
    await isHeardAt(service, -32);
    for (const rack of racksOf(service)) process.kill(rack, 'SIGKILL');
    await isHeardAt(service, -32);
  });
});

/** Those that have mapped the file. */
function processesWith(file: string): readonly number[] {
  const maps = (id: string) => {
    try {
      return readFileSync(`/proc/${id}/maps`, 'utf8');
    } catch {
      return '';
    }
  };
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && maps(name).includes(file));
  return ids.map(Number).sort((a, b) => a - b);
}

const eq: readonly Need[] = [
  ['/usr/lib/clap/ZamEQ2.clap', 'zam-plugins'],
  ['/usr/lib/lv2/ZamEQ2.lv2', 'zam-plugins'],
];

describe.skipIf(whyNot(...made, ...eq) !== '')('ZamEQ2', () => {
  test('as CLAP, inverted, and as LV2 are silence together', async () => {
    const clap = dirname(eq[0]?.[0] ?? '');
    const service = await startPluginDesk({ more: [bundlesOf('ZamEQ2.lv2')], clap: [clap] });
    for (const n of [1, 2]) {
      await patchThrough(service, n, { signal: 'pink', levelDbfs: -30 });
      await write(service, `/channel/input/${n}`, { sourceId: `${box}:in-1`, polarityInverted: n === 2 });
    }
    const other = insertOf('/channel/input/2');
    await insert(service, place, 'urn:zamaudio:ZamEQ2', { boost1: 12, bw1: 1, f1: 1000 });
    await insert(service, other, 'clap:com.zamaudio.ZamEQ2', { p0: 12, p1: 1, p2: 1000 });
    // Their filters began at different moments.
    await sleep(1000);
    const [both] = await recordUndisturbed(service, [place, other], 0.5);
    expect(peakDb(both as Float64Array)).toBeLessThan(-100);
    await write(service, '/channel/input/2', { muted: true });
    const [one] = await recordUndisturbed(service, [place], 0.3);
    expect(peakDb(one as Float64Array)).toBeGreaterThan(-50);
    await service.stop();
  });
});
