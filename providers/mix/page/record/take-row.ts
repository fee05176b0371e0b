// `/takes` and `/takes/{id}` as the page reads them.
import { client } from '../desk/client.ts';
import { fieldOf } from '../desk/rows.ts';

export interface TakeItem {
  readonly id: string;
  readonly name: string;
  readonly keep: boolean;
  readonly startedAt: string;
  readonly lengthS: number;
  readonly sizeMb: number;
  readonly state: 'recording' | 'closed' | 'recovered' | 'damaged';
  readonly complete: boolean;
  readonly problem: string;
  /** How many. */
  readonly tracks: number;
}

export interface Track {
  readonly number: number;
  readonly path: string;
  readonly name: string;
  readonly channels: number;
  readonly role: 'track' | 'programme';
}

export interface Marker {
  readonly atS: number;
  readonly label: string;
}

export interface Dropout {
  readonly atS: number;
  readonly lengthMs: number;
  readonly reason: string;
}

export interface Part {
  readonly number: number;
  readonly frames: number;
  readonly gapFrames: number;
}

/** What is drawn of a take. */
export interface Drawn {
  readonly id: string;
  readonly lengthS: number;
  readonly rate: number;
  readonly tracks: readonly Track[];
  readonly markers: readonly Marker[];
  readonly dropouts: readonly Dropout[];
  readonly parts: readonly Part[];
  /** Of a waveform that grows: another number when there is more of it. */
  readonly age: number;
}

export const takes = (): readonly TakeItem[] => fieldOf<readonly TakeItem[]>('/takes', 'takes').value ?? [];
export const takePath = (id: string): string => `/takes/${encodeURIComponent(id)}`;

const freshS = 10;

/** Undefined until the row has come. */
export function drawnTake(id: string): Drawn | undefined {
  const path = takePath(id);
  const lengthS = fieldOf<number>(path, 'lengthS').value;
  if (lengthS === undefined) return undefined;
  const list = <T>(name: string) => fieldOf<readonly T[]>(path, name).value ?? [];
  const isGrowing = fieldOf(path, 'state').value === 'recording';
  return {
    ...{ id, lengthS, rate: fieldOf<number>(path, 'rate').value || 48_000, tracks: list<Track>('tracks') },
    ...{ markers: list<Marker>('markers'), dropouts: list<Dropout>('dropouts'), parts: list<Part>('parts') },
    age: isGrowing ? Math.floor(lengthS / freshS) : -1,
  };
}

export interface Peaks {
  readonly rate: number;
  readonly fullScale: number;
  readonly zooms: readonly {
    readonly framesPerPeak: number;
    readonly channels: readonly { readonly lowest: readonly number[]; readonly highest: readonly number[] }[];
  }[];
}

export const readPeaks = (id: string, track: number): Promise<Peaks> =>
  client.get(`${takePath(id)}/peaks/${track}` as never) as Promise<never>;
