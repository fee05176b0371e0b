import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writeWav } from '../../../test/harness/wav.ts';
import driver from './index.ts';

const isBuilt = existsSync(new URL('../build/Release/recorder.node', import.meta.url));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowdesk-export-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const sox = (...args: readonly string[]) => execFileSync('sox', args, { maxBuffer: 1 << 28 });
/** Samples of a sound file as sox reads them, interleaved. */
const read = (file: string) => {
  const bytes = sox(file, '-t', 'f32', '-');
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
};

/** A take of one track with a file for each part, and `gap` frames between the two parts. */
function writeTake(
  parts: readonly Float32Array[],
  { rate = 48_000, bits = 24, channels = 1, gap = 0, format = 'wav' } = {},
) {
  const files = parts.map((samples, n) => {
    const raw = join(folder, `part-${n}.f32`);
    writeFileSync(raw, samples);
    const file = `01-Kick${n === 0 ? '' : `.${n + 1}`}.${format}`;
    const type = bits === 32 ? ['-e', 'floating-point', '-b', '32'] : ['-b', String(bits)];
    sox('-D', '-t', 'f32', '-r', String(rate), '-c', String(channels), raw, ...type, join(folder, file));
    return file;
  });
  const file = join(folder, 'take.json');
  const lengths = parts.map((samples, n) => ({ frames: samples.length / channels, gapFrames: n === 0 ? 0 : gap }));
  writeFileSync(
    file,
    JSON.stringify({ format: 1, rate, bitDepth: bits, tracks: [{ number: 1, channels, files }], parts: lengths }),
  );
  return file;
}

/** Whole numbers of 24 bits, so that nothing is lost on the way; the same for the same seed. */
function noise(length: number, seed: number): Float32Array {
  let state = seed;
  return Float32Array.from({ length }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return (state >> 9) / 2 ** 23;
  });
}

const sine = (hz: number, rate: number, frames: number) =>
  Float32Array.from({ length: frames }, (_, n) => 0.5 * Math.sin((2 * Math.PI * hz * n) / rate));

interface Wanted {
  readonly container?: string;
  readonly encoding?: string;
  readonly rate?: number;
  readonly markers?: readonly object[];
}

async function exported(take: string, wanted: Wanted = {}) {
  const { container = 'wav', encoding = 'int24', rate = 48_000, markers = [] } = wanted;
  const path = join(folder, `out.${container}`);
  const steps: number[] = [];
  const report = await driver.jobs?.export?.(
    {
      ...{
        take,
        rate,
        format: { container, encoding },
        tracks: [{ number: 1, path, description: 'Friday: Kick', name: 'Kick' }],
      },
      markers,
      ...{ facts: { originator: 'Rowdesk', date: '2026-08-01', time: '20:15:00' }, timeOfDayS: 72_900 },
    },
    { progress: (done, total) => steps.push(done / total) },
  );
  const [file] = (report as { readonly files: readonly { frames: number; peaksDb: readonly number[] }[] }).files;
  return { path, steps, ...(file as NonNullable<typeof file>) };
}

describe.skipIf(!isBuilt)('an export of the recorder', () => {
  test('has the markers of the take at the frames of its own rate, and the name of the track', async () => {
    const take = writeTake([sine(1000, 48_000, 96_000)]);
    const markers = [
      { atS: 1, label: 'Chorus' },
      { atS: 60, label: 'Behind the end' },
    ];
    const wav = readFileSync((await exported(take, { rate: 44_100, markers })).path);
    const cue = wav.lastIndexOf('cue ');
    expect([wav.readUInt32LE(cue + 8), wav.readUInt32LE(cue + 16)]).toEqual([1, 44_100]);
    expect(wav.includes('Chorus\0', cue)).toBe(true);
    expect(wav.includes('<NAME>Kick</NAME>')).toBe(true);
    const flac = readFileSync((await exported(take, { container: 'flac', markers })).path);
    for (const comment of ['CHAPTER001=00:00:01.000', 'CHAPTER001NAME=Chorus', 'TITLE=Kick'])
      expect(flac.includes(comment), comment).toBe(true);
    expect(flac.includes('Behind the end')).toBe(false);
  });

  test.each(['wav', 'flac'])('follows no link of a take, neither of a %s nor of take.json', async (format) => {
    const outside = mkdtempSync(join(tmpdir(), 'rowdesk-outside-'));
    try {
      const take = writeTake([noise(1000, 1)], { format });
      const file = join(folder, `01-Kick.${format}`);
      renameSync(file, join(outside, 'secret'));
      symlinkSync(join(outside, 'secret'), file);
      await expect(exported(take)).rejects.toThrow(`01-Kick.${format}: is a symbolic link`);
      renameSync(take, join(outside, 'take.json'));
      symlinkSync(join(outside, 'take.json'), take);
      await expect(exported(take)).rejects.toThrow('take.json: is a symbolic link');
    } finally {
      rmSync(outside, { recursive: true });
    }
  });

  test.each([['wav'], ['flac']])('joins parts to the sample, and has silence for a gap, as %s', async (container) => {
    const parts = [noise(300_001, 1), noise(20_000, 2)] as const;
    const { path, frames, steps, peaksDb } = await exported(writeTake(parts, { gap: 777 }), { container });
    expect(frames).toBe(320_778);
    const sound = read(path);
    expect(sound.subarray(0, 300_001)).toEqual(parts[0]);
    expect(sound.subarray(300_001, 300_778)).toEqual(new Float32Array(777));
    expect(sound.subarray(300_778)).toEqual(parts[1]);
    expect(steps.at(-1)).toBe(1);
    expect(steps.length).toBeGreaterThan(1);
    expect(peaksDb[0]).toBeCloseTo(20 * Math.log10(parts[0].reduce((most, x) => Math.max(most, Math.abs(x)), 0)), 3);
    if (container === 'flac') execFileSync('flac', ['-t', '-s', path]);
  });

  test('keeps 32-bit float as it is, over full scale too, and both channels of a stereo track', async () => {
    const part = Float32Array.from({ length: 2000 }, (_, n) => (n % 2 === 0 ? 1.75 : -1e-6) * Math.cos(n));
    const take = writeTake([part], { bits: 32, channels: 2 });
    const leg = (of: number) => part.filter((_, n) => n % 2 === of);
    // sox clips.
    writeWav(join(folder, '01-Kick.wav'), 48_000, [leg(0), leg(1)]);
    const { path, peaksDb } = await exported(take, { encoding: 'float32' });
    expect(readFileSync(path).subarray(-8000).equals(Buffer.from(part.buffer))).toBe(true);
    expect(peaksDb).toEqual([expect.closeTo(20 * Math.log10(1.75), 2), expect.closeTo(-120, 0)]);
  });

  test('has dither where bits are lost, and none where they are not', async () => {
    const quiet = new Float32Array(48_000).fill(0.3 / 32_768);
    const { path } = await exported(writeTake([quiet], { bits: 32 }), { encoding: 'int16' });
    const sound = read(path);
    const mean = sound.reduce((sum, x) => sum + x, 0) / sound.length;
    expect(mean * 32_768).toBeCloseTo(0.3, 1);
    expect(new Set(sound).size).toBeGreaterThan(2);
  });

  test('changes the rate without changing the sound', async () => {
    const take = writeTake([sine(1000, 48_000, 48_000), sine(1000, 48_000, 48_000)], { bits: 32 });
    const { path, frames } = await exported(take, { encoding: 'float32', rate: 44_100 });
    expect(frames).toBe(88_200);
    expect(execFileSync('soxi', ['-r', path], { encoding: 'utf8' }).trim()).toBe('44100');
    const wanted = sine(1000, 44_100, 88_200);
    const sound = read(path);
    // Away from its ends, where the filter meets silence.
    const errors = sound.subarray(2000, -2000).map((sample, n) => Math.abs(sample - (wanted[n + 2000] as number)));
    expect(20 * Math.log10(Math.max(...errors.subarray(0, 40_000)))).toBeLessThan(-110);
  });

  test('says in words which file it lacks', async () => {
    const take = writeTake([noise(100, 1)]);
    rmSync(join(folder, '01-Kick.wav'));
    await expect(exported(take)).rejects.toThrow(/01-Kick\.wav/);
  });
});
