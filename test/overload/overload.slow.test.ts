// A desk on one processor beside programs that never rest, from its start on: it plays and finds its plugins late, and says once why; no
// process is ended, no package blamed, no plugin refused. In CI it runs alone: it takes the time of others.
import { afterEach, expect, test } from 'vitest';
import { driverProcesses } from '../../cli/driver-processes.ts';
import { TestClient } from '../../core/testing/client.ts';
import { isFull } from '../harness/depth.ts';
import { patchThrough, recordMain, running } from '../harness/desk.ts';
import { outliving, quietConfig, startService, stopServices } from '../harness/service.ts';
import { fitSine } from '../harness/sound.ts';
import { bundlesOf } from '../plugins/desk.ts';
import { whyNot, x42 } from '../plugins/what-lacks.ts';
import { Crowd } from './crowd.ts';

const lacks = whyNot(x42);
/** Twenty on one processor are forty on two. */
const programs = Number(process.env.PROGRAMS ?? (isFull ? 20 : 5));
const tone = { signal: 'sine', frequencyHz: 997, levelDbfs: -20 };
const rate = 48_000;
const config = {
  ...outliving,
  ...{ rate, blockFrames: 1024 },
  providers: [...quietConfig.providers, 'plugins'],
  drivers: [...quietConfig.drivers, 'lv2'],
};

const crowd = new Crowd();
afterEach(async () => {
  await crowd.end();
  await stopServices();
});

test.skipIf(lacks !== '')(
  `beside ${programs} programs that never rest a tone plays, plugins are found, and at most one warning says why all is late`,
  { timeout: 600_000 },
  async () => {
    crowd.begin(programs);
    const env = { LV2_PATH: bundlesOf('dpl.lv2', 'balance.lv2'), CLAP_PATH: '' };
    const service = await startService({ config, env, place: crowd.place });
    const warnings = await new TestClient(service.url).watch('/warnings');
    await running(service);
    const processes = driverProcesses(service.state);
    await patchThrough(service, 1, tone);
    const [heard] = (await recordMain(service, 2)).channels;
    // A scan has the lowest priority once the first plugin is there.
    await service.until('/plugins', ({ items }) => items.length > 0);
    expect(driverProcesses(service.state)).toEqual(processes);
    const { drivers } = (await service.get('/hardware')).body;
    for (const driver of drivers) expect(driver).toMatchObject({ state: 'running', restarts: 0 });
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
