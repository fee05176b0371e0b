import { afterEach, expect, test } from 'vitest';
import { patchThrough, recorded, recordMain, running, settled, write } from '../harness/desk.ts';
import { installInto } from '../harness/packages.ts';
import { type Service, startService, stopServices, temporaryFolder } from '../harness/service.ts';
import { peakDb } from '../harness/sound.ts';
import { openMixer, writeBehind } from './behind-the-desk.ts';

afterEach(stopServices);

const rate = 48000;

async function start(): Promise<Service> {
  const state = temporaryFolder();
  installInto(state, [openMixer]);
  const service = await startService({ state, config: { drivers: [openMixer.name, 'virtual'] } });
  await running(service);
  return service;
}

const corrections = async (service: Service) => (await service.get('/telemetry/convergence/corrections')).body;

/** The peak of each 10 ms. */
function levels(samples: Float64Array): readonly number[] {
  const frames = rate / 100;
  return Array.from({ length: Math.floor(samples.length / frames) }, (_, n) =>
    peakDb(samples.subarray(n * frames, (n + 1) * frames)),
  );
}

test('a level changed behind the desk is heard, and at the next heartbeat it is corrected, counted and listed', async () => {
  const service = await start();
  await patchThrough(service, 1, { signal: 'sine', frequencyHz: 1000, levelDbfs: -20 });
  await write(service, '/channel/input/1', { pan: -100 });
  await settled(service);
  const before = await corrections(service);

  const sound = await recordMain(service, 0.3, async () => {
    await recorded(service, 0.3);
    await writeBehind(service, '/channel/input/1', 'levelDb', -30);
    await service.until('/telemetry/convergence', (row) => row.corrections > before.total);
  });

  const { entries, total } = await corrections(service);
  expect(total).toBe(before.total + 1);
  expect(entries[0]).toMatchObject({ path: '/channel/input/1', field: 'levelDb', wanted: 0, observed: -30 });
  expect(entries[0]).toMatchObject({ target: 'mixer', outcome: 'corrected' });
  expect((await service.get('/channel/input/1')).body.levelDb).toBe(0);
  const heard = levels(sound.channels[0] as Float64Array);
  expect(heard[5]).toBeCloseTo(-20, 1);
  expect(Math.min(...heard)).toBeCloseTo(-50, 1);
  expect(heard.at(-2)).toBeCloseTo(-20, 1);
});

test('what nobody hears is corrected as well: switches, choices, lists, and what is stored elsewhere than it sounds', async () => {
  const service = await start();
  await settled(service);
  const { total } = await corrections(service);
  const changed = [
    ['/channel/input/2', 'muted', true],
    ['/channel/input/3', 'dcas', [1, 3]],
    ['/channel/input/4/sends/mix/2', 'tapPoint', 'Pre-EQ'],
    ['/channel/main/1/align', 'delayMs', 12.5],
  ] as const;
  for (const [path, field, value] of changed) await writeBehind(service, path, field, value);
  await service.until('/telemetry/convergence', (row) => row.corrections >= total + changed.length);
  const after = await corrections(service);
  expect(after.total).toBe(total + changed.length);
  const listed = after.entries.slice(0, changed.length).map((entry: Record<string, unknown>) => entry);
  for (const [path, field, observed] of changed) {
    expect(listed).toContainEqual(expect.objectContaining({ path, field, observed, outcome: 'corrected' }));
  }
});
