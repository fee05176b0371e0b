// `/measurement` as the page reads it: settings, results and their traces.
import { client } from '../desk/client.ts';
import { fieldOf } from '../desk/rows.ts';
import type { StripRef } from '../desk/strip-list.ts';
import { stripName, stripPath } from '../desk/strip-name.ts';

export const settingsPath = '/measurement';
export const resultsPath = '/measurement/results';

export interface RoomTime {
  readonly frequencyHz: number;
  readonly t20S?: number | null;
  readonly t30S?: number | null;
  readonly edtS?: number | null;
}

export interface Summary {
  readonly delayMs?: number | null;
  readonly confidencePercent?: number | null;
  readonly coherencePercent?: number | null;
  readonly snrDb?: number | null;
  readonly levelDb?: number | null;
  readonly gainDb?: number | null;
  readonly peakDb?: number | null;
  readonly rt60S?: readonly RoomTime[];
  readonly sti?: number | null;
  readonly polarity?: 'same' | 'inverted' | null;
}

export interface ResultItem {
  readonly id: string;
  readonly name: string;
  readonly goal: string;
  /** ISO 8601. */
  readonly at: string;
  readonly output: StripRef | null;
  readonly microphone: StripRef | null;
  readonly summary: Summary;
  /** Why it can not be used; empty for nothing. */
  readonly problem: string;
}

export const results = (): readonly ResultItem[] => fieldOf<readonly ResultItem[]>(resultsPath, 'items').value ?? [];
export const resultPath = (id: string): string => `${resultsPath}/${encodeURIComponent(id)}`;

export interface TransferTrace {
  readonly frequenciesHz: readonly number[];
  readonly magnitudesDb: readonly number[];
  readonly phasesDeg: readonly number[];
  readonly coherencePercent: readonly number[];
}

export interface ImpulseTrace {
  readonly startMs: number;
  readonly stepMs: number;
  readonly values: readonly number[];
  readonly envelopeDb: readonly number[];
}

export interface RtaTrace {
  readonly bandsPerOctave: number;
  readonly frequenciesHz: readonly number[];
  readonly levelsDb: readonly number[];
}

/** Energy that is still to come, from the arrival on: a curve of each band. */
export interface DecayTrace {
  readonly frequenciesHz: readonly number[];
  readonly stepMs: number;
  readonly curvesDb: readonly (readonly number[])[];
}

export interface Traces {
  readonly transfer?: TransferTrace;
  readonly impulse?: ImpulseTrace;
  readonly rta?: RtaTrace;
  readonly decay?: DecayTrace;
}

export type TraceName = keyof Traces;

/** `main/1`, as the desk has it in sentences and reports -> its name. */
export const calledStrip = (words: string): string => {
  const [kind = '', index = ''] = words.split('/');
  return stripName(stripPath(kind, index));
};

export const readTrace = (id: string, trace: string): Promise<unknown> =>
  client.get(`${resultPath(id)}/traces/${trace}` as never) as Promise<unknown>;
