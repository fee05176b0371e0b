import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { NativePlayer, PlayerState } from './native-player.ts';
import { Playing } from './playing.ts';
import type { TakePlan } from './take-plan.ts';

let folder: string;
let changes: number;
let playing: Playing;
let player: FakePlayer;

/** Takes every order. */
class FakePlayer implements NativePlayer {
  plan: TakePlan | null = null;
  loops: (readonly [number, number])[] = [];
  now: PlayerState = {
    ...{ transport: 'stop', position: 0, isSounding: false, hasRing: false, ringRateHz: 0 },
    ...{ underruns: 0, fault: '' },
  };
  isClosed = false;
  load(plan: TakePlan | null) {
    this.plan = plan;
  }
  transport(transport: PlayerState['transport']) {
    this.now = { ...this.now, transport };
  }
  seek(position: number) {
    this.now = { ...this.now, position };
  }
  loop(from: number, to: number) {
    this.loops.push([from, to]);
  }
  state() {
    return this.now;
  }
  close() {
    this.isClosed = true;
  }
}

const take = {
  ...{ format: 1, takeId: 'friday', name: 'Friday', rate: 48_000, state: 'closed' },
  tracks: [
    {
      number: 1,
      path: '/channel/input/1',
      name: 'Kick',
      channels: 1,
      role: 'track',
      files: ['01-Kick.wav', '01-Kick.2.wav'],
    },
    {
      number: 2,
      path: '/channel/aux/1',
      name: 'Keys',
      channels: 2,
      role: 'track',
      files: ['02-Keys.wav', '02-Keys.2.wav'],
    },
  ],
  parts: [
    { number: 1, frames: 96_000, gapFrames: 0 },
    { number: 2, frames: 48_000, gapFrames: 24_000 },
  ],
};

function write(takeId: string, body: unknown) {
  mkdirSync(join(folder, 'takes', takeId), { recursive: true });
  writeFileSync(join(folder, 'takes', takeId, 'take.json'), typeof body === 'string' ? body : JSON.stringify(body));
}

const set = (field: string, value: unknown) => playing.apply([{ path: '/vsc/settings', field, value }]);
const observed = (field: string) => playing.observe().find((reading) => reading.field === field);
/** The file is read beside the event loop. */
async function load(takeId: string) {
  expect(set('takeId', takeId)).toEqual([]);
  // The player tells of other things, too.
  const isOver = () => observed('takeId')?.state === 'refused' || observed('loaded')?.value === true;
  while (!isOver()) await new Promise((resolve) => setImmediate(resolve));
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowdesk-playing-'));
  changes = 0;
  player = new FakePlayer();
  playing = new Playing({ recordingsFolder: folder, changed: () => changes++, log: () => {}, player });
});
afterEach(() => {
  playing.close();
  rmSync(folder, { recursive: true });
});

test('a take is loaded with its parts at their places, gaps counted', async () => {
  write('friday', take);
  await load('friday');
  expect(player.plan).toEqual({
    rateHz: 48_000,
    parts: [
      { at: 0, frames: 96_000 },
      { at: 120_000, frames: 48_000 },
    ],
    tracks: [
      { channels: 1, files: ['01-Kick.wav', '01-Kick.2.wav'].map((name) => join(folder, 'takes/friday', name)) },
      { channels: 2, files: ['02-Keys.wav', '02-Keys.2.wav'].map((name) => join(folder, 'takes/friday', name)) },
    ],
  });
  expect(observed('takeId')).toMatchObject({ value: 'friday', state: 'applied' });
  expect(observed('loaded')?.value).toBe(true);
  expect(observed('lengthS')?.value).toBe(3.5);
  expect(set('takeId', '')).toEqual([]);
  expect(player.plan).toBe(null);
  expect(observed('loaded')?.value).toBe(false);
});

test.each([
  ['nothing', undefined, 'there is no take nothing'],
  ['../etc', undefined, '"../etc" is no id of a take'],
  ['torn', '{"format": 1,', 'take.json of torn can not be used'],
  ['newer', { ...take, format: 2 }, 'it is not of format 1'],
  ['growing', { ...take, state: 'recording' }, 'the take growing is being recorded'],
  ['odd', { ...take, tracks: [{ channels: 3, files: [] }] }, 'its tracks are faulty'],
  ['short', { ...take, parts: [{ frames: -1, gapFrames: 0 }] }, 'its parts are faulty'],
])('the take %s is refused in words, and can be tried again', async (takeId, body, reason) => {
  if (body !== undefined) write(takeId, body);
  await load(takeId);
  expect(observed('takeId')).toMatchObject({ state: 'refused', reason: expect.stringContaining(reason) });
  expect(observed('fault')?.value).toContain(reason);
  expect(() => playing.calls.transport?.({ transport: 'play' })).toThrow(reason);
  if (takeId.includes('/')) return;
  write(takeId, take);
  await load(takeId);
  expect(observed('takeId')).toMatchObject({ value: takeId, state: 'applied' });
  expect(observed('fault')?.value).toBe('');
});

test('calls play, pause, stop and seek to the frame; faulty ones are refused', async () => {
  expect(() => playing.calls.seek?.({ positionS: 1 })).toThrow('no take is loaded');
  write('friday', take);
  await load('friday');
  expect(playing.calls.seek?.({ positionS: 1.5 })).toMatchObject({ positionS: 1.5 });
  expect(player.now.position).toBe(72_000);
  playing.calls.seek?.({ positionS: 1e9 });
  expect(player.now.position).toBe(168_000);
  expect(playing.calls.transport?.({ transport: 'play' })).toMatchObject({ transport: 'play' });
  expect(() => playing.calls.transport?.({ transport: 'rewind' })).toThrow('play, pause or stop');
  expect(() => playing.calls.seek?.({ positionS: -1 })).toThrow('seconds from 0');
  expect(observed('positionS')?.value).toBe(3.5);
  expect(observed('soundsAtMs')?.value).toBe(0);
  player.now = { ...player.now, isSounding: true };
  expect(Math.abs(Date.now() - Number(observed('soundsAtMs')?.value))).toBeLessThan(60_000);
});

test('a loop is one of frames, kept until a take is there, and ends with the take', async () => {
  set('loop', { fromS: 0.5, lengthS: 1e6 });
  expect(player.loops).toEqual([]);
  write('friday', take);
  await load('friday');
  expect(player.loops).toEqual([[24_000, 168_000]]);
  set('loop', null);
  expect(player.loops.at(-1)).toEqual([0, 0]);
  expect(set('loop', { fromS: 2, lengthS: 0.05 })).toMatchObject([{ state: 'refused' }]);
  expect(observed('loop')?.value).toBe(null);
});

test('a mixer of another rate is a fault, and nothing is played to it', async () => {
  write('friday', { ...take, rate: 44_100 });
  await load('friday');
  player.now = { ...player.now, ringRateHz: 48_000 };
  expect(observed('fault')?.value).toBe('the take has 44100 Hz, and the mixer runs at 48000 Hz');
  expect(() => playing.calls.transport?.({ transport: 'play' })).toThrow('44100 Hz');
});

test('what the player does by itself is reported without a call', async () => {
  write('friday', take);
  await load('friday');
  const before = changes;
  player.now = { ...player.now, transport: 'stop', fault: '01-Kick.wav is gone' };
  while (changes === before) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(observed('fault')?.value).toBe('01-Kick.wav is gone');
  playing.close();
  expect(player.isClosed).toBe(true);
});
