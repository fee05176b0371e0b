// The binding of core/audio/process/native/joined, on the threads of two virtual stageboxes.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loadNative } from '../../core/audio/process/native.ts';
import type { AudioDevice, AudioDriver, DriverContext, ProcessorHandle } from '../../core/driver.ts';
import { removeFolder, root, temporaryFolder } from '../harness/service.ts';

const virtual = join(root, 'hardware-drivers/virtual');

/** hardware-drivers/virtual/test/test_processor.cc. */
interface TestProcessors {
  make(): ProcessorHandle;
  state(processor: ProcessorHandle): object;
}
const box = { inputs: 8, outputs: 8 };

describe('joined devices', () => {
  const native = loadNative();
  const processors: TestProcessors = createRequire(import.meta.url)(`${virtual}/build/Release/test_processor.node`);
  let folder: string;
  let driving: AudioDevice;
  let joined: AudioDevice;
  beforeEach(async () => {
    const { default: driver } = (await import(pathToFileURL(join(virtual, 'dist/index.js')).href)) as {
      default: AudioDriver;
    };
    folder = temporaryFolder();
    const ignored = () => {};
    const context: DriverContext = {
      log: ignored,
      mediaFolder: folder,
      recordingsFolder: folder,
      pluginsFolder: '',
      stateFolder: '',
      changedOnDevice: ignored,
      changed: ignored,
      warn: ignored,
      runtimeFolder: folder,
    };
    const id = 'virtual-8x8';
    const model = { id, modelId: id, model: id, label: 'Virtual 8x8', transport: 'virtual', address: '' } as const;
    driving = await driver.open(model, context);
    joined = await driver.open(model, context);
  });
  afterEach(() => {
    joined.close();
    driving.close();
    removeFolder(folder);
  });

  test.each([false, true])('add their channels to those of the mixer, resampled %s', async (resamples) => {
    const mixer = processors.make();
    const devices = native.joinDevices(mixer);
    const member = devices.join({ ...box, resamples });
    expect(member.figures()).toMatchObject({ state: 'stopped', ratio: 0, gaps: 0 });
    driving.start(devices.processor, { rate: 48000, blockFrames: 64 });
    joined.start(member.processor, { rate: resamples ? 96000 : 48000, blockFrames: 128 });
    expect(() => devices.join({ ...box, resamples })).toThrow('only while the driving device is stopped');
    expect(() => devices.clear()).toThrow('only while the driving device is stopped');
    while (member.figures().state !== 'running') await wait(20);
    const figures = member.figures();
    expect(figures.ratio).toBeCloseTo(resamples ? 0.5 : 1, 2);
    expect(figures.inputLatencyFrames).toBeGreaterThan(64);
    expect(figures.outputLatencyFrames).toBeGreaterThan(64);
    expect(processors.state(mixer)).toMatchObject({ inputs: 16, outputs: 16, rate: 48000 });
    driving.stop();
    expect(() => devices.clear()).toThrow('only while it is stopped');
    joined.stop();
    expect(member.figures().state).toBe('stopped');
    devices.clear();
    driving.start(devices.processor, { rate: 48000, blockFrames: 64 });
    expect(processors.state(mixer)).toMatchObject({ inputs: 8, outputs: 8 });
  });

  test('refuse what is no number of channels, and what is no mixer', () => {
    const devices = native.joinDevices(processors.make());
    expect(() => devices.join({ inputs: 257, outputs: 0, resamples: false })).toThrow(
      'inputs of a joined device: a whole number from 0 to 256 is needed',
    );
    expect(() => devices.join({ inputs: 0, outputs: 1.5, resamples: false })).toThrow(RangeError);
    expect(() => native.joinDevices({})).toThrow(TypeError);
    expect(native.mostResampledChannels).toBe(64);
  });

  test('are refused by a driver with other channels than they joined with', () => {
    const devices = native.joinDevices(processors.make());
    const member = devices.join({ inputs: 4, outputs: 8, resamples: false });
    expect(() => joined.start(member.processor, { rate: 48000, blockFrames: 64 })).toThrow();
  });
});
