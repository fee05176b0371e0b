import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Mix } from '../harness/mix.ts';
import { removeFolder, temporaryFolder } from '../harness/service.ts';
import { peakDb } from '../harness/sound.ts';
import { readWav, writeWav } from '../harness/wav.ts';

/** Speech, 48 kHz, 16 bits, one channel: Debian's alsa-utils. */
const folder = '/usr/share/sounds/alsa';
const speech = ['Front_Left', 'Front_Right', 'Rear_Left', 'Rear_Right'].map((name) => join(folder, `${name}.wav`));

/** The reason why this can't be tried here; with CI=true that is a failure. */
function missing(): string | undefined {
  const file = speech.find((each) => !existsSync(each));
  if (file !== undefined) return `${file} is not there (apt-get install alsa-utils)`;
  try {
    execFileSync('sox', ['--version'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'sox is not there (apt-get install sox)';
  }
}

test('four voices are mixed as sox mixes them', async (context) => {
  const reason = missing();
  if (reason !== undefined) {
    if (process.env.CI === 'true') throw new Error(reason);
    console.log(`skipped: ${reason}`);
    return context.skip();
  }
  const voices = speech.map((file) => readWav(file));
  const frames = Math.max(...voices.map((voice) => voice.frames));
  const levels = [-3, -9.5, -6, -20];
  const mix = new Mix({ rate: 48_000 });
  voices.forEach((voice, n) => {
    const samples = new Float64Array(frames);
    samples.set(voice.channels[0] as Float64Array);
    mix.input(n + 1, samples, { levelDb: levels[n], pan: n % 2 ? 100 : -100 });
  });
  const heard = await mix.render(frames);
  const work = temporaryFolder();
  try {
    const judge = (names: readonly number[]) => {
      const gains = names.flatMap((n) => ['-v', String(10 ** ((levels[n] as number) / 20)), speech[n] as string]);
      const output = join(work, `${names.join('')}.wav`);
      execFileSync('sox', ['-m', ...gains, '-e', 'float', '-b', '32', output], { stdio: 'pipe' });
      return readWav(output).channels[0] as Float64Array;
    };
    const sides = [
      [heard.left, judge([0, 2])],
      [heard.right, judge([1, 3])],
    ] as const;
    for (const [ours, sox] of sides) {
      expect(peakDb(ours)).toBeGreaterThan(-20);
      // sox works in 32-bit integers: a few steps of 2^-31, and of our 24-bit mantissa
      const apart = sox.map((sample, n) => sample - (ours[n] as number));
      expect(peakDb(apart)).toBeLessThan(-120);
    }
  } finally {
    removeFolder(work);
  }
});

test('the level of a mixed voice is what sox stat says it is', async (context) => {
  const reason = missing();
  if (reason !== undefined) return context.skip();
  const voice = readWav(speech[0] as string);
  const { left } = await new Mix({ rate: 48_000 })
    .input(1, voice.channels[0] as Float64Array, { levelDb: -12 })
    .render(voice.frames);
  const work = temporaryFolder();
  try {
    const file = join(work, 'mixed.wav');
    writeWav(file, 48_000, [left]);
    const rms = (path: string) => {
      const { stderr } = statOf(path);
      return Number(/RMS\s+amplitude:\s+([\d.]+)/.exec(stderr)?.[1]);
    };
    const change = 20 * Math.log10(rms(file) / rms(speech[0] as string));
    expect(Math.abs(change + 12)).toBeLessThan(0.05);
  } finally {
    removeFolder(work);
  }
});

/** sox writes its statistics to stderr. */
function statOf(path: string): { stderr: string } {
  return { stderr: execFileSync('sh', ['-c', 'sox "$1" -n stat 2>&1', 'sh', path], { encoding: 'utf8' }) };
}
