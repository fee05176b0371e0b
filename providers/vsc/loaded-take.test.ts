import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TakeFile } from '../takes/index.ts';
import { LoadedTake, type LoadedTakeNeeds } from './loaded-take.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowdesk-loaded-take-'));
  mkdirSync(join(folder, 'friday'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const track = (number: number, name: string): TakeFile['tracks'][number] => {
  return { number, path: `/channel/input/${number}`, name, channels: 1, role: 'track', files: [`${number}.wav`] };
};
const startedAt = '2026-08-01T18:15:00.000Z';
const take: TakeFile = {
  ...{ format: 1, takeId: 'friday', name: 'Friday', startedAt, rate: 48_000, tapPoint: 'Top-Of-Ch', fileFormat: 'wav' },
  ...{ bitDepth: 24, preRollS: 0, tracks: [track(1, 'Kick'), track(2, 'Snare')], markers: [], dropouts: [] },
  ...{ parts: [{ number: 1, startedAt, frames: 48_000, gapFrames: 0 }], state: 'closed', complete: true },
};
const file = () => join(folder, 'friday', 'take.json');
/** As a desk that starts with this take loaded. */
const tracks = () => {
  const library = { folderOf: (id: string) => join(folder, id), read: () => Promise.reject(new Error('not now')) };
  return new LoadedTake({ library, faults: {} as LoadedTakeNeeds['faults'] }).tracksOf('friday');
};

test('a desk that starts has the tracks of the loaded take at once', () => {
  expect(tracks()).toEqual([]);
  writeFileSync(file(), JSON.stringify(take));
  expect(tracks().map(({ name }) => name)).toEqual(['Kick', 'Snare']);
});

test('a take.json whose tracks are none has no tracks', () => {
  writeFileSync(file(), JSON.stringify({ ...take, tracks: [null] }));
  expect(tracks()).toEqual([]);
});

test('a take.json that is a link has no tracks', () => {
  writeFileSync(file(), JSON.stringify(take));
  renameSync(file(), join(folder, 'elsewhere.json'));
  symlinkSync(join(folder, 'elsewhere.json'), file());
  expect(tracks()).toEqual([]);
});
