// What `rowdesk render` makes of a voice with sibilance, with sox as the judge of the levels.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { removeFolder, run, temporaryFolder } from '../harness/service.ts';
import { sine } from '../harness/sound.ts';
import { writeWav } from '../harness/wav.ts';

const rate = 48_000;
let folder: string;
beforeAll(() => {
  folder = temporaryFolder();
  // A vowel of 500 Hz for two seconds, in the second one an "s" of 8 kHz on top.
  const [vowel, sibilance] = [sine(500, -20, rate, 2 * rate), sine(8000, -14, rate, 2 * rate)];
  const voice = vowel.map((sample, n) => sample + (n < rate ? 0 : (sibilance[n] as number)));
  writeWav(join(folder, 'voice.wav'), rate, [voice]);
});
afterAll(() => removeFolder(folder));

/** RMS in dB of half a second below or above 2 kHz, by sox: a sine of 0 dBFS has -3.01. */
function rmsDb(file: string, band: readonly string[], fromS: number): number {
  const words = [file, '-n', 'remix', '1', 'sinc', ...band, 'trim', String(fromS), '0.5', 'stat'];
  const said = execFileSync('sh', ['-c', 'sox "$@" 2>&1', 'sh', ...words], { encoding: 'utf8' });
  return 20 * Math.log10(Number(/RMS\s+amplitude:\s+([0-9.]+)/.exec(said)?.[1]));
}
const low = ['-2000'];
const high = ['2000'];

test('the de-esser lowers an "s" and leaves the vowel beside it, as sox measures', async (context) => {
  if (!existsSync('/usr/bin/sox')) return context.skip('sox is not there (apt-get install sox)');
  const render = async (name: string, ...settings: string[]) => {
    const file = join(folder, name);
    const input = ['--input', `1=${join(folder, 'voice.wav')}`, '--output', `input/1=${file}`];
    const { code, stderr } = await run(['render', ...input, ...settings.flatMap((row) => ['--set', row])]);
    expect(code, stderr).toBe(0);
    return [rmsDb(file, low, 0.3), rmsDb(file, low, 1.3), rmsDb(file, high, 1.3)];
  };
  const place = '/channel/input/1/chain/processors/deesser';
  const plain = await render('plain.wav');
  const values = 'frequencyHz=6000 thresholdDb=-30 ratio=100 rangeDb=12';
  const lowered = await render('lowered.wav', `${place} enabled=true`, `${place}/values ${values}`);
  const change = lowered.map((level, n) => level - (plain[n] as number));
  // |H|^2 = (1 + g^2 w^8) / (1 + w^8) with g of -12 dB and w = tan(pi 8/48) / tan(pi 6/48)
  const w8 = (Math.tan(Math.PI / 6) / Math.tan(Math.PI / 8)) ** 8;
  const expected = 10 * Math.log10((1 + 10 ** -1.2 * w8) / (1 + w8));
  expect(change[0]).toBeCloseTo(0, 2);
  expect(Math.abs(change[1] as number)).toBeLessThan(0.05);
  expect(Math.abs((change[2] as number) - expected)).toBeLessThan(0.1);
});
