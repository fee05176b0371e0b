import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { patchThrough, recorded, recordMain, running, settled, write } from '../harness/desk.ts';
import { type Service, startService, stopServices, temporaryFolder } from '../harness/service.ts';
import { fitSine, peakDb, sine } from '../harness/sound.ts';
import { writeWav } from '../harness/wav.ts';

const rate = 48000;
let service: Service;
beforeAll(async () => {
  service = await startService({ state: stateWithTone() });
  await running(service);
});
/** Each begins with the tone on strip 1 as a strip comes, its fader at 0 dB. */
beforeEach(async () => {
  await write(service, '/channel/input/1', { pan: 0, muted: false });
  await patchThrough(service, 1, { signal: 'file', file: 'tone.wav' });
});
afterAll(stopServices);

/** A state folder whose media holds one second of a 1 kHz sine at -20 dBFS: whole periods, so it loops without a seam. */
function stateWithTone(): string {
  const state = temporaryFolder();
  mkdirSync(join(state, 'media'), { recursive: true });
  writeWav(join(state, 'media', 'tone.wav'), rate, [sine(1000, -20, rate, rate)]);
  return state;
}

test('a WAV through the virtual stagebox reaches the main as the pan law says', async () => {
  const centre = await recordMain(service, 1);
  const steady = centre.channels.map((leg) => leg.subarray(leg.length - rate / 2));
  // rows.md, Pan: equal power, -3.01 dB at centre
  for (const leg of steady)
    expect(fitSine(leg, 1000, rate).levelDb).toBeCloseTo(-20 + 20 * Math.log10(Math.SQRT1_2), 1);
  for (const leg of steady) expect(Math.abs(fitSine(leg, 1000, rate).levelDb + 23.01)).toBeLessThan(0.05);

  await write(service, '/channel/input/1', { pan: -100 });
  await settled(service);
  const left = await recordMain(service, 1);
  const [leftLeg, rightLeg] = left.channels.map((leg) => leg.subarray(leg.length - rate / 2));
  expect(Math.abs(fitSine(leftLeg as Float64Array, 1000, rate).levelDb + 20)).toBeLessThan(0.05);
  expect(peakDb(rightLeg as Float64Array)).toBeLessThanOrEqual(-140);
});

test('a fader moved over HTTP is heard, ramped, with its new level and no other change', async () => {
  await write(service, '/channel/input/1', { pan: -100 });
  await settled(service);
  const sound = await recordMain(service, 0.5, async () => {
    await recorded(service, 0.5);
    await write(service, '/channel/input/1', { levelDb: -10 });
  });
  const [left] = sound.channels as [Float64Array];
  expect(fitSine(left.subarray(0, rate / 4), 1000, rate).levelDb).toBeCloseTo(-20, 1);
  expect(fitSine(left.subarray(left.length - rate / 4), 1000, rate).levelDb).toBeCloseTo(-30, 1);
  // the ramp scales the tone and leaves its phase: one fit before and one after have the same sine
  expect(fitSine(left.subarray(0, rate / 4), 1000, rate).residualDb).toBeLessThan(-90);
  expect(fitSine(left.subarray(left.length - rate / 4), 1000, rate).residualDb).toBeLessThan(-90);
});

test('a muted strip is silent, and says so in mutedBy', async () => {
  await write(service, '/channel/input/1', { muted: true });
  await service.until('/channel/input/1', (row) => row.mutedBy.includes('mute'));
  await settled(service);
  const sound = await recordMain(service, 0.5);
  for (const leg of sound.channels) expect(peakDb(leg.subarray(leg.length - rate / 4))).toBeLessThanOrEqual(-140);
});

test('the meter of a row agrees with the sound', async () => {
  const strip = await service.until('/channel/input/1/meter', (row) => row.rmsDb[0] > -20.05);
  expect(strip.preDb[0]).toBeCloseTo(-20, 1);
  // AES17: a full-scale sine reads 0 dB rms
  expect(strip.rmsDb[0]).toBeCloseTo(-20, 1);
  const main = await service.until('/channel/main/1/meter', (row) => row.postDb[1] > -24);
  expect(main.postDb).toHaveLength(2);
  for (const level of main.postDb) expect(level).toBeCloseTo(-23.01, 1);
});
