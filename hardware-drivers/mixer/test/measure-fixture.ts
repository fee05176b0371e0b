// Captures for the tests of the job `measure`, and what sox makes of their sound.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import driver from '../js/index.ts';

export const isBuilt = existsSync(new URL('../build/Release/mixer.node', import.meta.url));

export interface MeasureReport {
  readonly outcome: string;
  readonly refusal?: { readonly reason: string; readonly words: string };
  readonly summary: Readonly<Record<string, number | string | null>>;
  readonly traces: readonly string[];
}

/** Of the file `capture.wav` in the folder, which takes the traces. */
export async function measureIn(folder: string, args: object): Promise<MeasureReport> {
  const file = join(folder, 'capture.wav');
  const order = {
    goal: 'delay',
    file,
    reference: 1,
    microphone: 2,
    smoothing: 0,
    calibration: [],
    resultFolder: folder,
  };
  return (await driver.jobs?.measure?.(
    { ...order, ...args },
    { progress: () => {}, rest() {} },
  )) as unknown as MeasureReport;
}

/** White, the same for the same seed. */
export function noise(length: number, seed: number, level = 0.1): Float64Array {
  let state = seed;
  return Float64Array.from({ length }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return (level * state) / 2 ** 31;
  });
}

/** Through effects of sox; as many samples as came. `folder`: for its files. */
export function sox(folder: string, sound: Float64Array, rate: number, ...effects: readonly string[]): Float64Array {
  const [from, to] = [join(folder, 'from.f32'), join(folder, 'to.f32')];
  writeFileSync(from, Float32Array.from(sound));
  const format = ['-t', 'f32', '-r', String(rate), '-c', '1'];
  execFileSync('sox', ['-D', ...format, from, ...format, to, ...effects]);
  const bytes = readFileSync(to);
  const read = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  return Float64Array.from({ length: sound.length }, (_, n) => read[n] ?? 0);
}

export const later = (sound: Float64Array, frames: number) =>
  Float64Array.from({ length: sound.length }, (_, n) => sound[n - frames] ?? 0);
export const plus = (sound: Float64Array, other: Float64Array) => sound.map((sample, n) => sample + (other[n] ?? 0));

/** Exponential, of a quarter of full scale, with silence before and behind (A. Farina, AES 108, 2000). */
export function sweep(
  rate: number,
  { fromHz, toHz, soundS }: { fromHz: number; toHz: number; soundS: number },
): Float64Array {
  const octaveS = soundS / Math.log(toHz / fromHz);
  const sound = new Float64Array(Math.round((soundS + 0.9) * rate));
  for (let n = 0; n < soundS * rate; n++) {
    const fade = Math.min(1, n / rate / 0.02, (soundS - n / rate) / 0.02);
    const phase = 2 * Math.PI * fromHz * octaveS * (Math.exp(n / rate / octaveS) - 1);
    sound[n + Math.round(0.1 * rate)] = 0.25 * (0.5 - 0.5 * Math.cos(Math.PI * fade)) * Math.sin(phase);
  }
  return sound;
}
