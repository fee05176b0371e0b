// Sound files of others as inputs of a render: of every encoding, and with lengths that are wrong. Real tools wrote them, or
// judge what the render heard.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeFolder, run, temporaryFolder } from '../harness/service.ts';
import { fitSine, peakDb, sine } from '../harness/sound.ts';
import { readWav, writeWav } from '../harness/wav.ts';

const rate = 48_000;
const frames = rate / 4;
let folder: string;
let tone: string;
beforeAll(() => {
  folder = temporaryFolder();
  tone = path('tone.wav');
  writeWav(tone, rate, [sine(1000, -20, rate, frames)]);
});
afterAll(() => removeFolder(folder));

const path = (name: string) => join(folder, name);
const has = (program: string) => {
  if (['/usr/bin', '/usr/local/bin'].some((bin) => existsSync(join(bin, program)))) return true;
  console.log(`Files of ${program} are not tested: it is not installed.`);
  return false;
};
const quietly = { stdio: 'pipe' } as const;

const heard = async (file: string) => {
  const to = path('heard.wav');
  const { code, stderr } = await run(['render', '--input', `1=${file}`, '--output', `main/1=${to}`]);
  return { code, stderr, sound: code === 0 ? readWav(to) : undefined };
};

/** The tone at its level: centred, 3.01 dB less on either leg. */
async function expectTone(file: string, mostResidualDb: number): Promise<void> {
  const { code, stderr, sound } = await heard(file);
  expect(code, stderr).toBe(0);
  expect(sound?.frames).toBe(frames);
  const { levelDb, residualDb } = fitSine(sound?.channels[0]?.subarray(2400, 9600) as Float64Array, 1000, rate);
  expect(Math.abs(levelDb + 23.01)).toBeLessThan(0.02);
  expect(residualDb).toBeLessThan(mostResidualDb);
}

type Kind = readonly [
  name: string,
  program: string,
  words: (from: string, to: string) => readonly string[],
  dB: number,
];
const kinds: readonly Kind[] = [
  ['u8.wav', 'sox', (from, to) => [from, '-b', '8', to], -20],
  ['16.wav', 'sox', (from, to) => [from, '-b', '16', to], -60],
  ['flac-16.flac', 'sox', (from, to) => [from, '-b', '16', to], -60],
  ['flac-24.flac', 'sox', (from, to) => [from, '-b', '24', to], -95],
  ['ffmpeg-16.flac', 'ffmpeg', (from, to) => ['-v', 'error', '-i', from, '-sample_fmt', 's16', to], -60],
  ['ffmpeg-24.flac', 'ffmpeg', (from, to) => ['-v', 'error', '-i', from, '-sample_fmt', 's32', to], -95],
  ['ffmpeg-u8.wav', 'ffmpeg', (from, to) => ['-v', 'error', '-i', from, '-c:a', 'pcm_u8', to], -20],
  ['ffmpeg-64.wav', 'ffmpeg', (from, to) => ['-v', 'error', '-i', from, '-c:a', 'pcm_f64le', to], -110],
  ['sndfile-u8.wav', 'sndfile-convert', (from, to) => ['-pcmu8', from, to], -20],
  ['sndfile-24.flac', 'sndfile-convert', (from, to) => ['-pcm24', from, to], -95],
];
test.each(kinds.filter(([, program]) => has(program)))('%s of %s is heard', async (name, program, words, dB) => {
  execFileSync(program, words(tone, path(name)), quietly);
  await expectTone(path(name), dB);
});

test.runIf(has('flac'))('a FLAC with pictures, points and padding is heard, by either channel', async () => {
  const pair = path('pair.wav');
  writeWav(pair, rate, [new Float64Array(frames), sine(1000, -20, rate, frames)]);
  execFileSync('sox', [pair, '-b', '24', path('pair-24.wav')], quietly);
  const words = ['--silent', '--force', '--padding=100000', '-S', '100x', '-T', 'ARTIST=x', '-o', path('pair.flac')];
  execFileSync('flac', [...words, path('pair-24.wav')], quietly);
  await expectTone(`${path('pair.flac')}#2`, -95);
  const silent = await heard(`${path('pair.flac')}#1`);
  expect(peakDb(silent.sound?.channels[0] as Float64Array)).toBeLessThan(-130);
  const refused = await heard(`${path('pair.flac')}#3`);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('has 2 channels, not 3')]);
});

/** A WAV by its parts; `length` is what the data says. */
function writeParts(
  name: string,
  data: Buffer,
  behind: Buffer,
  said: { readonly length?: number; readonly riff?: number },
) {
  const head = Buffer.alloc(44);
  head.write('RIFF\0\0\0\0WAVEfmt \u0010\0\0\0\u0001\0\u0001\0', 'latin1');
  for (const [at, value] of Object.entries({ 24: rate, 28: rate * 3 })) head.writeUInt32LE(value, Number(at));
  head.writeUInt16LE(3, 32);
  head.writeUInt16LE(24, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(said.length ?? data.length, 40);
  head.writeUInt32LE(said.riff ?? 36 + data.length + behind.length, 4);
  writeFileSync(path(name), Buffer.concat([head, data, behind]));
  return path(name);
}
const notes = () => {
  const text = Buffer.from(`<BWFXML>${'x'.repeat(983)}</BWFXML>`);
  const head = Buffer.from('iXML\0\0\0\0', 'latin1');
  head.writeUInt32LE(text.length, 4);
  return Buffer.concat([head, text]);
};
const toneBytes = () => {
  const data = Buffer.alloc(frames * 3);
  sine(1000, -20, rate, frames).forEach((each, n) => {
    data.writeIntLE(Math.round(each * 2 ** 23), n * 3, 3);
  });
  return data;
};

describe('lengths', () => {
  test.each([
    ['of no sound, before notes', {}],
    ['of no sound, in an unknown length', { riff: 0xffffffff }],
    ['unknown, before notes', { length: 0xffffffff }],
    ['too long, before notes', { length: 123_456 }],
    ['0, all of them', { length: 0, riff: 0 }],
  ])('%s: there is no sound in it', async (_, said) => {
    const { code, stderr } = await heard(writeParts('empty.wav', Buffer.alloc(0), notes(), said));
    expect([code, stderr]).toEqual([1, expect.stringContaining('has no sound in it')]);
  });

  test.each([
    ['right, before notes', {}],
    ['unknown', { length: 0xffffffff, riff: 0xffffffff }],
    ['too long', { length: 1_000_000 }],
    ['0, as a recorder leaves them that was killed', { length: 0, riff: 0 }],
  ])('%s: the tone ends where it ends', async (_, said) => {
    await expectTone(writeParts('tone-24.wav', toneBytes(), notes(), said), -95);
  });

  test.runIf(has('sndfile-metadata-set'))(
    'a comment of sndfile-metadata-set in an empty file is not heard',
    async () => {
      execFileSync('sox', ['-n', '-r', '48000', '-b', '16', '-c', '2', path('e.wav'), 'trim', '0', '0'], quietly);
      execFileSync('sndfile-metadata-set', ['--str-comment', 'x'.repeat(900), path('e.wav')], quietly);
      const { code, stderr } = await heard(path('e.wav'));
      expect([code, stderr]).toEqual([1, expect.stringContaining('has no sound in it')]);
    },
  );

  test.runIf(has('ffmpeg'))('a WAV that ffmpeg wrote into a pipe is heard to its end', async () => {
    const bytes = execFileSync('ffmpeg', ['-v', 'error', '-i', tone, '-c:a', 'pcm_s24le', '-f', 'wav', '-']);
    writeFileSync(path('pipe.wav'), bytes);
    await expectTone(path('pipe.wav'), -95);
  });

  test.runIf(has('flac'))('a FLAC whose length is unknown or too much is heard to its end', async () => {
    execFileSync('sox', [tone, '-b', '24', path('long.flac')], quietly);
    for (const length of [0, 0xfff_ffff]) {
      const bytes = readFileSync(path('long.flac'));
      bytes.writeUInt32BE(length, 22);
      writeFileSync(path('long.flac'), bytes);
      await expectTone(path('long.flac'), -95);
    }
  });
});

test('a file that is no sound is refused in words', async () => {
  writeFileSync(path('text.wav'), 'this is no sound at all');
  const { code, stderr } = await heard(path('text.wav'));
  expect([code, stderr]).toEqual([1, expect.stringContaining('is neither a WAV nor a FLAC file')]);
});
