// Takes of the ring producer's signal, judged: each sample says which clock frame it is.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TakeDocument, TakePart } from '../../hardware-drivers/recorder/js/take-document.ts';

/** The inverse of the signal's factor modulo 2^24 (test/harness/ring-producer). */
const inverse = inverseOf(10368889);
const mask = 0xffffff;

function inverseOf(odd: number): number {
  let found = 1;
  for (let n = 0; n < 5; n++) found = Math.imul(found, 2 - Math.imul(odd, found));
  return found & 0xffffff;
}

/** The clock frame of a sample of a channel of the ring, modulo 2^24. */
export function clockOf(sample: number, channel: number): number {
  const bits = Math.round(sample * 0x800000) + 0x800000;
  return Math.imul(bits - Math.imul(channel, 7700417), inverse) & mask;
}

/** Samples of a WAV or RF64 of floats, interleaved, as far as the file has whole frames. */
export function readFloats(file: string): {
  readonly channels: number;
  readonly rate: number;
  readonly samples: Float32Array;
} {
  const bytes = readFileSync(file);
  let [channels, rate, at] = [0, 0, 12];
  for (;;) {
    const [id, length] = [bytes.toString('latin1', at, at + 4), bytes.readUInt32LE(at + 4)];
    if (id === 'fmt ') [channels, rate] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 12)];
    if (id === 'data') break;
    at += 8 + length + (length & 1);
  }
  const length = Math.min(bytes.readUInt32LE(at + 4), bytes.length - at - 8);
  const count = Math.floor(length / (4 * channels)) * channels;
  return {
    channels,
    rate,
    samples: new Float32Array(bytes.buffer.slice(bytes.byteOffset + at + 8, bytes.byteOffset + at + 8 + count * 4)),
  };
}

export const readTake = (folder: string): TakeDocument => JSON.parse(readFileSync(join(folder, 'take.json'), 'utf8'));

/** A stretch of a part where each sample follows the one before, in all tracks; silence has no clock. */
export interface Stretch {
  /** From the start of the part. */
  readonly at: number;
  readonly frames: number;
  /** Of the first sample, modulo 2^24; undefined for silence. */
  readonly clock: number | undefined;
}

/** The stretches of a part. Throws Error where tracks differ in length or in what they have. */
export function stretchesOf(folder: string, take: TakeDocument, part: number): readonly Stretch[] {
  let all: readonly Stretch[] | undefined;
  let channel = 0;
  for (const { files, channels } of take.tracks) {
    const sound = readFloats(join(folder, files[part] as string));
    if (sound.rate !== take.rate || sound.channels !== channels) throw new Error(`${files[part]} has another format`);
    for (let leg = 0; leg < channels; leg++) {
      const found = stretches(sound.samples, leg, channels, channel++);
      all ??= found;
      if (JSON.stringify(found) !== JSON.stringify(all)) {
        throw new Error(`${files[part]}: ${JSON.stringify(found)}, and the first track ${JSON.stringify(all)}`);
      }
    }
  }
  const frames = all?.reduce((sum, stretch) => sum + stretch.frames, 0) ?? 0;
  const told = take.parts[part] as TakePart;
  if (frames !== told.frames)
    throw new Error(`part ${part + 1} has ${frames} frames, and take.json says ${told.frames}`);
  return all ?? [];
}

function stretches(samples: Float32Array, leg: number, legs: number, channel: number): Stretch[] {
  const found: Stretch[] = [];
  const frames = samples.length / legs;
  let [at, first, expected]: [number, number | undefined, number] = [0, undefined, -1];
  for (let n = 0; n <= frames; n++) {
    const sample = n < frames ? (samples[n * legs + leg] as number) : Number.NaN;
    // 0 is one of the signal's samples, but no two in a row.
    const isSilent = sample === 0 && (samples[(n + 1) * legs + leg] === 0 || samples[(n - 1) * legs + leg] === 0);
    const clock = isSilent ? undefined : clockOf(sample, channel);
    const goesOn = n < frames && (isSilent ? first === undefined && n > at : first !== undefined && clock === expected);
    if (!goesOn) {
      if (n > at) found.push({ at, frames: n - at, clock: first });
      [at, first] = [n, clock];
    }
    expected = ((clock ?? -2) + 1) & mask;
  }
  return found;
}

/** Every sound file opens in sox, and has the frames that take.json says. Throws Error. */
export function openInSox(folder: string, take: TakeDocument): void {
  for (const { files } of take.tracks) {
    for (const [part, name] of files.entries()) {
      const file = join(folder, name);
      const frames = Number(
        execFileSync('soxi', ['-s', file], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }),
      );
      execFileSync('sox', [file, '-n', 'stat'], { stdio: 'pipe' });
      if (frames !== take.parts[part]?.frames) throw new Error(`${name}: sox finds ${frames} frames`);
    }
  }
}

export const hasPeaks = (folder: string, take: TakeDocument): boolean =>
  take.tracks.every(({ number }) => existsSync(join(folder, `${String(number).padStart(2, '0')}.peaks`)));
