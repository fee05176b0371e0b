// take.json: what a take is, for all programs that read it. Positions are from the first frame of the take, which is that of
// the pre-roll; gaps between parts count.
import { readFileSync } from 'node:fs';

export interface TakeTrack {
  /** From 1. */
  readonly number: number;
  /** Of the strip. */
  readonly path: string;
  readonly name: string;
  readonly channels: 1 | 2;
  readonly role: 'track' | 'programme';
  /** Of its file names, without part and ending: made once, at the start. Takes of earlier versions have none. */
  readonly stem?: string;
  /** One for each part; '' where it could not be made. */
  readonly files: readonly string[];
}

export interface TakePart {
  readonly number: number;
  readonly startedAt: string;
  /** CLOCK_MONOTONIC of the first frame: of this boot only. */
  readonly monotonicMs: number;
  readonly frames: number;
  readonly gapFrames: number;
}

export interface TakeDocument {
  readonly format: 1;
  readonly takeId: string;
  readonly name: string;
  readonly startedAt: string;
  readonly rate: number;
  readonly tapPoint: string;
  readonly fileFormat: string;
  readonly bitDepth: number;
  readonly preRollS: number;
  readonly splitMinutes: number;
  readonly tracks: readonly TakeTrack[];
  readonly parts: readonly TakePart[];
  readonly markers: readonly { readonly atS: number; readonly label: string }[];
  /** The first thousand. */
  readonly dropouts: readonly { readonly atS: number; readonly lengthMs: number; readonly reason: string }[];
  readonly dropoutCount: number;
  readonly state: 'recording' | 'closed' | 'recovered';
  /** False: sound that was heard is missing at the end, or where the recorder was killed. */
  readonly complete: boolean;
  /** Why it ended by itself, '' for nothing. */
  readonly fault: string;
  readonly bootId: string;
}

export const takeFile = 'take.json';

/** Changes with each start of the computer. */
export function readBootId(): string {
  return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
}

export function framesOf(parts: readonly Pick<TakePart, 'frames' | 'gapFrames'>[]): number {
  return parts.reduce((sum, { frames, gapFrames }) => sum + frames + gapFrames, 0);
}

/** What recovery needs of a document, or undefined where the text has it not. */
export function parseTake(text: string): TakeDocument | undefined {
  let take: Partial<TakeDocument>;
  try {
    take = JSON.parse(text);
  } catch {
    return undefined;
  }
  const isFileName = (name: unknown) => typeof name === 'string' && !/^\.|\//.test(name);
  const isNumber = (value: unknown) => typeof value === 'number' && Number.isFinite(value) && value >= 0;
  const isWhole =
    take !== null &&
    take.format === 1 &&
    typeof take.takeId === 'string' &&
    isNumber(take.rate) &&
    (take.rate as number) > 0 &&
    [take.tracks, take.parts, take.markers, take.dropouts].every(Array.isArray) &&
    (take.tracks ?? []).every(
      ({ files, channels, stem = '-' }) =>
        Array.isArray(files) && [stem, ...files].every(isFileName) && isNumber(channels),
    ) &&
    (take.parts ?? []).every((part) => isNumber(part.frames) && isNumber(part.gapFrames) && isNumber(part.monotonicMs));
  return isWhole ? (take as TakeDocument) : undefined;
}
