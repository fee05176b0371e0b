// A desk that plays while its disk is slow, full, read-only or broken: faders move, the sound goes on, and what was only
// in memory is on the disk once that can be written.

import { constants } from 'node:os';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { patchThrough, recorded, running, settled, startRecording, stopRecording, write } from '../harness/desk.ts';
import { removeFolder, type Service, startService, stopServices, temporaryFolder } from '../harness/service.ts';
import { fitSine } from '../harness/sound.ts';
import { buildDisk, FaultyDisk } from './faulty-disk.ts';

const folder = temporaryFolder();
let library: string;
let disk: FaultyDisk;
beforeAll(() => {
  library = buildDisk(folder);
});
afterEach(async () => {
  disk.heal();
  await stopServices();
  disk.close();
});
afterAll(() => removeFolder(folder));

async function start(state?: string): Promise<Service> {
  disk = FaultyDisk.make(library, folder);
  return startService({ env: disk.env, state });
}

/** Two desks one after the other, and a recording: on a full machine that is most of a minute. */
const patient = { timeout: 90_000 };
const rate = 48_000;
/** A sine on each leg of the main, at -20 dB: strip 1 to the left and strip 2 to the right. */
async function playing(): Promise<Service> {
  const service = await start();
  await running(service);
  for (const strip of [1, 2]) {
    await patchThrough(service, strip, { signal: 'sine', frequencyHz: 1000, levelDbfs: -20 });
    await write(service, `/channel/input/${strip}`, { pan: strip === 1 ? -100 : 100 });
  }
  await settled(service);
  return service;
}

interface Told {
  readonly id: string;
  readonly severity: string;
  readonly titleCode: { readonly code: string };
}
const warned = async (service: Service): Promise<Told | undefined> =>
  (await service.get('/warnings')).body.warnings.find(({ id }: Told) => id === 'store');

/** Fader 2 goes down by 20 dB while the disk fails: that is heard at once, and strip 1 plays on to the sample. */
async function fades(service: Service): Promise<void> {
  await startRecording(service);
  await recorded(service, 0.3);
  const { status, headers } = await service.patch('/channel/input/2', { levelDb: -20 });
  expect([status, headers.get('rowdesk-durable')]).toEqual([200, 'no']);
  await settled(service);
  await recorded(service, 0.3);
  const [left, right] = (await stopRecording(service)).channels as [Float64Array, Float64Array];
  const steady = fitSine(left, 1000, rate);
  expect(steady.levelDb).toBeCloseTo(-20, 1);
  expect(steady.residualDb).toBeLessThan(-90);
  expect(fitSine(right.subarray(0, rate * 0.2), 1000, rate).levelDb).toBeCloseTo(-20, 1);
  expect(fitSine(right.subarray(-rate * 0.2), 1000, rate).levelDb).toBeCloseTo(-40, 1);
}

test('a flush that takes 5 s keeps neither a fader nor a read nor the sound waiting', patient, async () => {
  const service = await playing();
  disk.slow(5_000);
  await fades(service);
  // The answers came while the disk was at its first flush; nothing here waits for it.
  expect(disk.read('flushing')).toBe(1);
  expect(await warned(service)).toMatchObject({ severity: 'alarm', titleCode: { code: 'store-slow' } });
  disk.heal();
  await service.until('/warnings', (row) => !row.warnings.some(({ id }: Told) => id === 'store'));
  await service.kill();
  const again = await start(service.state);
  expect((await again.get('/channel/input/2')).body.levelDb).toBe(-20);
});

test.each([
  ['full', constants.errno.ENOSPC],
  ['read-only', constants.errno.EROFS],
  ['broken', constants.errno.EIO],
])(
  'while the disk is %s the show goes on from memory, and what exists only to be stored is refused',
  patient,
  async (_, error) => {
    const service = await playing();
    disk.fail(error);
    await fades(service);
    expect(disk.read('faults')).toBeGreaterThan(0);
    // Until the disk has answered with its error it is a slow one.
    const isTold = ({ id, titleCode }: Told) => id === 'store' && titleCode.code === 'store-unavailable';
    await service.until('/warnings', (row) => row.warnings.some(isTold));
    expect((await warned(service))?.severity).toBe('alarm');
    const stored = await service.patch('/patches/store', { id: 'one', running: true });
    const outcome = stored.status === 200 ? await service.until('/patches/store', (row) => !row.running) : undefined;
    expect([stored.status, stored.body.code ?? outcome?.refusal?.code]).toEqual([
      expect.any(Number),
      'store-unavailable',
    ]);
    expect((await service.get('/patches')).body.items).toEqual([]);

    disk.heal();
    await service.until('/warnings', (row) => !row.warnings.some(({ id }: Told) => id === 'store'));
    expect((await service.patch('/channel/input/2', { name: 'after' })).headers.get('rowdesk-durable')).toBeNull();
    await service.kill();
    const again = await start(service.state);
    expect((await again.get('/channel/input/2')).body).toMatchObject({ levelDb: -20, name: 'after' });
  },
);
