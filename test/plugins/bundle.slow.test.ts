// The plugins of the tests do what they say, judged by the tools of lilv: what a desk does to them is measured against this.
import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fitSine, peakDb, sine } from '../harness/sound.ts';
import { readWav, writeWav } from '../harness/wav.ts';
import { makeBundle, pluginUri } from './made-bundle.ts';
import { judges, made, whyNot } from './what-lacks.ts';

const rate = 48_000;

describe.skipIf(whyNot(...judges, ...made) !== '')('plugins made for tests', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rowdesk-plugins-'));
  makeBundle(join(folder, 'lv2'));
  const run = (program: string, ...args: readonly string[]) =>
    execFileSync(program, args, {
      encoding: 'utf8',
      stdio: 'pipe',
      env: { ...process.env, LV2_PATH: join(folder, 'lv2') },
    });
  const tone = sine(1000, -20, rate, rate);

  /** What lv2apply makes of a second of a sine; the first 100 ms are left out. */
  function applied(plugin: string, channels: number, ...values: readonly (readonly [string, number])[]): Float64Array {
    const [input, output] = [join(folder, 'in.wav'), join(folder, 'out.wav')];
    writeWav(input, rate, Array(channels).fill(tone));
    const controls = values.flatMap(([symbol, value]) => ['-c', symbol, String(value)]);
    run('lv2apply', '-i', input, '-o', output, ...controls, plugin);
    return (readWav(output).channels[0] as Float64Array).slice(rate / 10);
  }

  test('a gain of -6 dB is -6 dB, as late as it was asked for', () => {
    const sound = applied(pluginUri('gain'), 1, ['gain', -6], ['latency', 400]);
    const fit = fitSine(sound, 1000, rate);
    expect(fit.levelDb).toBeCloseTo(-26, 3);
    expect(fit.residualDb).toBeLessThan(-90);
    const late = tone.subarray(rate / 10 - 400, rate - 400);
    expect(peakDb(sound.map((sample, n) => sample - (late[n] as number) * 10 ** (-6 / 20)))).toBeLessThan(-120);
  });

  test('without a fault of its own, misbehaves copies each sample', () => {
    const sound = applied(pluginUri('misbehaves'), 1);
    expect(sound).toEqual(Float64Array.from(tone.subarray(rate / 10), Math.fround));
  });

  test.each([
    ['crashes', 1],
    ['divides', 10],
    ['aborts', 11],
  ])('misbehaves that %s ends its host', (_, mode) => {
    expect(() => applied(pluginUri('misbehaves'), 1, ['mode', mode])).toThrow(/Command failed/);
  });

  test('what an unprotected host allows, misbehaves does: it writes a file', () => {
    applied(pluginUri('misbehaves'), 1, ['mode', 8]);
    expect(run('ls', join(folder, 'lv2/test.lv2')).split('\n')).toContain('written');
  });

  test('lv2info reads ports, latency, choices, the key, properties and presets', () => {
    const gain = run('lv2info', pluginUri('gain'));
    expect(gain).toMatch(/Has latency:\s+yes/);
    for (const preset of ['Quiet', 'Half', 'Late']) expect(gain).toContain(preset);
    expect(run('lv2info', pluginUri('keyed'))).toContain('isSideChain');
    expect(run('lv2info', pluginUri('misbehaves'))).toContain('takes-3-ms');
    const stateful = run('lv2info', pluginUri('stateful'));
    expect(stateful).toContain('Learned');
    expect(stateful).toContain('http://lv2plug.in/ns/ext/worker#schedule');
  });
});
