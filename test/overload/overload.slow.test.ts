// A desk beside programs that never rest, from its start on: it plays and finds its plugins late, and says once why; no process is
// ended, no package blamed, no plugin refused. In CI it runs alone: it takes the time of others.
import { cpus } from 'node:os';
import { afterEach, expect, test } from 'vitest';
import { driverProcesses } from '../../cli/driver-processes.ts';
import { TestClient } from '../../core/testing/client.ts';
import { isFull } from '../harness/depth.ts';
import { patchThrough, recordMain, running } from '../harness/desk.ts';
import { outliving, quietConfig, startService, stopServices } from '../harness/service.ts';
import { fitSine } from '../harness/sound.ts';
import { bundlesOf } from '../plugins/desk.ts';
import { whyNot, x42 } from '../plugins/what-lacks.ts';
import { Crowd, type Processors } from './crowd.ts';

const lacks = whyNot(x42);
/** On each of the processors that have any. */
const programs = Number(process.env.PROGRAMS ?? (isFull ? 20 : 5));
const places: readonly (readonly [words: string, Processors])[] = [
  ['one processor', 'first'],
  // Forty on two, of another login each.
  ['each processor', 'all'],
];
/** Of the tone: a supervisor that counts by the wall gives a starved process up within half a minute. */
const heardS = isFull ? 60 : 2;
const tone = { signal: 'sine', frequencyHz: 997, levelDbfs: -20 };
const rate = 48_000;
const config = {
  ...outliving,
  ...{ rate, blockFrames: 1024 },
  providers: [...quietConfig.providers, 'plugins'],
  drivers: [...quietConfig.drivers, 'lv2'],
};

let crowd: Crowd;
afterEach(async () => {
  await crowd.end();
  await stopServices();
});

test.skipIf(lacks !== '').for(isFull ? places : places.slice(0, 1))(
  `beside ${programs} programs that never rest on %s a tone plays, plugins are found, and at most one warning says why all is late`,
  { timeout: 1_200_000 },
  async ([, processors]) => {
    crowd = new Crowd(processors);
    crowd.begin(programs * (processors === 'all' ? cpus().length : 1));
    const env = { LV2_PATH: bundlesOf('dpl.lv2', 'balance.lv2'), CLAP_PATH: '' };
    const service = await startService({ config, env, place: crowd.place });
    const warnings = await new TestClient(service.url).watch('/warnings');
    await running(service);
    const processes = driverProcesses(service.state);
    await patchThrough(service, 1, tone);
    const [heard] = (await recordMain(service, heardS)).channels;
    // A scan has the lowest priority once the first plugin is there.
    await service.until('/plugins', ({ items }) => items.length > 0);
    expect(driverProcesses(service.state)).toEqual(processes);
    const { drivers } = (await service.get('/hardware')).body;
    // A driver that has nothing to do has no process.
    const state = expect.stringMatching(/^(running|waiting)$/);
    for (const driver of drivers) expect(driver).toMatchObject({ state, restarts: 0 });
    const warned = warnings.events.flatMap(({ row }) => row.warnings.map(({ id }: { id: string }) => id as string));
    const isOther = (id: string) => id !== 'machine-overloaded';
    expect(warned.filter(isOther)).toEqual([]);
    if (isFull) expect(warned.length).toBeGreaterThan(0);
    await crowd.end();

    expect(fitSine((heard as Float64Array).subarray(rate / 2), tone.frequencyHz, rate).residualDb).toBeLessThan(-90);
    const { items, refused } = await service.until('/plugins', (row) => row.scannedAt !== '');
    expect(refused).toEqual([]);
    const reasons = items.flatMap(({ format, reason }: { format: string; reason: string }) =>
      format === 'lv2' ? [reason] : [],
    );
    expect(reasons).toEqual(['', '', '']);
  },
);
