import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Refusal } from 'rowdesk/provider';
import { type FakeJob, startTestHost, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { takeFile, writeTake } from '../take-fixture.ts';

let desk: TestHost;
let exports: string;
beforeEach(async () => {
  desk = await startTestHost({ providers: ['console', 'channel', 'patch', 'stagebox', 'takes'] });
  exports = join(desk.stateFolder, 'recordings', 'exports');
  desk.audio.jobs.answer = ({ args }) => {
    const { tracks } = args as { readonly tracks: readonly { readonly number: number; readonly path: string }[] };
    for (const { path } of tracks) writeFileSync(path, 'sound');
    return { files: tracks.map(({ number, path }) => ({ track: number, path, frames: 336_000, peaksDb: [-3.004] })) };
  };
});
afterEach(() => desk.close());

const friday = '/takes/friday';
/** While it is unfinished. */
const pathOf = (file: string) =>
  expect.stringMatching(new RegExp(`^${exports}/friday-1\\.[0-9a-f]{12}\\.part/${file}$`));
const run = (path: string, body: object = {}) => desk.patch(path, { running: true, ...body });
const ended = async (path: string) => {
  await vi.waitFor(async () => expect((await desk.get(path)).body.running).toBe(false));
  return (await desk.get(path)).body;
};

test('an export gives the recorder its order, and reports files in a folder of its own', async () => {
  const folder = writeTake(desk.stateFolder, takeFile('friday'));
  await desk.get('/takes');
  await desk.patch(friday, { name: 'Best: night' });
  expect((await run(`${friday}/export`)).status).toBe(200);
  expect((await ended(`${friday}/export`)).report).toEqual({
    ...{ outcome: 'applied', rate: 48_000, container: 'wav', encoding: 'int24', labels: 'labels.txt' },
    folder: join(exports, 'friday-1'),
    files: [
      { track: 1, file: '01 Kick.wav', frames: 336_000, lengthS: 7, peaksDb: [-3] },
      { track: 2, file: '02 Snare.wav', frames: 336_000, lengthS: 7, peaksDb: [-3] },
    ],
  });
  expect(readdirSync(join(exports, 'friday-1')).sort()).toEqual(['01 Kick.wav', '02 Snare.wav', 'labels.txt']);
  expect(readFileSync(join(exports, 'friday-1/labels.txt'), 'utf8')).toBe('2.500000\t2.500000\tChorus\n');
  const [{ name, args }] = desk.audio.jobs.started as [FakeJob];
  expect([name, args]).toEqual([
    'export',
    {
      ...{ take: join(folder, 'take.json'), rate: 48_000, format: { container: 'wav', encoding: 'int24' } },
      facts: { originator: 'Rowdesk', date: expect.stringMatching(/^2026-08-0[12]$/), time: expect.any(String) },
      timeOfDayS: expect.any(Number),
      tracks: [
        { number: 1, path: pathOf('01 Kick.wav'), description: 'Best: night: Kick', name: 'Kick' },
        {
          number: 2,
          path: pathOf('02 Snare.wav'),
          description: 'Best: night: Snare',
          name: 'Snare',
        },
      ],
      markers: [{ atS: 2.5, label: 'Chorus' }],
    },
  ]);
  await run(`${friday}/export`, { tracks: [2], fileFormat: 'flac', rate: 44_100, fileTemplate: '{take} {n}' });
  expect((await ended(`${friday}/export`)).report).toMatchObject({
    ...{ rate: 44_100, container: 'flac', folder: join(exports, 'friday-2') },
    files: [{ track: 2, file: 'Best_ night 02.flac' }],
  });
});

test('what can not be exported is refused before anything is written', async () => {
  writeTake(desk.stateFolder, takeFile('friday'));
  writeTake(desk.stateFolder, takeFile('now', { state: 'recording' }));
  writeTake(desk.stateFolder, takeFile('huge', { parts: [{ ...takeFile('x').parts[0], frames: 2 ** 39 } as never] }));
  await desk.get('/takes');
  const refusal = async (path: string, body: object) => {
    const { body: answer } = await run(path, body);
    return answer.params?.reason ?? answer.errors?.[0]?.field ?? answer.refusal?.params?.reason;
  };
  expect(await refusal(`${friday}/export`, { tracks: [3] })).toBe('tracks');
  expect(await refusal(`${friday}/export`, { fileFormat: 'flac', bitDepth: 32 })).toBe('bitDepth');
  expect(await refusal(`${friday}/export`, { rate: 22_050 })).toBe('rate');
  expect(await refusal(`${friday}/export`, { fileTemplate: '../{name}' })).toBe('fileTemplate');
  expect(await refusal('/takes/now/export', {})).toBe('recording');
  expect(await refusal('/takes/huge/export', {})).toBe('no-space');
  expect((await run('/takes/other/export')).status).toBe(404);
  expect(desk.audio.jobs.started).toEqual([]);
  expect(readdirSync(exports)).toEqual([]);
});

test('a job that fails is a refusal in its words, a cancelled one a report, and nothing of either stays', async () => {
  writeTake(desk.stateFolder, takeFile('friday'));
  await desk.get('/takes');
  const { answer } = desk.audio.jobs;
  desk.audio.jobs.answer = (job) => {
    answer(job);
    throw new Refusal('conflict', 'the disk is full', { reason: 'job-failed' });
  };
  await run(`${friday}/export`);
  const { report, refusal } = await ended(`${friday}/export`);
  expect([report, refusal.detail]).toEqual([null, 'the disk is full']);
  expect(readdirSync(exports)).toEqual([]);
  desk.audio.jobs.answer = ({ run: { signal, progress } }) => {
    progress(1, 4, 'export');
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  };
  await run(`${friday}/export`);
  await vi.waitFor(async () => {
    expect((await desk.get(`${friday}/export`)).body.progress).toEqual({ done: 1, total: 4, phase: 'export' });
  });
  const other = await run(`${friday}/render`);
  expect([other.status, other.body.params?.reason ?? other.body.refusal.params.reason]).toEqual([409, 'in-use']);
  await desk.patch(`${friday}/export`, { running: false });
  expect((await ended(`${friday}/export`)).report).toEqual({ outcome: 'cancelled' });
  expect(readdirSync(exports)).toEqual([]);
});

test('a disk that takes no more at the last file of an export is a refusal in its words, and no fault of the package', async () => {
  writeTake(desk.stateFolder, takeFile('friday'));
  await desk.get('/takes');
  const { answer } = desk.audio.jobs;
  desk.audio.jobs.answer = (job) => {
    const report = answer(job);
    const [folder] = readdirSync(exports) as [string];
    mkdirSync(join(exports, folder, 'labels.txt'));
    return report;
  };
  await run(`${friday}/export`);
  const { refusal } = await ended(`${friday}/export`);
  expect(refusal).toMatchObject({ code: 'conflict', params: { reason: 'job-failed' } });
  expect(refusal.detail).toContain('labels.txt');
  expect(readdirSync(exports)).toEqual([]);
  desk.audio.jobs.answer = answer;
  await run(`${friday}/export`);
  expect((await ended(`${friday}/export`)).report.outcome).toBe('applied');
});

test('no two jobs write into one folder, also where a killed desk has left a process of the first', async () => {
  writeTake(desk.stateFolder, takeFile('friday'));
  await desk.get('/takes');
  const folders = new Set<string>();
  for (let n = 0; n < 3; n++) {
    await run(`${friday}/export`);
    await ended(`${friday}/export`);
    rmSync(exports, { recursive: true });
    const { args } = desk.audio.jobs.started[n] as FakeJob;
    folders.add(dirname((args.tracks as readonly { readonly path: string }[])[0]?.path as string));
  }
  expect(folders.size).toBe(3);
});

test('what a desk that ended left unfinished is removed at the next start', async () => {
  const stateFolder = mkdtempSync(join(tmpdir(), 'rowdesk-jobs-'));
  const left = join(stateFolder, 'recordings/exports');
  for (const name of ['friday-1.part', 'friday-3.0123456789ab.part']) mkdirSync(join(left, name), { recursive: true });
  mkdirSync(join(left, 'friday-2'));
  const later = await startTestHost({ providers: ['takes'], stateFolder });
  await vi.waitFor(() => expect(readdirSync(left)).toEqual(['friday-2']));
  await later.close();
  rmSync(stateFolder, { recursive: true });
});

test('long names of takes and tracks are cut for each file, so that every one is exported', async () => {
  const name = '録音'.repeat(32);
  const [kick, snare] = takeFile('x').tracks as never as readonly object[];
  const tracks = [
    { ...kick, name },
    { ...snare, name },
  ] as never;
  writeTake(desk.stateFolder, takeFile('friday', { name, tracks }));
  await desk.get('/takes');
  await desk.patch(friday, { name: '祭'.repeat(128) });
  for (const fileTemplate of ['{n} {name}', '{take} {name} {n}', `{name}${'り'.repeat(60)}`]) {
    await run(`${friday}/export`, { fileTemplate });
    const { files } = (await ended(`${friday}/export`)).report as { readonly files: readonly { file: string }[] };
    expect(files.length).toBe(2);
    expect(new Set(files.map(({ file }) => file)).size).toBe(2);
    for (const { file } of files) expect(Buffer.byteLength(file)).toBeLessThanOrEqual(128);
  }
});
