// Takes on the disk for tests, without sound.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TakeFile } from './take-file.ts';

/** Two mono tracks of two parts, 3 s each with a second between them. */
export function takeFile(takeId: string, changes: Partial<TakeFile> = {}): TakeFile {
  const startedAt = '2026-08-01T18:15:00.000Z';
  const track = (number: number, name: string) => ({
    ...{ number, path: `/channel/input/${number}`, name, channels: 1, role: 'track' as const },
    files: [`0${number}-${name}.wav`, `0${number}-${name}.2.wav`],
  });
  return {
    ...{ format: 1, takeId, name: 'Friday', startedAt, rate: 48_000, tapPoint: 'Top-Of-Ch', fileFormat: 'wav' },
    ...{ bitDepth: 24, preRollS: 1, tracks: [track(1, 'Kick'), track(2, 'Snare')] },
    parts: [
      { number: 1, startedAt, frames: 144_000, gapFrames: 0 },
      { number: 2, startedAt: '2026-08-01T18:15:04.000Z', frames: 144_000, gapFrames: 48_000 },
    ],
    ...{ markers: [{ atS: 2.5, label: 'Chorus' }], dropouts: [], state: 'closed', complete: true },
    ...changes,
  };
}

/** Writes take.json and sound files of this many bytes. Returns the folder. */
export function writeTake(stateFolder: string, take: TakeFile, bytesPerFile = 1_000): string {
  const folder = join(stateFolder, 'recordings', 'takes', take.takeId);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'take.json'), JSON.stringify(take));
  for (const name of take.tracks.flatMap(({ files }) => files)) {
    writeFileSync(join(folder, name), Buffer.alloc(bytesPerFile));
  }
  return folder;
}
