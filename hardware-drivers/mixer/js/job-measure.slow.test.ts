import { mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writeWav } from '../../../test/harness/wav.ts';
import { isBuilt, later, measureIn, noise, plus, sox, sweep } from '../test/measure-fixture.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowdesk-measure-'));
  file = join(folder, 'capture.wav');
});
afterEach(() => rmSync(folder, { recursive: true }));

const measure = (args: object = {}) => measureIn(folder, args);

describe.skipIf(!isBuilt)('the job measure', () => {
  test.each([44_100, 96_000])('finds delay and polarity behind a filter of sox, at %i Hz', async (rate) => {
    // All of it comes back within the capture.
    const sent = noise(rate, 1).fill(0, rate - 4000);
    const heard = plus(later(sox(folder, sent, rate, 'equalizer', '1000', '2q', '-9'), 1234), noise(rate, 2, 0.01));
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

  test.each([
    [3, 'measured'],
    [4.5, 'refused'],
  ])('a transfer function in noise of %i dB is %s', async (noiseDb, outcome) => {
    const sent = noise(480_000, 1);
    writeWav(file, 48_000, [sent, plus(later(sent, 100), noise(sent.length, 2, 0.1 * 10 ** (noiseDb / 20)))]);
    const report = await measure({ goal: 'transfer' });
    expect(report.outcome).toBe(outcome);
    expect(report.refusal?.reason).toBe(outcome === 'refused' ? 'low-coherence' : undefined);
    expect(readdirSync(folder)).toEqual(outcome === 'refused' ? ['capture.wav'] : ['capture.wav', 'transfer.json']);
  });

  test.each([
    [38, 'measured', undefined],
    [41, 'refused', 'low-coherence'],
  ])('an impulse response in noise of %i dB is %s', async (noiseDb, outcome, reason) => {
    const shape = { fromHz: 20, toHz: 20_000, soundS: 1 };
    const sent = sweep(48_000, shape);
    const heard = plus(later(sent, 100), noise(sent.length, 2, 0.02 * 10 ** (noiseDb / 20)));
    writeWav(file, 48_000, [sent, heard.map((sample) => sample / 16)]);
    const report = await measure({ goal: 'ir', sweep: shape });
    expect([report.outcome, report.refusal?.reason]).toEqual([outcome, reason]);
  });

  test.each([
    [1, 'measured', undefined],
    [2, 'refused', 'wrong-channel'],
  ])('what the microphone hears %i frames before it was sent is %s', async (frames, outcome, reason) => {
    const heard = noise(48_000, 1);
    writeWav(file, 48_000, [later(heard, frames), heard]);
    const report = await measure();
    expect([report.outcome, report.refusal?.reason]).toEqual([outcome, reason]);
  });

  test.each([
    [0, 'measured', undefined],
    [64, 'refused', 'unsteady'],
  ])('of a sweep that sounds twice, %i frames that the second one lost are %s', async (frames, outcome, reason) => {
    const shape = { fromHz: 20, toHz: 20_000, soundS: 1 };
    const once = sweep(48_000, shape);
    const sent = Float64Array.from({ length: 2 * once.length }, (_, n) => once[n % once.length] ?? 0);
    const heard = plus(later(sent, 480), noise(sent.length, 2, 0.02));
    const from = once.length + 40_000;
    writeWav(file, 48_000, [sent, heard.map((sample, n) => (n < from ? sample : (heard[n + frames] ?? 0)))]);
    // as the mixer: the sound, then silence that ends before the next sound
    const report = await measure({ goal: 'transfer', sweep: shape, twice: { soundS: 1, silenceS: 0.9 } });
    expect([report.outcome, report.refusal?.reason]).toEqual([outcome, reason]);
    // RMS 0.177 for 1.0 of 1.9 s over 0.0115, in 20 of 24 kHz
    if (frames === 0) expect(Number(report.summary.snrDb)).toBeCloseTo(21.7, 0);
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
    ['noise of one octave', () => {}, { speechToNoiseDb: [3] }, /speechToNoiseDb: 7 numbers/],
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
