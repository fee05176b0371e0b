import { readdirSync } from 'node:fs';
import type { AudioDevice } from 'rowdesk/driver';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fitSine, id, model, observed, Rig, until, values } from '../test/bench-rig.ts';
import { isBuilt, testProcessors } from '../test/built.ts';
import driver from './index.ts';

const stream = { rate: 48000, blockFrames: 64 };

describe.skipIf(!isBuilt())('a recording', () => {
  const processors = testProcessors();
  let rig: Rig;
  let device: AudioDevice;
  beforeEach(() => {
    rig = new Rig();
    device = driver.open(model, rig.context);
    device.apply(1, values({ 'inputs/2': { signal: 'sine', frequencyHz: 997 } }));
  });
  afterEach(() => {
    device.close();
    rig.remove();
  });
  const length = (file: string) => rig.readWav(file).channels[0]?.length as number;
  /** No longer growing. */
  const settled = async (file: string) => {
    for (let before = -1; before !== length(file); ) {
      before = length(file);
      await new Promise((resume) => setTimeout(resume, 100));
    }
  };
  const recorded = () => observed(device, '', 'recordedFrames').value as number;

  test('has the outputs that were asked for, sample by sample, until it is ended', async () => {
    const processor = processors.make();
    device.start(processor, stream);
    device.apply(2, values({ '': { recordFile: 'take.wav', recordOutputs: [2, 5] } }));
    await until(() => recorded() > 9600);
    expect(observed(device, '', 'recordFile')).toMatchObject({ value: 'take.wav', state: 'applied' });
    expect(observed(device, '', 'recordingFile').value).toBe('take.wav');
    device.apply(3, values({ '': { recordFile: '' } }));
    await until(() => observed(device, '', 'recording').value === false);
    // its own thread completes it soon after
    await settled('take.wav');
    const frames = length('take.wav');
    const [sine, silence] = rig.readWav('take.wav').channels as [Float64Array, Float64Array];
    expect(frames).toBeGreaterThan(9600);
    expect(silence.every((sample) => sample === 0)).toBe(true);
    if (device.figures().xruns === 0) {
      const fit = fitSine(sine, 997, 48000);
      expect(fit.peakDb).toBeCloseTo(-20, 3);
      expect(fit.residualDb).toBeLessThan(-140);
    }
  });

  test('begins when the clock does, and goes on in another file when the clock is started again', async () => {
    expect(device.apply(2, values({ '': { recordFile: 'take.wav' } }))[0]).toMatchObject({ state: 'unverified' });
    device.start(processors.make(), stream);
    await until(() => recorded() > 100);
    device.stop();
    device.start(processors.make(), { rate: 96000, blockFrames: 64 });
    await until(() => observed(device, '', 'recordingFile').value === 'take-2.wav' && recorded() > 100);
    device.apply(3, values({ '': { recordFile: '' } }));
    device.stop();
    await settled('take-2.wav');
    expect(rig.readWav('take.wav').rate).toBe(48000);
    expect(rig.readWav('take-2.wav').rate).toBe(96000);
  });

  test('whose name leads out of the folder is refused, in words and as a warning, and nothing is written', () => {
    device.start(processors.make(), stream);
    const [answer] = device.apply(2, values({ '': { recordFile: '../take.wav' } }));
    expect(answer).toMatchObject({ field: 'recordFile', state: 'refused' });
    expect(observed(device, '', 'recordFile')).toMatchObject({ value: '', state: 'refused', reason: answer?.reason });
    expect(rig.warnings.get(`recording:${id}`)).toBe(answer?.reason);
    device.apply(3, values({ '': { recordFile: '' } }));
    expect(rig.warnings.get(`recording:${id}`)).toBe('');
    expect(readdirSync(rig.folder)).toEqual([]);
  });
});
