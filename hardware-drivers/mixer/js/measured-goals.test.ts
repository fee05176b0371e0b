import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writeWav } from '../../../test/harness/wav.ts';
import { equalizerDb } from '../test/equalizer-db.ts';
import { isBuilt, later, measureIn, noise, plus, sox, sweep } from '../test/measure-fixture.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowdesk-measure-'));
  file = join(folder, 'capture.wav');
});
afterEach(() => rmSync(folder, { recursive: true }));

const measure = (args: object = {}) => measureIn(folder, args);

const trace = (name: string) =>
  JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as Record<string, readonly number[]>;
const areNumbers = (value: unknown): boolean =>
  Array.isArray(value) ? value.every(areNumbers) : Number.isFinite(value);

describe.skipIf(!isBuilt)('the traces of a measurement', () => {
  test('has the curve of filters of sox within 0.1 dB at 20 dB of noise, the calibration taken off', async () => {
    const rate = 48_000;
    const shape = { fromHz: 20, toHz: 20_000, soundS: 4 };
    const sent = sweep(rate, shape);
    const filtered = sox(folder, sent, rate, 'equalizer', '150', '1q', '6', 'equalizer', '2500', '2q', '-9');
    writeWav(file, rate, [sent, plus(later(filtered, 480), noise(sent.length, 2, 0.03))]);
    const calibration = [
      { frequencyHz: 100, levelDb: 1 },
      { frequencyHz: 10_000, levelDb: 3 },
    ];
    const { outcome, summary, traces } = await measure({ goal: 'transfer', sweep: shape, smoothing: 12, calibration });
    expect([outcome, traces]).toEqual(['measured', ['transfer']]);
    expect(Number(summary.delayMs)).toBeCloseTo(10, 2);
    expect(Number(summary.coherencePercent)).toBeGreaterThan(95);
    const { frequenciesHz, magnitudesDb, phasesDeg, coherencePercent, limitsDb } = trace('transfer');
    expect(frequenciesHz?.length).toBeGreaterThan(470);
    let claimed = 0;
    for (const [n, hz] of (frequenciesHz ?? []).entries()) {
      if (Number(limitsDb?.[n]) > 0.07) continue;
      claimed++;
      const tooMuch = 1 + 2 * Math.min(1, Math.max(0, Math.log10(hz / 100) / 2));
      const filters = [
        { atHz: 150, q: 1, gainDb: 6 },
        { atHz: 2500, q: 2, gainDb: -9 },
      ];
      const expected = filters.reduce((sum, filter) => sum + equalizerDb(rate, filter, hz), 0);
      expect(Math.abs(Number(magnitudesDb?.[n]) + tooMuch - expected), `at ${hz} Hz`).toBeLessThan(0.1);
    }
    expect(claimed).toBeGreaterThan(350);
    expect([phasesDeg?.length, coherencePercent?.length]).toEqual([frequenciesHz?.length, frequenciesHz?.length]);
    expect(areNumbers(Object.values(trace('transfer')))).toBe(true);
  });

  test('has an impulse response with its traces, reverberation and speech transmission', async () => {
    const rate = 48_000;
    const shape = { fromHz: 20, toHz: 20_000, soundS: 2 };
    const sent = sweep(rate, shape);
    const heard = sox(folder, sent, rate, 'reverb', '30', '50', '60', '100', '0', '0');
    writeWav(file, rate, [sent, plus(later(heard, 480), noise(sent.length, 2, 0.0005))]);
    const { outcome, summary, traces } = await measure({ goal: 'ir', sweep: shape });
    const inNoise = await measure({ goal: 'ir', sweep: shape, speechToNoiseDb: Array(7).fill(0) });
    expect(Number(inNoise.summary.sti)).toBeLessThan(0.5);
    expect(Number(summary.sti)).toBeGreaterThan(Number(inNoise.summary.sti) + 0.1);
    expect([outcome, traces]).toEqual(['measured', ['impulse', 'decay']]);
    expect(Number(summary.delayMs)).toBeCloseTo(10, 1);
    expect(Number(summary.sti)).toBeGreaterThan(0.3);
    const bands = summary.rt60S as unknown as readonly Record<string, number | null>[];
    expect(bands.map(({ frequencyHz }) => frequencyHz)).toEqual([63, 125, 250, 500, 1000, 2000, 4000, 8000]);
    expect(Number(bands[4]?.t20S)).toBeGreaterThan(0.1);
    const { startMs, stepMs, values, envelopeDb } = trace('impulse');
    expect(values?.length).toBeLessThanOrEqual(8192);
    const peak = (values ?? []).reduce(
      (most, value, n, all) => (Math.abs(value) > Math.abs(all[most] ?? 0) ? n : most),
      0,
    );
    expect(Number(startMs) + peak * Number(stepMs)).toBeCloseTo(10, 1);
    expect(envelopeDb?.length).toBe(values?.length);
    expect(areNumbers([...Object.values(trace('impulse')), ...Object.values(trace('decay'))])).toBe(true);
  });

  test.each([
    [0, 24],
    [3, 3],
  ])('has the bands of the microphone alone, with smoothing %i: %i in an octave', async (smoothing, bands) => {
    const tone = Float64Array.from({ length: 48_000 }, (_, n) => 0.1 * Math.sin((2 * Math.PI * 1000 * n) / 48_000));
    writeWav(file, 48_000, [tone.map(() => 0), tone]);
    const calibration = [{ frequencyHz: 1000, levelDb: -2 }];
    const { summary, traces } = await measure({ goal: 'rta', smoothing, calibration });
    expect(traces).toEqual(['rta']);
    expect(summary.delayMs).toBeNull();
    const { bandsPerOctave, frequenciesHz, levelsDb } = trace('rta');
    expect(bandsPerOctave).toBe(bands);
    const middle = frequenciesHz?.findIndex((hz) => Math.abs(hz - 1000) < 0.1) ?? -1;
    expect(Number(levelsDb?.[middle])).toBeCloseTo(-18, 1);
  });
});
