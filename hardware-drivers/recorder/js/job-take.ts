// The sound of a take as jobs read it: which file has which track in which part, from take.json.
import { basename, dirname, join } from 'node:path';
import type { NativeTake } from './native-jobs.ts';
import { readNoLinkSync } from './no-link.ts';

/** What is read of take.json. */
interface TakeJson {
  readonly format: number;
  readonly rate: number;
  readonly bitDepth: number;
  readonly tracks: readonly { readonly number: number; readonly channels: number; readonly files: readonly string[] }[];
  readonly parts: readonly { readonly frames: number; readonly gapFrames: number }[];
}

export interface TakeSound {
  /** All tracks, their channels one after another. */
  readonly take: NativeTake;
  /** The number of each track in the take. */
  readonly numbers: readonly number[];
  readonly bitDepth: number;
  readonly channels: number;
  readonly frames: number;
}

/** `file`: the path of a take.json. Throws Error in words. */
export function readTakeSound(file: string): TakeSound {
  const { format, rate, bitDepth, tracks, parts } = JSON.parse(readNoLinkSync(file)) as TakeJson;
  if (format !== 1) throw new Error(`${file} has format ${format}; this recorder reads format 1`);
  let frames = 0;
  const placed = parts.map((part) => {
    const at = frames + part.gapFrames;
    frames = at + part.frames;
    return { at, frames: part.frames };
  });
  const folder = dirname(file);
  return {
    take: {
      rate,
      parts: placed,
      tracks: tracks.map(({ channels, files }) => ({
        channels,
        files: files.map((name) => name && join(folder, basename(name))),
      })),
    },
    bitDepth,
    numbers: tracks.map(({ number }) => number),
    channels: tracks.reduce((sum, { channels }) => sum + channels, 0),
    frames,
  };
}
