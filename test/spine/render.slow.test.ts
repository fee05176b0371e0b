import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run, temporaryFolder } from '../harness/service.ts';
import { fitSine, peakDb, sine } from '../harness/sound.ts';
import { readWav, writeWav } from '../harness/wav.ts';

const rate = 48000;

/** Renders two strips with a timed fader move into main/1 and returns the file. */
async function render(folder: string, name: string, ...more: string[]): Promise<string> {
  const output = join(folder, name);
  const { code, stderr } = await run([
    'render',
    ...['--input', `1=${join(folder, 'a.wav')}`],
    ...['--input', `2=${join(folder, 'b.wav')}`],
    ...['--set', '/channel/input/1 pan=-100', '--set', '/channel/input/2 pan=100 levelDb=-6'],
    ...['--output', `main/1=${output}`],
    ...more,
  ]);
  expect(code, stderr).toBe(0);
  return output;
}

function folderWithTones(): string {
  const folder = temporaryFolder();
  writeWav(join(folder, 'a.wav'), rate, [sine(1000, -20, rate, 2 * rate)]);
  writeWav(join(folder, 'b.wav'), rate, [sine(440, -12, rate, 2 * rate)]);
  return folder;
}

test('render mixes files as the laws of level say', async () => {
  const folder = folderWithTones();
  const sound = readWav(await render(folder, 'mix.wav'));
  expect(sound.rate).toBe(rate);
  expect(sound.frames).toBeGreaterThanOrEqual(2 * rate);
  const [left, right] = sound.channels as [Float64Array, Float64Array];
  const middle = (leg: Float64Array) => leg.subarray(rate / 2, (3 * rate) / 2);
  expect(Math.abs(fitSine(middle(left), 1000, rate).levelDb + 20)).toBeLessThan(0.01);
  expect(Math.abs(fitSine(middle(right), 440, rate).levelDb + 18)).toBeLessThan(0.01);
  expect(fitSine(middle(left), 1000, rate).residualDb).toBeLessThan(-120);
});

test('render without settings brings its inputs and the main up, at the centre', async () => {
  const folder = folderWithTones();
  const output = join(folder, 'plain.wav');
  const { code, stderr } = await run([
    'render',
    '--input',
    `1=${join(folder, 'a.wav')}`,
    '--output',
    `main/1=${output}`,
  ]);
  expect(code, stderr).toBe(0);
  for (const leg of readWav(output).channels) {
    expect(Math.abs(fitSine(leg.subarray(rate / 2, rate), 1000, rate).levelDb + 23.01)).toBeLessThan(0.01);
  }
});

test('render is bit-identical on every run', async () => {
  const folder = folderWithTones();
  const move = ['--at', '0.5', '/channel/input/1 levelDb=-20'];
  const [first, second] = [await render(folder, '1.wav', ...move), await render(folder, '2.wav', ...move)];
  expect(readFileSync(first).equals(readFileSync(second))).toBe(true);
});

test('protection against howling depends on the sound alone: a render with it is bit-identical on every run', async () => {
  const folder = folderWithTones();
  const growing = sine(1000, 0, rate, 2 * rate).map((sample, n) => sample * 10 ** ((-60 + (25 * n) / rate) / 20));
  writeWav(join(folder, 'a.wav'), rate, [growing]);
  const protecting = ['--set', '/channel/input/1/hrp enabled=true mode=suppress'];
  const plain = await render(folder, 'plain.wav');
  const [first, second] = [await render(folder, '1.wav', ...protecting), await render(folder, '2.wav', ...protecting)];
  expect(readFileSync(first).equals(readFileSync(second))).toBe(true);
  // What grows so straight is lowered.
  const peaks = [plain, first].map((file) => peakDb((readWav(file).channels[0] as Float64Array).subarray(0, 2 * rate)));
  expect((peaks[0] as number) - (peaks[1] as number)).toBeGreaterThan(5);
});

test('a timed change of a processor, of its values or of the align delay is heard from its time on', async () => {
  const folder = folderWithTones();
  const sound = readWav(
    await render(
      folder,
      'processed.wav',
      ...[
        ...['--at', '0.5', '/channel/input/1/align delayMs=0.5'],
        ...['--at', '1', '/channel/input/1/eq enabled=true'],
        ...['--at', '1', '/channel/input/1/eq/bands/2 frequencyHz=1000 gainDb=12'],
        ...['--at', '1.5', '/channel/input/1/chain/processors/eq enabled=false'],
      ],
    ),
  );
  const left = sound.channels[0] as Float64Array;
  const tone = sine(1000, -20, rate, 2 * rate);
  const between = (fromS: number) => left.subarray((fromS + 0.1) * rate, (fromS + 0.45) * rate);
  expect(Math.max(...between(0).map((sample, n) => Math.abs(sample - (tone[0.1 * rate + n] as number))))).toBeLessThan(
    1e-6,
  );
  // Half a period late is the other way round.
  const late = between(0.5).map((sample, n) => Math.abs(sample + (tone[0.6 * rate + n] as number)));
  expect(Math.max(...late)).toBeLessThan(1e-6);
  expect(fitSine(between(1), 1000, rate).levelDb).toBeCloseTo(-8, 2);
  expect(fitSine(between(1.5), 1000, rate).levelDb).toBeCloseTo(-20, 2);
});

test('a file is no loudspeaker: delay and trim of the speakers of a strip are not in it', async () => {
  const folder = folderWithTones();
  const speakers = '/channel/main/1/speakerAlign';
  const own = ['--set', `${speakers} enabled=true delayMs=100`, '--at', '0.5', `${speakers} polarityInverted=true`];
  const [plain, aligned] = [await render(folder, 'plain.wav'), await render(folder, 'aligned.wav', ...own)];
  expect(readFileSync(aligned).equals(readFileSync(plain))).toBe(true);
});

test('render does not depend on the block size, timed changes included', async () => {
  const folder = folderWithTones();
  const move = ['--at', '0.5', '/channel/input/1 levelDb=-20', '--at', '0.75', '/channel/input/2 muted=true'];
  const blocks = (frames: number) => render(folder, `${frames}.wav`, '--block-frames', String(frames), ...move);
  const whole = readWav(await blocks(64));
  expect(peakDb(whole.channels[1]?.subarray(rate) as Float64Array)).toBeLessThan(-140);
  for (const frames of [1, 17, 1000, 4096]) {
    const other = readWav(await blocks(frames));
    expect(other.frames).toBe(whole.frames);
    let most = 0;
    whole.channels.forEach((leg, channel) => {
      leg.forEach((sample, frame) => {
        most = Math.max(most, Math.abs(sample - (other.channels[channel]?.[frame] as number)));
      });
    });
    expect(most, `${frames} frames a block`).toBeLessThan(1e-6);
  }
});

test('render says in words what is wrong, and exits with 2 for usage and 1 for a refused setting', async () => {
  const folder = folderWithTones();
  const missing = await run(['render', '--input', '1=/nowhere.wav', '--output', `main/1=${join(folder, 'x.wav')}`]);
  expect(missing.code).not.toBe(0);
  expect(missing.stderr).toMatch(/nowhere\.wav/);
  const usage = await run(['render', '--output', `main/1=${join(folder, 'x.wav')}`]);
  expect(usage.code).toBe(2);
  const refused = await run([
    'render',
    ...['--input', `1=${join(folder, 'a.wav')}`, '--output', `main/1=${join(folder, 'x.wav')}`],
    ...['--set', '/channel/input/1 pan=400'],
  ]);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toMatch(/pan/);
});

test('render takes any strip with sound, each in a file of its own', async () => {
  const folder = folderWithTones();
  const file = (name: string) => join(folder, name);
  const { code, stderr } = await run([
    ...['render', '--input', `1=${file('a.wav')}`, '--input', `2=${file('b.wav')}`],
    ...['--set', '/channel/input/2 mainAssigned=false', '--set', '/channel/input/2/sends/mix/3 levelDb=-10'],
    ...['--output', `mix/3=${file('mix.wav')}`, '--output', `main/1=${file('main.wav')}`],
    ...['--output', `input/1=${file('direct.wav')}`],
  ]);
  expect(code, stderr).toBe(0);
  const levelOf = (name: string, hz: number) => {
    const { channels } = readWav(file(name));
    return channels.map((leg) => fitSine(leg.subarray(rate / 2, rate), hz, rate).levelDb);
  };
  const close = (measured: number[], ...theory: number[]) => {
    expect(measured).toHaveLength(theory.length);
    for (const [leg, each] of theory.entries()) expect(Math.abs((measured[leg] as number) - each)).toBeLessThan(0.05);
  };
  close(levelOf('mix.wav', 440), -22);
  close(levelOf('main.wav', 1000), -23.01, -23.01);
  close(levelOf('direct.wav', 1000), -20);
  const group = await run(['render', '--input', `1=${file('a.wav')}`, '--output', `dca/1=${file('x.wav')}`]);
  expect([group.code, group.stderr]).toEqual([1, expect.stringContaining('no sound of its own')]);
});
