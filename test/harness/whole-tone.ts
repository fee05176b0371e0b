// Whether a tone that went through a server of sound is whole.
import { expect } from 'vitest';
import { fitSine } from './sound.ts';

export interface Tone {
  readonly frequencyHz: number;
  /** Hz */
  readonly rate: number;
  /** Frames of a cycle of the server. */
  readonly quantum: number;
  /** Peak. */
  readonly levelDb: number;
}

/** Above it a step is none of a sine's. */
const mostStep = 1e-5;
const wholeDb = -80;

/**
 * Fails where the desk's sound breaks and none of `others` does, in this cycle or the one before: a busy machine makes clients
 * lose cycles. Between breaks it is the tone, in more than half of the cycles.
 */
export function expectWhole(tone: Tone, heard: Float64Array, ...others: readonly Float64Array[]): void {
  const { quantum, frequencyHz, rate, levelDb } = tone;
  expect(heard.length).toBeGreaterThan(2 * rate);
  const theirs = new Set(others.flatMap((each) => breaks(each, tone)).flatMap((n) => [n, n + quantum]));
  expect(breaks(heard, tone).filter((n) => !theirs.has(n))).toEqual([]);
  const levels = Array.from({ length: Math.floor(heard.length / quantum) }, (_, n) =>
    fitSine(heard.slice(n * quantum, (n + 1) * quantum), frequencyHz, rate),
  ).filter(({ residualDb }) => residualDb < wholeDb);
  expect(levels.length).toBeGreaterThan(heard.length / quantum / 2);
  for (const level of levels) expect(level.levelDb).toBeCloseTo(levelDb, 2);
}

/** The first frame that is not silent. */
export function beginOf(samples: Float64Array): number {
  return samples.findIndex((sample) => Math.abs(sample) > 1e-4);
}

/**
 * The frames at which a tone of one level breaks off, jumps or changes its level. A sampled sine obeys
 * x[n+1] = 2 cos(w) x[n] - x[n-1], whatever its level and phase.
 */
function breaks(samples: Float64Array, { frequencyHz, rate }: Tone): readonly number[] {
  const factor = 2 * Math.cos((2 * Math.PI * frequencyHz) / rate);
  const at = (n: number) => samples[n] as number;
  return Array.from(samples.keys()).filter(
    (n) => n > 0 && n < samples.length - 1 && Math.abs(at(n + 1) - factor * at(n) + at(n - 1)) > mostStep,
  );
}
