import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writeWav } from '../../../test/harness/wav.ts';
import driver from './index.ts';

const isBuilt = existsSync(new URL('../build/Release/mixer.node', import.meta.url));

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowdesk-measure-'));
  file = join(folder, 'capture.wav');
});
afterEach(() => rmSync(folder, { recursive: true }));

interface Report {
  readonly outcome: string;
  readonly refusal?: { readonly reason: string; readonly words: string };
  readonly summary: Readonly<Record<string, number | string | null>>;
  readonly traces: readonly string[];
}

const measure = async (args: object = {}): Promise<Report> =>
  (await driver.jobs?.measure?.(
    {
      ...{ goal: 'delay', file, reference: 1, microphone: 2, smoothing: 0, calibration: [] },
      resultFolder: folder,
      ...args,
    },
    { progress: () => {} },
  )) as unknown as Report;

/** White, the same for the same seed. */
function noise(length: number, seed: number, level = 0.1): Float64Array {
  let state = seed;
  return Float64Array.from({ length }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return (level * state) / 2 ** 31;
  });
}

/** Through effects of sox; as many samples as came. */
function sox(sound: Float64Array, rate: number, ...effects: readonly string[]): Float64Array {
  const [from, to] = [join(folder, 'from.f32'), join(folder, 'to.f32')];
  writeFileSync(from, Float32Array.from(sound));
  const format = ['-t', 'f32', '-r', String(rate), '-c', '1'];
  execFileSync('sox', ['-D', ...format, from, ...format, to, ...effects]);
  const bytes = execFileSync('cat', [to], { maxBuffer: 1 << 28 });
  const read = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  return Float64Array.from({ length: sound.length }, (_, n) => read[n] ?? 0);
}

const later = (sound: Float64Array, frames: number) =>
  Float64Array.from({ length: sound.length }, (_, n) => sound[n - frames] ?? 0);
const plus = (sound: Float64Array, other: Float64Array) => sound.map((sample, n) => sample + (other[n] ?? 0));

describe.skipIf(!isBuilt)('the job measure', () => {
  test.each([44_100, 96_000])('finds delay and polarity behind a filter of sox, at %i Hz', async (rate) => {
    // All of it comes back within the capture.
    const sent = noise(rate, 1).fill(0, rate - 4000);
    const heard = plus(later(sox(sent, rate, 'equalizer', '1000', '2q', '-9'), 1234), noise(rate, 2, 0.01));
    writeWav(file, rate, [sent, heard.map((sample) => -sample)]);
    const { outcome, summary, traces } = await measure();
    expect(outcome).toBe('measured');
    expect(traces).toEqual([]);
    expect(Math.abs(Number(summary.delayFrames) - 1234)).toBeLessThan(0.1);
    expect(Number(summary.delayMs)).toBeCloseTo((Number(summary.delayFrames) / rate) * 1000, 9);
    expect(summary.polarity).toBe('inverted');
    expect(Number(summary.confidencePercent)).toBeGreaterThan(80);
    expect(Number(summary.coherencePercent)).toBeGreaterThan(90);
    expect(Math.abs(Number(summary.snrDb) - 20)).toBeLessThan(2);
  });

  test('refuses in words what was not sent, with what it knows of it and no file', async () => {
    writeWav(file, 48_000, [noise(96_000, 1), noise(96_000, 2)]);
    const { outcome, refusal, summary, traces } = await measure();
    expect(outcome).toBe('refused');
    expect(refusal).toMatchObject({ reason: 'wrong-channel', words: expect.stringContaining('not what was sent') });
    expect(Math.abs(Number(summary.peakDb) + 20)).toBeLessThan(0.1);
    expect(traces).toEqual([]);
  });

  test.each<[string, () => void, object, RegExp]>([
    ['an empty file', () => writeFileSync(file, ''), {}, /is not a WAV file/],
    ['no file', () => {}, {}, /no such file/],
    ['a missing channel', () => writeWav(file, 48_000, [[0]]), {}, /has 1 channels, no channel 2/],
    ['a ninth of eight', () => writeWav(file, 48_000, Array(8).fill([0])), { microphone: 9 }, /no channel 9/],
    ['no frames', () => writeWav(file, 48_000, [[], []]), {}, /has no sound in it/],
    ['another rate', () => writeWav(file, 22_050, [[0], [0]]), {}, /runs at 22050 Hz/],
    [
      'what is no number',
      () =>
        writeWav(file, 48_000, [
          [0, 0],
          [0, Number.NaN],
        ]),
      {},
      /frame 1 is no number/,
    ],
  ])('says in words that it has %s', async (_name, write, args, words) => {
    write();
    await expect(measure(args)).rejects.toThrow(words);
  });

  test('measures what is left of a truncated file, or says that it is too short', async () => {
    const sent = noise(96_000, 1);
    writeWav(file, 48_000, [sent, later(sent, 100)]);
    truncateSync(file, 44 + 60_000 * 8 + 3);
    expect((await measure()).summary.delayFrames).toBeCloseTo(100, 2);
    truncateSync(file, 44 + 8);
    expect((await measure()).refusal?.reason).toBe('too-short');
  });
});
