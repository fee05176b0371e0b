// The level of a tone that went through a server of PipeWire.
import { expect } from 'vitest';
import { fitSine } from '../harness/sound.ts';

const leastWhole = 5;

/**
 * Peak level of the tone in dB: the median over windows of 20 ms, since a busy machine loses cycles of the server and its
 * clients, which breaks the tone for a moment. Fails where fewer than five are whole.
 */
export function steadyLevelDb(samples: Float64Array, frequencyHz: number, rate: number): number {
  const whole = wholeLevelsDb(samples, frequencyHz, rate);
  expect(whole.length).toBeGreaterThanOrEqual(leastWhole);
  return whole.sort((a, b) => a - b)[Math.floor(whole.length / 2)] as number;
}

/** Whether so many windows are whole. */
export const isSteady = (samples: Float64Array, frequencyHz: number, rate: number): boolean =>
  wholeLevelsDb(samples, frequencyHz, rate).length >= leastWhole;

function wholeLevelsDb(samples: Float64Array, frequencyHz: number, rate: number): number[] {
  const frames = rate / 50;
  return Array.from({ length: Math.floor(samples.length / frames) }, (_, n) =>
    fitSine(samples.slice(n * frames, (n + 1) * frames), frequencyHz, rate),
  )
    .filter(({ residualDb }) => residualDb < -60)
    .map(({ levelDb }) => levelDb);
}
