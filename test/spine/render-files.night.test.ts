// What a render writes and what it hears, with sox and flac as judges from outside.
import { execFileSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeFolder, run, temporaryFolder } from '../harness/service.ts';
import { fitSine, peakDb, sine } from '../harness/sound.ts';
import { readWav, writeWav } from '../harness/wav.ts';

const rate = 48000;
let folder: string;
let tone: string;
beforeAll(() => {
  folder = temporaryFolder();
  tone = join(folder, 'tone.wav');
  writeWav(tone, rate, [sine(1000, -20, rate, rate / 2)]);
});
afterAll(() => removeFolder(folder));

const render = (...words: string[]) => run(['render', ...words]);
const path = (name: string) => join(folder, name);
const has = (program: string) => {
  if (['/usr/bin', '/usr/local/bin'].some((bin) => existsSync(join(bin, program)))) return true;
  if (process.env.CI === 'true') throw new Error(`${program} is missing: .ci/run installs it`);
  console.log(`What ${program} says of a render is not tested: it is not installed.`);
  return false;
};
const soxi = (what: string, file: string) => execFileSync('soxi', [what, file], { encoding: 'utf8' }).trim();
/** As a WAV of float32, decoded by sox. */
const decoded = (file: string) => {
  const to = path('decoded.wav');
  execFileSync('sox', [file, '-e', 'floating-point', '-b', '32', to]);
  return readWav(to);
};

describe.runIf(has('soxi'))('sox reads', () => {
  test.each([
    ['wav', '16', 'Signed Integer PCM', -90],
    ['wav', '24', 'Signed Integer PCM', -120],
    ['wav', '32f', 'Floating Point PCM', -120],
    ['rf64', '24', 'Signed Integer PCM', -120],
    ['flac', '24', 'FLAC', -120],
    ['flac', '16', 'FLAC', -90],
  ])('a %s of %s bits', async (name, bits, encoding, mostResidualDb) => {
    const file = path(`mix-${bits}.${name}`);
    const { code, stderr } = await render('--input', `1=${tone}`, '--output', `main/1=${file}`, '--bits', bits);
    expect(code, stderr).toBe(0);
    expect([soxi('-e', file), soxi('-b', file), soxi('-c', file)]).toEqual([encoding, bits.replace('f', ''), '2']);
    const { frames, channels } = decoded(file);
    expect(frames).toBe(rate / 2);
    const { levelDb, residualDb } = fitSine(channels[0]?.subarray(4800, 19_200) as Float64Array, 1000, rate);
    expect(Math.abs(levelDb + 23.01)).toBeLessThan(0.01);
    // Dither of 16 bits is white noise of -93.3 dBFS (AES17 counts a sine as 0), 70.3 dB below this tone.
    expect(residualDb).toBeLessThan(bits === '16' ? -69 : mostResidualDb + 20);
    if (bits === '16') expect(residualDb).toBeGreaterThan(-71);
  });
});

test.runIf(has('flac'))('flac finds the checksum of a render right, and reads its RF64', async () => {
  const [flac, rf64] = [path('checked.flac'), path('checked.rf64')];
  const outputs = ['--output', `main/1=${flac}`, '--output', `input/1=${rf64}`];
  expect((await render('--input', `1=${tone}`, ...outputs, '--bits', '16')).code).toBe(0);
  execFileSync('flac', ['--silent', '--test', flac]);
  execFileSync('flac', ['--silent', '--force', '--output-name', path('again.flac'), rf64]);
  const handle = openSync(rf64, 'r');
  const head = Buffer.alloc(4);
  readSync(handle, head);
  closeSync(handle);
  expect(head.toString()).toBe('RF64');
});

test('a source of the desk takes a file, and the strip or the talkback that is patched to it hears it from then on', async () => {
  const file = path('patched.wav');
  const { code, stderr } = await render(
    ...['--input', `box:in-3=${tone}`, '--output', `main/1=${file}`, '--set', '/channel/input/2 levelDb=0 pan=-100'],
    ...['--at', '0.25', '/channel/input/2 sourceId=box:in-3'],
  );
  expect(code, stderr).toBe(0);
  const [left] = readWav(file).channels as [Float64Array];
  expect(peakDb(left.subarray(0, rate / 4))).toBe(-Infinity);
  expect(fitSine(left.subarray(0.3 * rate, 0.45 * rate), 1000, rate).levelDb).toBeCloseTo(-20, 2);

  const talk = '/talkback/1 on=true destinations=[{"kind":"main","index":1}]';
  const talked = await render('--input', `talkback/1=${tone}`, '--set', talk, '--output', `main/1=${file}`);
  expect(talked.code, talked.stderr).toBe(0);
  expect(fitSine(readWav(file).channels[1]?.subarray(4800) as Float64Array, 1000, rate).levelDb).toBeCloseTo(-20, 2);
});

test('the right leg of a stereo strip hears the next port of its source, silence where that has no file', async () => {
  const file = path('legs.wav');
  const words = ['--input', `box:in-1=${tone}`, '--input', `1=${tone}`, '--set', '/channel/input/1 muted=on'];
  const set = ['--set', '/channel/aux/1 sourceId=box:in-1 levelDb=0'];
  const { code, stderr } = await render(...words, ...set, '--output', `aux/1=${file}`);
  expect(code, stderr).toBe(0);
  const [left, right] = readWav(file).channels as [Float64Array, Float64Array];
  expect([peakDb(left) > -21, peakDb(right)]).toEqual([true, -Infinity]);
});

test('a render has as many inputs and outputs as are asked for', async () => {
  const numbers = (count: number) => Array.from({ length: count }, (_, n) => n + 1);
  const inputs = [...numbers(32), ...numbers(4).map((n) => `aux/${n}`)].flatMap((strip) => [
    '--input',
    `${strip}=${tone}`,
  ]);
  const strips = numbers(20).map((n) => `input/${n}`);
  const outputs = strips.flatMap((strip, n) => ['--output', `${strip}=${path(`many-${n}.wav`)}`]);
  const { code, stderr } = await render(...inputs, ...outputs, '--duration', '0.1');
  expect(code, stderr).toBe(0);
  expect(
    fitSine(readWav(path('many-19.wav')).channels[0]?.subarray(480) as Float64Array, 1000, rate).levelDb,
  ).toBeCloseTo(-20, 1);
});

test.each([
  ['a name of another format', [], 'x.mp3', 'a render writes .wav, .rf64 and .flac'],
  ['a source without a file', ['/channel/input/2 sourceId=box:in-9'], 'x.wav', 'no file is this source; give --input'],
  ['outputs of the patch', ['/patch outputs=[]'], 'x.wav', 'the outputs of a render are its --output files'],
  ['what no mixer does', ['/clock/force rate=44100'], 'x.wav', 'rate is for clock, which a render does not have'],
])('%s is refused in words, and nothing is written', async (_, set, name, words) => {
  const { code, stderr } = await render(
    '--input',
    `1=${tone}`,
    ...set.flatMap((each) => ['--set', each]),
    '--output',
    `main/1=${path(name)}`,
  );
  expect([code, existsSync(path(name))]).toEqual([1, false]);
  expect(stderr).toContain(words);
});

test('an input for what has no source is refused', async () => {
  const { code, stderr } = await render(
    '--input',
    `1=${tone}`,
    '--input',
    `mix/1=${tone}`,
    '--output',
    `main/1=${path('x.wav')}`,
  );
  expect([code, stderr]).toEqual([1, expect.stringContaining('/channel/mix/1')]);
  rmSync(path('x.wav'), { force: true });
});
