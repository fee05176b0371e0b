// The cue on the running service, as it sounds.
import { afterEach, expect, test } from 'vitest';
import { box, patchThrough, settled, write } from '../harness/desk.ts';
import { stopServices } from '../harness/service.ts';
import { fitSine } from '../harness/sound.ts';
import { firstChange, rate, record, startShow, steadyHz } from './safety-desk.ts';

afterEach(stopServices);

const level = (samples: Float64Array | undefined) =>
  fitSine((samples as Float64Array).subarray(-rate / 10), steadyHz, rate).levelDb;

test('soloing changes not one sample of the mains; the cue has the soloed strip, else its idle source', async () => {
  const service = await startShow();
  const tone = (levelDbfs: number) => ({ signal: 'sine', frequencyHz: steadyHz, levelDbfs });
  await patchThrough(service, 1, tone(-20));
  await patchThrough(service, 2, tone(-40));
  await write(service, '/channel/input/1', { pan: -100 });
  await write(service, '/channel/input/2', { levelDb: -144 });
  await write(service, '/channel/cue/1', { levelDb: 0 });
  await write(service, '/cue', { outputs: [`${box}:out-5`, `${box}:out-6`] });
  await settled(service);
  await record(service, [1], 0.2, async () => {});

  const idle = await record(service, [5, 6], 0.2, async () => {});
  expect(level(idle[0])).toBeCloseTo(-20, 1);
  let cue: readonly Float64Array[] = [];
  const solo = async (soloed: boolean) => {
    await write(service, '/channel/input/2', { soloed });
    await settled(service);
  };
  const mains = await record(service, [1, 2, 5], 0.3, async () => {
    await solo(true);
    await solo(false);
    await solo(true);
  });
  expect(mains.slice(0, 2).map((samples) => firstChange(samples))).toEqual([-1, -1]);
  expect(firstChange(mains[2] as Float64Array)).toBeGreaterThan(0);
  expect((await service.get('/cue')).body.active).toEqual([{ kind: 'input', index: 2 }]);
  cue = await record(service, [5, 6], 0.2, async () => {});
  // PFL: before the fader, centred
  for (const leg of cue) expect(level(leg)).toBeCloseTo(-40 - 3.01, 1);
  await write(service, '/cue', { dim: true, dimDb: -15, levelDb: -6 });
  await settled(service);
  cue = await record(service, [5, 6], 0.2, async () => {});
  expect(level(cue[0])).toBeCloseTo(-40 - 3.01 - 15 - 6, 1);
  await write(service, '/cue', { dim: false, levelDb: 0 });
  await write(service, '/cue/clear', { running: true });
  await service.until('/cue', (row) => row.active.length === 0);
  await settled(service);
  cue = await record(service, [5, 6], 0.2, async () => {});
  expect(level(cue[0])).toBeCloseTo(-20, 1);
}, 120_000);
