// What the player plays of a take: its tracks, and where their files lie in it. From the take.json of its folder.
import { basename, join } from 'node:path';
import { readNoLink } from './no-link.ts';

/** Positions and lengths in frames from the first frame of the take. */
export interface TakePlan {
  readonly rateHz: number;
  readonly parts: readonly { readonly at: number; readonly frames: number }[];
  /** One file a part, absolute, '' for silence. Their channels, one after another, are those of the play ring. */
  readonly tracks: readonly { readonly channels: number; readonly files: readonly string[] }[];
}

interface TakeJson {
  readonly format: number;
  readonly rate: number;
  readonly state: string;
  readonly tracks: readonly { readonly channels: number; readonly files: readonly string[] }[];
  readonly parts: readonly { readonly frames: number; readonly gapFrames: number }[];
}

export const takeIdPattern = /^[A-Za-z0-9][A-Za-z0-9._~-]{0,63}$/;

/** Rejects with Error in words. `takesFolder`: the folder of all takes. */
export async function readTakePlan(takesFolder: string, takeId: string): Promise<TakePlan> {
  if (!takeIdPattern.test(takeId)) throw new Error(`${JSON.stringify(takeId)} is no id of a take`);
  const folder = join(takesFolder, takeId);
  const text = await readNoLink(join(folder, 'take.json')).catch((error: NodeJS.ErrnoException) => {
    throw new Error(error.code === 'ENOENT' ? `there is no take ${takeId}` : error.message);
  });
  return planOf(folder, checked(takeId, text));
}

export function planFrames({ parts }: TakePlan): number {
  const last = parts.at(-1);
  return last === undefined ? 0 : last.at + last.frames;
}

function planOf(folder: string, { rate, tracks, parts }: TakeJson): TakePlan {
  let end = 0;
  return {
    rateHz: rate,
    parts: parts.map(({ frames, gapFrames }) => {
      const at = end + gapFrames;
      end = at + frames;
      return { at, frames };
    }),
    tracks: tracks.map(({ channels, files }) => ({
      channels,
      files: files.map((name) => name && join(folder, basename(name))),
    })),
  };
}

function checked(takeId: string, text: string): TakeJson {
  const unusable = (why: string) => new Error(`take.json of ${takeId} can not be used: ${why}`);
  let take: TakeJson;
  try {
    take = JSON.parse(text) as TakeJson;
  } catch (error) {
    throw unusable((error as Error).message);
  }
  if (take?.format !== 1) throw unusable('it is not of format 1');
  if (!isCount(take.rate) || take.rate === 0) throw unusable('it has no rate');
  if (take.state === 'recording') throw new Error(`the take ${takeId} is being recorded`);
  const { tracks, parts } = take;
  if (!Array.isArray(tracks) || !tracks.every(({ channels, files }) => isChannels(channels) && areNames(files))) {
    throw unusable('its tracks are faulty');
  }
  if (!Array.isArray(parts) || !parts.every(({ frames, gapFrames }) => isCount(frames) && isCount(gapFrames))) {
    throw unusable('its parts are faulty');
  }
  return take;
}

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;
const isChannels = (value: unknown): boolean => value === 1 || value === 2;
const areNames = (value: unknown): boolean => Array.isArray(value) && value.every((name) => typeof name === 'string');
