import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RenderJob } from 'rowdesk/provider';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { render } from '../../../core/audio/process/render.ts';
import { readWav, writeWav } from '../../../test/harness/wav.ts';

const drivers = fileURLToPath(new URL('../..', import.meta.url));
const isBuilt = ['recorder', 'mixer', 'virtual'].every((name) => existsSync(join(drivers, name, 'build/Release')));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowdesk-offline-take-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const wave = (length: number, step: number) =>
  Float64Array.from({ length }, (_, n) => Math.fround(0.4 * Math.sin(n * step)));

/** A take of a mono and a stereo track in two parts, 1000 frames apart. */
function writeTake(): { readonly file: string; readonly whole: readonly Float64Array[] } {
  const steps = [0.1, 0.033, 0.0071];
  const parts = [30_000, 20_000].map((length) => steps.map((step) => wave(length, step)));
  const tracks = [
    { number: 1, channels: 1, files: ['1.wav', '1.2.wav'] },
    { number: 2, channels: 2, files: ['2.wav', '2.2.wav'] },
  ];
  parts.forEach(([mono, left, right], n) => {
    writeWav(join(folder, tracks[0]?.files[n] as string), 48_000, [mono as Float64Array]);
    writeWav(join(folder, tracks[1]?.files[n] as string), 48_000, [left, right] as Float64Array[]);
  });
  const file = join(folder, 'take.json');
  const lengths = [
    { frames: 30_000, gapFrames: 0 },
    { frames: 20_000, gapFrames: 1000 },
  ];
  writeFileSync(file, JSON.stringify({ format: 1, rate: 48_000, bitDepth: 32, tracks, parts: lengths }));
  const whole = steps.map((_, channel) => {
    const sound = new Float64Array(51_000);
    sound.set(parts[0]?.[channel] as Float64Array);
    sound.set(parts[1]?.[channel] as Float64Array, 31_000);
    return sound;
  });
  return { file, whole };
}

/** The desk of both renders: strips at 0 dB, a fader that moves, and a compressor that listens. */
function jobOf(device: 'recorder' | 'virtual', more: Pick<RenderJob, 'model' | 'inputs'> & { readonly file: string }) {
  const { model, inputs, file } = more;
  const level = (path: string, value: number) => ({ path, field: 'levelDb', value });
  const source = (path: string, n: number) => ({ path, field: 'sourceId', value: `take:in-${n}` });
  const outputs = ['left', 'right'].map((leg, n) => {
    return { strip: { kind: 'main', index: 1 }, leg, portId: `${model}:out-${n + 1}`, levelDb: 0 };
  });
  const job: RenderJob = {
    drivers: { mixer: join(drivers, 'mixer'), device: join(drivers, device) },
    ...{ layout: { input: 2, aux: 1, main: 1 }, model, rate: 48_000, frames: 51_200 },
    values: [
      ...[level('/channel/input/1', -6), level('/channel/aux/1', 0), level('/channel/main/1', 0)],
      ...[source('/channel/input/1', 1), source('/channel/aux/1', 2)],
      { path: '/patch/outputs', field: 'outputs', value: outputs },
    ],
    changes: [{ atFrame: 12_345, values: [{ ...level('/channel/input/1', -20), fadeMs: 100 }] }],
    ...{ inputs, outputs: [{ ports: ['out-1', 'out-2'], file }] },
  };
  return job;
}

const ports = (file: string, channel: (n: number) => number) =>
  [1, 2, 3].map((n) => ({ port: `in-${n}`, source: `take:in-${n}`, file, channel: channel(n) }));

describe.skipIf(!isBuilt)('a render of a take', () => {
  test('is that of its tracks as whole files, sample by sample, silent in the gap', async () => {
    const { file, whole } = writeTake();
    const all = join(folder, 'whole.wav');
    writeWav(all, 48_000, whole);
    const [ofTake, ofFile] = [join(folder, 'take-mix.wav'), join(folder, 'file-mix.wav')];
    const inputs = ports(file, (n) => n);
    const report = await render(jobOf('recorder', { model: 'take-3x2', inputs, file: ofTake }));
    await render(jobOf('virtual', { model: 'virtual-32x16', inputs: ports(all, (n) => n), file: ofFile }));
    const [mix, wanted] = [readWav(ofTake), readWav(ofFile)];
    expect(mix.frames).toBe(51_200);
    expect(mix.channels).toEqual(wanted.channels);
    expect(Math.max(...(mix.channels[0] as Float64Array).subarray(40_000))).toBeGreaterThan(0.1);
    expect(report).toMatchObject({ frames: 51_200, rate: 48_000, warnings: [] });
    const peakDb = 20 * Math.log10(Math.max(...(mix.channels[1] as Float64Array).map(Math.abs)));
    expect(report.outputs[0]?.peaksDb[1]).toBeCloseTo(peakDb, 3);
  });

  test('has the rate and the length of the take, and says in words what it lacks', async () => {
    const { file } = writeTake();
    const {
      rate: _rate,
      frames: _frames,
      ...job
    } = jobOf('recorder', {
      ...{ model: 'take-3x2', inputs: ports(file, (n) => n), file: join(folder, 'mix.wav') },
    });
    expect(await render({ ...job, changes: [] })).toMatchObject({ frames: 51_000, rate: 48_000 });
    await expect(render({ ...job, rate: 44_100 })).rejects.toThrow('the take has 48000 Hz');
    rmSync(join(folder, '1.2.wav'));
    await expect(render(job)).rejects.toThrow(/1\.2\.wav/);
    expect(existsSync(join(folder, 'mix.wav.part'))).toBe(false);
  });
});
