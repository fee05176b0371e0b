// The native half of measurements: src/measurement/measure.h.
import { loadNative } from './native.ts';

export type MeasureGoal = 'delay' | 'transfer' | 'rta' | 'ir';

export interface MeasureOrder {
  readonly goal: MeasureGoal;
  /** The path of a WAV. */
  readonly file: string;
  /** Channels of the file, from 1: what was sent, and what the microphone heard. */
  readonly reference: number;
  readonly microphone: number;
  /** What was sent, if it is an exponential sweep. */
  readonly sweep?: { readonly fromHz: number; readonly toHz: number; readonly soundS: number };
  /** It sounded twice, each time with silence behind it: both times are compared, and their mean is measured. */
  readonly twice?: { readonly soundS: number; readonly silenceS: number };
  /** Parts of an octave, 0 for none. */
  readonly smoothing: number;
  /** What the microphone shows too much. */
  readonly calibration: readonly { readonly frequencyHz: number; readonly levelDb: number }[];
  /** In octaves from 125 Hz to 8 kHz, for the speech transmission index; absent: without noise. */
  readonly speechToNoiseDb?: readonly number[];
}

export interface MeasureRefusal {
  readonly reason: 'low-coherence' | 'clipped' | 'no-signal' | 'wrong-channel' | 'too-short' | 'dropouts' | 'unsteady';
  readonly words: string;
}

export type TraceValues = number | null | readonly TraceValues[];
export type Trace = Readonly<Record<string, TraceValues>>;

export interface NativeMeasurement {
  readonly refusal?: MeasureRefusal;
  /** null: not measured by this goal, or the capture does not carry it. */
  readonly summary: Readonly<Record<string, unknown>>;
  /** By name. */
  readonly traces: Readonly<Record<string, Trace>>;
}

export interface NativeMeasure {
  /** Runs beside JavaScript. Rejects with Error in words for a file that can't be read. */
  measure(order: MeasureOrder): Promise<NativeMeasurement>;
}

/** Throws Error with the remedy when it is not built. */
export const loadMeasure = (): NativeMeasure => loadNative() as unknown as NativeMeasure;
