// A tone for each channel that no other has, so that a channel is known by its sound, and its level and its order with it.
import { expect } from 'vitest';
import { fitSine, sine } from '../harness/sound.ts';

const rate = 48_000;
/** Less is lost where samples are: a gap, a repetition or a jump leaves more. */
const wholeDb = -80;
const levelToleranceDb = 0.05;
/** Of a receiver that resamples, for its own clock: the pitch moves, and so short a window is whole all the same. */
const resampled = { windowFrames: rate / 50, wholeDb: -50, leastWhole: 10 };

/** Of a channel from 0. */
export const toneHz = (channel: number): number => 300 + 37 * channel;
/** Peak, of a channel from 0. */
export const toneDb = (channel: number): number => -12 - channel;

/** Raw sound of 24 bits, big endian, interleaved. */
export function tones(channels: number, seconds: number): Buffer {
  const frames = seconds * rate;
  const sound = Array.from({ length: channels }, (_, n) => sine(toneHz(n), toneDb(n), rate, frames));
  const bytes = Buffer.alloc(frames * channels * 3);
  for (let frame = 0, at = 0; frame < frames; frame++) {
    for (const samples of sound) at = bytes.writeIntBE(Math.round((samples[frame] as number) * 0x7fffff), at, 3);
  }
  return bytes;
}

/** The channels of such raw sound. */
export function channelsOf(bytes: Buffer, channels: number): readonly Float64Array[] {
  const frames = Math.floor(bytes.length / channels / 3);
  return Array.from({ length: channels }, (_, channel) =>
    Float64Array.from({ length: frames }, (_, n) => bytes.readIntBE((n * channels + channel) * 3, 3) / 0x800000),
  );
}

/** The one second of a channel that is most like its tone; fails where that is not whole, or of another level. */
export function expectTones(heard: readonly Float64Array[], gainDb = 0): void {
  for (const [channel, samples] of heard.entries()) {
    expect(samples.length).toBeGreaterThan(rate);
    let best = { levelDb: Number.NEGATIVE_INFINITY, residualDb: Number.POSITIVE_INFINITY };
    for (let at = 0; at + rate <= samples.length; at += rate / 2) {
      const fit = fitSine(samples.subarray(at, at + rate), toneHz(channel), rate);
      if (fit.residualDb < best.residualDb) best = fit;
    }
    expect(best.residualDb, `channel ${channel}`).toBeLessThan(wholeDb + Math.max(0, channel - 20));
    expect(Math.abs(best.levelDb - toneDb(channel) - gainDb), `channel ${channel}`).toBeLessThan(levelToleranceDb);
  }
}

/** The same of a receiver that resamples: some windows of a channel are like its tone, and of its level. */
export function expectResampledTones(heard: readonly Float64Array[]): void {
  const { windowFrames, wholeDb, leastWhole } = resampled;
  for (const [channel, samples] of heard.entries()) {
    const fits = Array.from({ length: Math.floor(samples.length / windowFrames) }, (_, n) =>
      fitSine(samples.subarray(n * windowFrames, (n + 1) * windowFrames), toneHz(channel), rate),
    );
    // Those of silence are no numbers.
    const whole = fits.filter(({ residualDb }) => residualDb < wholeDb).sort((a, b) => a.residualDb - b.residualDb);
    expect(whole.length, `channel ${channel}`).toBeGreaterThanOrEqual(leastWhole);
    for (const { levelDb } of whole.slice(0, leastWhole)) {
      expect(Math.abs(levelDb - toneDb(channel)), `channel ${channel}`).toBeLessThan(levelToleranceDb);
    }
  }
}
