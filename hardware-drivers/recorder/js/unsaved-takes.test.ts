import { mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LeftTake } from './left-take.ts';
import type { NativeRecorder, NativeRecorderClass } from './native.ts';
import { readBootId, type TakeDocument } from './take-document.ts';
import { TakeFolder } from './take-folder.ts';
import { UnsavedTakes } from './unsaved-takes.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowdesk-unsaved-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const documentOf = (takeId: string, state: TakeDocument['state'] = 'recording', bootId = 'another'): TakeDocument => ({
  ...{ format: 1, takeId, name: takeId, startedAt: '2026-01-01T00:00:00.000Z', rate: 48_000, tapPoint: '' },
  ...{ fileFormat: 'wav', bitDepth: 24, preRollS: 0, splitMinutes: 0, markers: [], dropouts: [], dropoutCount: 0 },
  tracks: [{ number: 1, path: '/channel/input/1', name: 'Kick', channels: 1, role: 'track', files: ['01 Kick.wav'] }],
  parts: [{ number: 1, startedAt: '', monotonicMs: 0, frames: 48_000, gapFrames: 0 }],
  ...{ state, complete: true, fault: '', bootId },
});
const made = (takeId: string, document = documentOf(takeId)) => {
  const take = TakeFolder.create(folder, takeId);
  take.saveNow(document);
  return take;
};
const stateOf = (takeId: string) => JSON.parse(readFileSync(join(folder, takeId, 'take.json'), 'utf8')).state;
/** What the folder writes beside take.json can't be made; a disk without room says as much. */
const inTheWay = (takeId: string) => join(folder, takeId, '.take.json.new');

test('the end of a take that the disk does not take is saved again until it does, and says why meanwhile', async () => {
  const take = made('friday');
  mkdirSync(inTheWay('friday'));
  const unsaved = new UnsavedTakes();
  unsaved.save(take, documentOf('friday', 'closed'));
  for (let times = 0; times < 3; times++) {
    await take.saved();
    expect([stateOf('friday'), unsaved.fault]).toEqual(['recording', expect.stringContaining('take.json: EISDIR')]);
    unsaved.saveAgain();
  }
  await take.saved();
  rmdirSync(inTheWay('friday'));
  unsaved.saveAgain();
  await take.saved();
  expect([stateOf('friday'), unsaved.fault]).toEqual(['closed', '']);
});

test('two takes that were not saved both are, and one whose folder is gone is forgotten', async () => {
  const takes = ['one', 'two', 'gone'].map((takeId) => made(takeId));
  const unsaved = new UnsavedTakes();
  for (const [n, takeId] of ['one', 'two', 'gone'].entries()) {
    mkdirSync(inTheWay(takeId));
    unsaved.save(takes[n] as TakeFolder, documentOf(takeId, 'closed'));
  }
  for (const take of takes) await take.saved();
  rmSync(join(folder, 'gone'), { recursive: true });
  for (const takeId of ['one', 'two']) rmdirSync(inTheWay(takeId));
  unsaved.saveAgain();
  for (const take of takes) await take.saved();
  expect([stateOf('one'), stateOf('two'), unsaved.fault]).toEqual(['closed', 'closed', '']);
});

test('of takes that were left unclosed one that can not be mended holds up no other, and one that was not saved is saved again', async () => {
  for (const takeId of ['one', 'two', 'three']) writeFileSync(made(takeId).file('1.wav'), '');
  mkdirSync(inTheWay('three'));
  const unsaved = new UnsavedTakes();
  const logged: string[] = [];
  const types = {
    partFile: (_stem: string, part: number) => `${part}.wav`,
    mend: ({ tracks: [track] }: { tracks: readonly { file: string }[] }) =>
      track?.file.includes('/two/') ? Promise.reject(new Error('EIO')) : Promise.resolve({ frames: 0, faults: [] }),
  };
  await new Promise<void>((resolve) => {
    new LeftTake({
      types: types as unknown as NativeRecorderClass,
      native: { setPreRoll() {} } as unknown as NativeRecorder,
      context: { log: (_level, words) => logged.push(words), changed: resolve },
      takesFolder: folder,
      unsaved,
    });
  });
  await expect.poll(() => unsaved.fault).toContain('EISDIR');
  await expect.poll(() => stateOf('one')).toBe('recovered');
  expect([stateOf('two'), stateOf('three')]).toEqual(['recording', 'recording']);
  rmdirSync(inTheWay('three'));
  unsaved.saveAgain();
  await expect.poll(() => stateOf('three')).toBe('recovered');
});

test('a take that waits for the sound and is given up is saved again until the disk takes it', async () => {
  made('fresh', documentOf('fresh', 'recording', readBootId()));
  const unsaved = new UnsavedTakes();
  let left: LeftTake | undefined;
  await new Promise<void>((resolve) => {
    const mending = { frames: 48_000, faults: [], missing: [] };
    let parts = 0;
    const types = {
      partFile: (_stem: string, part: number) => `${part}.wav`,
      mend: () => Promise.resolve(parts++ === 0 ? mending : { ...mending, frames: 0 }),
    };
    left = new LeftTake({
      types: types as unknown as NativeRecorderClass,
      native: { setPreRoll() {} } as unknown as NativeRecorder,
      context: { log() {}, changed: resolve },
      takesFolder: folder,
      unsaved,
    });
  });
  expect(left?.take?.document.takeId).toBe('fresh');
  mkdirSync(inTheWay('fresh'));
  left?.giveUp('it was stopped before the sound was back');
  await expect.poll(() => unsaved.fault).toContain('EISDIR');
  rmdirSync(inTheWay('fresh'));
  unsaved.saveAgain();
  await expect.poll(() => stateOf('fresh')).toBe('recovered');
});
