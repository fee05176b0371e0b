import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTestHost, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { takeFile, writeTake } from './take-fixture.ts';

let desk: TestHost;
beforeEach(async () => {
  desk = await startTestHost({ providers: ['takes'] });
});
afterEach(() => desk.close());

const listed = async () => (await desk.get('/takes')).body;

test('takes are listed with their length and size, the newest first', async () => {
  expect(await listed()).toMatchObject({ takes: [], count: 0 });
  writeTake(desk.stateFolder, takeFile('friday'), 2 ** 19);
  writeTake(desk.stateFolder, takeFile('saturday', { startedAt: '2026-08-02T18:00:00.000Z', name: 'Saturday' }));
  const { takes, count, freeSpaceMb } = await listed();
  expect(takes.map(({ id }: { id: string }) => id)).toEqual(['saturday', 'friday']);
  expect(takes[1]).toEqual({
    ...{
      id: 'friday',
      name: 'Friday',
      keep: false,
      startedAt: '2026-08-01T18:15:00.000Z',
      lengthS: 7,
      sizeMb: expect.closeTo(2, 1),
    },
    ...{ state: 'closed', complete: true, problem: '', tracks: 2 },
  });
  expect(count).toBe(2);
  expect(freeSpaceMb).toBeGreaterThan(0);
});

test('a take says its tracks, parts and markers, and takes a name, notes and whether it is kept', async () => {
  writeTake(desk.stateFolder, takeFile('friday'));
  await listed();
  const row = '/takes/friday';
  expect((await desk.get(row)).body).toMatchObject({
    ...{ name: 'Friday', notes: '', keep: false, rate: 48_000, fileFormat: 'wav', bitDepth: 24 },
    tracks: [
      { number: 1, path: '/channel/input/1', name: 'Kick', channels: 1, role: 'track' },
      { number: 2, path: '/channel/input/2', name: 'Snare', channels: 1, role: 'track' },
    ],
    parts: [{ number: 1, frames: 144_000 }, { gapFrames: 48_000 }],
    markers: [{ atS: 2.5, label: 'Chorus' }],
  });
  expect((await desk.patch(row, { name: 'Best night', keep: true })).body).toMatchObject({ name: 'Best night' });
  expect((await listed()).takes[0]).toMatchObject({ id: 'friday', name: 'Best night', keep: true });
  expect((await desk.patch(row, { name: '' })).status).toBe(422);
});

test('a damaged take.json is a take with a problem, and what is no take is not listed', async () => {
  const folder = writeTake(desk.stateFolder, takeFile('torn'));
  writeFileSync(join(folder, 'take.json'), '{"format":1,"tak');
  const other = writeTake(desk.stateFolder, takeFile('other'));
  writeFileSync(join(other, 'take.json'), JSON.stringify({ ...takeFile('other'), rate: 'fast' }));
  const takes = join(desk.stateFolder, 'recordings', 'takes');
  mkdirSync(join(takes, 'empty'));
  mkdirSync(join(takes, '.hidden'));
  symlinkSync(folder, join(takes, 'link'));
  const problems = (await listed()).takes.map(({ id, state, problem }: Record<string, string>) => [id, state, problem]);
  expect(problems).toEqual([
    ['torn', 'damaged', expect.stringContaining('take.json is no JSON')],
    ['other', 'damaged', expect.stringContaining('take.json is not of format 1: rate')],
  ]);
  expect((await desk.get('/takes/torn')).body).toMatchObject({ name: 'torn', tracks: [], state: 'damaged' });
  expect((await desk.get('/takes/empty')).status).toBe(404);
});

test('a take.json whose numbers no recorder writes is damaged, and its length is a number', async () => {
  const [part] = takeFile('x').parts;
  const odd = { slow: { rate: 1e-300 }, fast: { rate: 1e300 }, long: { parts: [{ ...part, frames: 1e308 }] } };
  for (const [id, changes] of Object.entries(odd)) writeTake(desk.stateFolder, takeFile(id, changes as never));
  const { takes } = await listed();
  expect(takes.map(({ id, state, lengthS }: Record<string, unknown>) => [id, state, lengthS]).sort()).toEqual([
    ['fast', 'damaged', 0],
    ['long', 'damaged', 0],
    ['slow', 'damaged', 0],
  ]);
});

test('a take that was there before the start has its row at once', async () => {
  const stateFolder = mkdtempSync(join(desk.stateFolder, 'earlier-'));
  writeTake(stateFolder, takeFile('friday'));
  const later = await startTestHost({ providers: ['takes'], stateFolder });
  try {
    expect((await later.get('/takes/friday')).body).toMatchObject({ name: 'Friday', lengthS: 7 });
  } finally {
    await later.close();
  }
});
