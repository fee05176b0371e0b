// What notches take of the sound of a strip.
import type { HowlReport } from './howl-reports.ts';

type Notch = Pick<HowlReport['notches'][number], 'frequencyHz' | 'q' | 'gainDb'>;

/** Twelfths of octaves, where voices and instruments are. */
const places = Array.from({ length: 80 }, (_, step) => 100 * 2 ** (step / 12));

/** The gain in dB of a peaking filter of the second order at a frequency (RBJ cookbook, analogue prototype). */
export function notchGainDb({ frequencyHz, q, gainDb }: Notch, atHz: number): number {
  const amplitude = 10 ** (gainDb / 40);
  const ratio = atHz / frequencyHz;
  const inPhase = (1 - ratio ** 2) ** 2;
  const above = inPhase + ((ratio * amplitude) / q) ** 2;
  const below = inPhase + (ratio / (amplitude * q)) ** 2;
  return 10 * Math.log10(above / below);
}

/** The mean over 100 Hz to 10 kHz, each part of an octave as much; dB, 0 for no notch. */
export function notchCostDb(notches: readonly Notch[]): number {
  const gainAt = (hz: number) => notches.reduce((sum, notch) => sum + notchGainDb(notch, hz), 0);
  const mean = places.reduce((sum, hz) => sum + gainAt(hz), 0) / places.length;
  return Math.round(mean * 10) / 10 || 0;
}
