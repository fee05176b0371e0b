import { readFileSync } from 'node:fs';
import type { OfflineDevice } from 'rowdesk/driver';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fitSine, model, observed, Rig, values } from '../test/bench-rig.ts';
import { isBuilt, testProcessors } from '../test/built.ts';
import driver from './index.ts';

describe.skipIf(!isBuilt())('a stagebox without a clock', () => {
  const processors = testProcessors();
  let rig: Rig;
  beforeEach(() => {
    rig = new Rig();
  });
  afterEach(() => rig.remove());
  const open = () => driver.offline?.(model, rig.context) as OfflineDevice;

  test('plays files once on its inputs, sample by sample, and writes its outputs', async () => {
    const left = Array.from({ length: 1000 }, (_, n) => Math.fround(n / 1000));
    const right = left.map((sample) => -sample);
    const file = rig.writeWav('in.wav', 48000, [left, right]);
    const device = open();
    expect(device.look(file)).toEqual({ channels: 2, rate: 48000, frames: 1000 });
    device.feed('in-1', file, 1);
    device.feed('in-3', file, 2);
    device.record(['out-3', 'out-1', 'out-2'], rig.path('out.wav'));
    const processor = processors.make();
    await device.prepare(processor, { rate: 48000, blockFrames: 300 });
    device.run(1500);
    const { frames, peaks } = device.finish();
    expect(frames).toBe(1500);
    expect(peaks['out-1']).toBeCloseTo(0.999, 6);
    expect(peaks['out-2']).toBe(0);
    expect(processors.state(processor)).toMatchObject({ blocks: 5, largest: 300, flags: 2 | 8, gaps: 0, releases: 1 });
    const { channels } = rig.readWav('out.wav');
    const padded = (samples: number[]) => Float64Array.from({ length: 1500 }, (_, n) => samples[n] ?? 0);
    expect(channels).toEqual([padded(right), padded(left), new Float64Array(1500)]);
  });

  test('resamples a file of another rate', async () => {
    const tone = Array.from({ length: 44100 }, (_, n) => 0.5 * Math.sin((2 * Math.PI * 1000 * n) / 44100));
    const device = open();
    device.feed('in-1', rig.writeWav('in.wav', 44100, [tone]), 1);
    device.record(['out-1'], rig.path('out.wav'));
    await device.prepare(processors.make(), { rate: 48000, blockFrames: 64 });
    device.run(48000);
    device.finish();
    const [out] = rig.readWav('out.wav').channels as [Float64Array];
    expect(fitSine(out.subarray(4800, 43200), 1000, 48000).residualDb).toBeLessThan(-130);
  });

  test('clips no file: neither between samples of another rate, nor over full scale, nor behind the preamp', async () => {
    const tone = (level: number, hz: number, rate: number) =>
      Array.from({ length: rate }, (_, n) => level * Math.sin((2 * Math.PI * hz * n) / rate + Math.PI / 4));
    const device = open();
    device.feed('in-1', rig.writeWav('peaks.wav', 44100, [tone(Math.SQRT2, 11025, 44100)]), 1);
    device.feed('in-2', rig.writeWav('hot.wav', 48000, [tone(4, 997, 48000)]), 1);
    device.feed('in-3', rig.writeWav('gain.wav', 48000, [tone(0.5, 997, 48000)]), 1);
    const quiet = { levelDb: -20 };
    device.apply(1, values({ 'inputs/3': { gainDb: 18 }, 'outputs/1': quiet, 'outputs/2': quiet, 'outputs/3': quiet }));
    device.record(['out-1', 'out-2', 'out-3'], rig.path('out.wav'));
    await device.prepare(processors.make(), { rate: 48000, blockFrames: 64 });
    device.run(48000);
    device.finish();
    const [peaks, hot, gain] = rig.readWav('out.wav').channels.map((channel) => channel.subarray(4800, 43200));
    for (const [sound, hz, level] of [
      [peaks, 11025, Math.SQRT2],
      [hot, 997, 4],
      [gain, 997, 0.5 * 10 ** (18 / 20)],
    ] as const) {
      const { residualDb, peakDb } = fitSine(sound as Float64Array, hz, 48000);
      expect(residualDb).toBeLessThan(-115);
      expect(peakDb).toBeCloseTo(20 * Math.log10(level) - 20, 3);
    }
  });

  test('gives the same bytes for blocks of any size, with each change on its very frame', async () => {
    rig.writeWav('loop.wav', 44100, [Array.from({ length: 1000 }, (_, n) => Math.sin(n / 9) / 4)]);
    const render = async (blockFrames: number) => {
      const device = open();
      device.apply(1, values({ 'inputs/1': { signal: 'sine', levelDbfs: -6 }, 'inputs/2': { signal: 'pink' } }));
      device.record(['out-1', 'out-2'], rig.path('out.wav'));
      await device.prepare(processors.make(), { rate: 48000, blockFrames });
      device.run(1001);
      device.apply(2, values({ 'inputs/1': { gainDb: 3 }, 'inputs/2': { signal: 'file', file: 'loop.wav' } }));
      await device.settled();
      expect(observed(device, 'inputs/2', 'file').state).toBe('applied');
      device.run(777);
      device.apply(3, values({ 'outputs/1': { muted: true } }));
      device.run(1222);
      device.finish();
      return readFileSync(rig.path('out.wav'));
    };
    const expected = await render(64);
    const { channels } = rig.readWav('out.wav');
    expect(channels[0]?.[1000]).toBeCloseTo(Math.sin((2 * Math.PI * 1000) / 48) * 10 ** (-6 / 20), 6);
    expect(channels[0]?.at(-1)).toBe(0);
    expect(Math.abs(channels[1]?.at(-1) as number)).toBeGreaterThan(0);
    for (const blockFrames of [1, 17, 64, 1000, 4096]) expect((await render(blockFrames)).equals(expected)).toBe(true);
  });

  test('says in words what it can not do', async () => {
    const device = open();
    expect(() => device.feed('in-9', 'x.wav', 1)).toThrow(/no input in-9/);
    expect(() => device.record(['in-1'], 'x.wav')).toThrow(/no output in-1/);
    expect(() => device.look(rig.path('none.wav'))).toThrow(/none.wav: no such file/);
    expect(device.apply(1, values({ '': { recordFile: 'x.wav' } }))[0]?.reason).toMatch(/own outputs/);
    device.feed('in-1', rig.path('none.wav'), 1);
    await expect(device.prepare(processors.make(), { rate: 48000, blockFrames: 64 })).rejects.toThrow(/no such file/);
  });
});
