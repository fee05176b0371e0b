// What is kept in memory of a take: what a list says.
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { framesOf, readTakeFile, type TakeFile, takeFileName } from './take-file.ts';

export interface TakeSummary {
  readonly id: string;
  /** As it was recorded; the operator's name is in TakeBook. */
  readonly name: string;
  readonly startedAt: string;
  readonly lengthS: number;
  readonly rate: number;
  readonly tracks: number;
  readonly sizeMb: number;
  readonly state: 'recording' | 'closed' | 'recovered' | 'damaged';
  readonly complete: boolean;
  /** '' for none. */
  readonly problem: string;
  /** When take.json was written last, epoch milliseconds. */
  readonly writtenMs: number;
}

export interface SeenTake {
  readonly summary: TakeSummary;
  /** The same for the same take.json. */
  readonly version: string;
}

/** How many files are looked at at once. */
const atOnce = 32;

/** `before` where nothing has changed; undefined for a folder without a take.json, which is no take. */
export async function lookAtTake(folder: string, id: string, before?: SeenTake): Promise<SeenTake | undefined> {
  const file = await lstat(join(folder, takeFileName)).catch(() => undefined);
  if (file === undefined) return undefined;
  const version = `${file.ino} ${file.size} ${file.mtimeMs}`;
  if (before?.version === version) return before;
  const sizeMb = await sizeOf(folder);
  const writtenMs = file.mtimeMs;
  try {
    return { summary: { ...summaryOf(await readTakeFile(folder), id, sizeMb), writtenMs }, version };
  } catch (error) {
    const nothing = { startedAt: '', lengthS: 0, rate: 0, tracks: 0, state: 'damaged', complete: false } as const;
    return { summary: { id, name: id, ...nothing, sizeMb, writtenMs, problem: (error as Error).message }, version };
  }
}

function summaryOf(take: TakeFile, id: string, sizeMb: number): Omit<TakeSummary, 'writtenMs'> {
  const { name, startedAt, rate, state, complete, fault = '' } = take;
  const lengthS = Math.round((framesOf(take) / rate) * 1000) / 1000;
  return { id, name, startedAt, lengthS, rate, tracks: take.tracks.length, sizeMb, state, complete, problem: fault };
}

/** Of the files in the folder, links not followed. */
async function sizeOf(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  let bytes = 0;
  for (let at = 0; at < names.length; at += atOnce) {
    const some = names.slice(at, at + atOnce).map((name) => lstat(join(folder, name)).catch(() => undefined));
    for (const file of await Promise.all(some)) if (file?.isFile()) bytes += file.size;
  }
  return Math.round((bytes / 2 ** 20) * 100) / 100;
}
