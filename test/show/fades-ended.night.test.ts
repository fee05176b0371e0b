// Who asks for a level or a mute while it fades has it at once, also where the desk has that value already.
import { afterEach, expect, test } from 'vitest';
import { patchThrough, recorded, recordMain, running, settled, write } from '../harness/desk.ts';
import { type Service, startService, stopServices } from '../harness/service.ts';
import { fitSine, peakDb } from '../harness/sound.ts';
import { runTask } from '../harness/task.ts';

afterEach(stopServices);

const rate = 48000;
const strip = '/channel/input/1';
const dca = '/channel/dca/1';
const toneHz = 1000;
const fadeMs = 60_000;

/** A tone at -20 dBFS on input 1, hard left; the scene `id` has these fields, and fades to them over a minute. */
async function fading(from: object, to: object): Promise<Service> {
  const service = await startService();
  await running(service);
  await patchThrough(service, 1, { signal: 'sine', frequencyHz: toneHz, levelDbfs: -20 });
  await write(service, strip, { pan: -100, dcas: [1], ...to });
  const { report } = await runTask(service, '/scene/store', { name: 'Slow' });
  await write(service, `/scenes/${report.id}`, { fadeMs });
  await write(service, strip, from);
  await settled(service);
  await recordMain(service, 0.1);
  await write(service, `/scenes/${report.id}/recall`, { running: true });
  await settled(service);
  return service;
}

/** The last tenth of a second of what is heard now. */
async function heard(service: Service): Promise<Float64Array> {
  const { channels } = await recordMain(service, 0.3, () => recorded(service, 0.1));
  return (channels[0] as Float64Array).subarray(-rate / 10);
}
const levelDb = async (service: Service) => fitSine(await heard(service), toneHz, rate).levelDb;

test('a mute that fades out is there at once when it is asked for again, with no entry and no revision', async () => {
  const service = await fading({ muted: false }, { muted: true });
  expect(await levelDb(service)).toBeGreaterThan(-100);
  const { entries } = (await service.get('/history')).body;
  const { revision } = (await service.get('/telemetry/convergence')).body;
  expect(await write(service, strip, { muted: true })).toBe(revision);
  await recordMain(service, 0.1);
  expect(peakDb(await heard(service))).toBeLessThanOrEqual(-140);
  expect((await service.get('/history')).body.entries).toHaveLength(entries.length);
}, 120_000);

test('a level that is asked for what it fades to is there at once; a DCA moved before that is heard, and no leap', async () => {
  const service = await fading({ levelDb: -60 }, { levelDb: 0 });
  expect(await levelDb(service)).toBeLessThan(-40);
  await write(service, dca, { levelDb: -10 });
  await settled(service);
  expect(await levelDb(service)).toBeLessThan(-40);
  await write(service, dca, { levelDb: 0 });
  await write(service, strip, { levelDb: 0 });
  await recordMain(service, 0.1);
  expect(await levelDb(service)).toBeCloseTo(-20, 2);
}, 120_000);
