import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTestHost, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { defineCommands } from './commands.ts';
import { candidates } from './completion/candidates.ts';
import { listCommands } from './completion/command-list.ts';
import { runCommand } from './run.ts';
import { fakeTerminal } from './service-double.ts';

let desk: TestHost;
beforeEach(async () => {
  desk = await startTestHost({ providers: ['console', 'clock', 'channel', 'patch', 'stagebox', 'takes', 'record'] });
  const report = (state: string, takeId: string) => {
    const row = {
      state,
      takeId,
      fault: '',
      dropouts: 0,
      elapsedS: 3723,
      freeSpaceMb: 500_000,
      bytesPerSecond: 432_000,
    };
    for (const [field, value] of Object.entries({ ...row, remainingS: 36_000 }))
      desk.audio.target('recorder').report('/record', field, value);
    return {};
  };
  report('ready', '');
  desk.audio.answers.set('recorder start', ({ takeId }) => report('recording', String(takeId)));
  desk.audio.answers.set('recorder stop', () => report('ready', ''));
});
afterEach(() => desk.close());

async function rowdesk(words: readonly string[], { width, signal }: { width?: number; signal?: AbortSignal } = {}) {
  const terminal = fakeTerminal(width);
  const interrupted = () => signal ?? new AbortController().signal;
  const code = await runCommand([...words, '--url', desk.host.url], terminal, interrupted);
  return { code, out: terminal.out, err: terminal.err };
}

/** A take of two mono tracks, 10 s long, without sound. */
async function writeTake(id: string): Promise<void> {
  const folder = join(desk.stateFolder, 'recordings/takes', id);
  mkdirSync(folder, { recursive: true });
  const track = (number: number) => ({
    ...{ number, path: `/channel/input/${number}`, name: `Mic ${number}`, channels: 1, role: 'track' },
    files: [`0${number}-Mic.wav`],
  });
  const startedAt = '2026-08-01T18:15:00.000Z';
  const take = {
    ...{ format: 1, takeId: id, name: 'Friday', startedAt, rate: 48_000, tapPoint: 'Top-Of-Ch', fileFormat: 'wav' },
    ...{ bitDepth: 24, preRollS: 0, tracks: [track(1), track(2)], markers: [], dropouts: [] },
    parts: [{ number: 1, startedAt, frames: 480_000, gapFrames: 0 }],
    ...{ state: 'closed', complete: true, bootId: 'x' },
  };
  writeFileSync(join(folder, 'take.json'), JSON.stringify(take));
  await vi.waitFor(async () => expect((await desk.get('/takes')).body.takes).not.toEqual([]));
}

test('record says how it goes, and starts and stops a take', async () => {
  await desk.patch('/record', { armed: [{ kind: 'input', index: 1 }], programme: [{ kind: 'main', index: 1 }] });
  expect((await rowdesk(['record'], { width: 80 })).out).toBe(
    'ready\ndisk: 500 GB free, lasts 10:00:00\narmed: input/1 at Top-Of-Ch, wav 24 bit\nprogramme: main/1\n',
  );
  const started = await rowdesk(['record', 'start', 'Friday']);
  expect([started.code, JSON.parse(started.out)]).toEqual([0, expect.objectContaining({ name: 'Friday' })]);
  expect((await rowdesk(['record'], { width: 80 })).out).toMatch(/^recording Friday \(\S+\): 1:02:03, buffer \d+ %\n/);
  expect(JSON.parse((await rowdesk(['record'])).out)).toMatchObject({ state: 'recording', takeName: 'Friday' });
  expect((await rowdesk(['record', 'mark', 'Chorus'])).code).toBe(0);
  expect(desk.audio.calls.at(-1)).toMatchObject({ method: 'mark', args: { label: 'Chorus' } });
  expect((await rowdesk(['record', 'start'])).code).toBe(1);
  expect((await rowdesk(['record', 'stop'])).code).toBe(0);
  const idle = await rowdesk(['record', 'stop']);
  expect([idle.code, idle.err]).toEqual([1, expect.stringContaining('No take is being recorded.')]);
  expect((await rowdesk(['record', 'play'])).code).toBe(2);
});

test('takes are listed, shown, renamed and deleted', async () => {
  await writeTake('friday');
  const listed = await rowdesk(['takes'], { width: 100 });
  expect(listed.out).toMatch(
    /^ID +NAME +BEGAN +LENGTH +TRACKS +SIZE MB +STATE\nfriday +Friday .* 0:10 +2 +0 +closed\n$/,
  );
  expect(listed.err).toMatch(/^\d+ MB of the disk are free\.\n$/);
  expect(JSON.parse((await rowdesk(['takes'])).out)).toMatchObject({ takes: [{ id: 'friday' }] });
  expect((await rowdesk(['takes', 'rename', 'friday', 'Best night'])).code).toBe(0);
  expect(JSON.parse((await rowdesk(['takes', 'show', 'friday'])).out)).toMatchObject({ name: 'Best night' });
  const preview = await rowdesk(['takes', 'delete', 'friday']);
  expect([preview.code, JSON.parse(preview.out)]).toEqual([0, expect.objectContaining({ preview: true })]);
  expect((await rowdesk(['takes', 'delete', 'friday', '--confirm'])).code).toBe(0);
  expect((await rowdesk(['takes', 'show', 'friday'])).code).toBe(1);
});

test('an export has its progress on stderr and its report on stdout', async () => {
  await writeTake('friday');
  desk.audio.jobs.answer = ({ args, run }) => {
    run.progress(480_000, 960_000, 'export');
    const { tracks } = args as { readonly tracks: readonly { readonly number: number; readonly path: string }[] };
    return { files: tracks.map(({ number, path }) => ({ track: number, path, frames: 441_000, peaksDb: [-6] })) };
  };
  const words = ['--tracks', '1-2', '--format', 'flac', '--bits', '16', '--rate', '44100', '--template', '{name}'];
  const { code, out } = await rowdesk(['takes', 'export', 'friday', ...words]);
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({
    ...{ outcome: 'applied', container: 'flac', encoding: 'int16', rate: 44_100 },
    files: [
      { track: 1, file: 'Mic 1.flac', lengthS: 10 },
      { track: 2, file: 'Mic 2.flac' },
    ],
  });
  expect((await rowdesk(['takes', 'export', 'friday', '--tracks', '3'])).err).toContain('The take has no track 3');
  for (const wrong of ['', '0x', '3-1', '1-999']) {
    expect((await rowdesk(['takes', 'export', 'friday', '--tracks', wrong])).code).toBe(2);
  }
  expect((await rowdesk(['takes', 'export', 'other'])).code).toBe(1);
});

test('an interruption cancels a render, which then has written nothing', async () => {
  await writeTake('friday');
  const interruption = new AbortController();
  desk.audio.jobs.answer = ({ args, run: { signal, progress } }) => {
    expect(args).toMatchObject({ frames: 528_000, outputs: [{ ports: ['out-1'] }] });
    progress(240_000, 480_000, 'render');
    setTimeout(() => interruption.abort(), 100);
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  };
  const words = ['takes', 'render', 'friday', '--bus', 'mix/2=Drums', '--tail', '1', '--settings', 'now'];
  const { code, err } = await rowdesk(words, { signal: interruption.signal });
  expect([code, err]).toEqual([1, expect.stringContaining('Cancelling.\n')]);
  expect(err).toContain('50 % of 10.0 s\n');
  expect(err).toContain('The task was cancelled.');
  expect((await rowdesk(['takes', 'render', 'friday', '--bus', 'mix'])).code).toBe(2);
  expect((await rowdesk(['takes', 'render', 'friday', '--settings', 'moves'])).err).toContain('show.json');
});

test('ids of takes are completed', async () => {
  await writeTake('friday');
  const after = (...words: string[]) =>
    candidates(['takes', ...words], listCommands(defineCommands), new AbortController().signal);
  expect(await after('ex')).toEqual(['export']);
  expect(await after('export', '--url', desk.host.url, 'fr')).toEqual(['friday']);
  expect(await after('render', 'friday', '--settings', '')).toEqual(['now', 'then', 'moves']);
});
