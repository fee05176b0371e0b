import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTestHost, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { defineCommands } from './commands.ts';
import { candidates } from './completion/candidates.ts';
import { listCommands } from './completion/command-list.ts';
import { runCommand } from './run.ts';
import { fakeTerminal } from './service-double.ts';

const summary = {
  delayMs: 12.34,
  coherencePercent: 97,
  rt60S: [{ frequencyHz: 1000, t20S: 0.5, t30S: 0.51, edtS: 0.4 }],
};
const trace = { frequenciesHz: [20, 200], magnitudesDb: [-3, 0], phasesDeg: [10, 0], coherencePercent: [80, 99] };
let desk: TestHost;
let isDone = true;

beforeEach(async () => {
  isDone = true;
  desk = await startTestHost({ strips: 'all', providers: ['console', 'clock', 'patch', 'channel', 'measurement'] });
  const { answers, jobs } = desk.audio;
  desk.audio.target('mixer').report('/channel/main/1', 'mutedBy', []);
  await desk.patch('/channel/input/9', { sourceId: 'virtual-32x16:in-9' });
  await desk.patch('/channel/main/1', { levelDb: 0 });
  answers.set('mixer startCapture', ({ file }) => {
    writeFileSync(String(file), 'sound');
    return { number: 1 };
  });
  const report = { frames: 50, total: 100, reason: '', dropouts: 0, tracks: [{ legs: 2 }] };
  answers.set('mixer capture', () => ({ ...report, state: isDone ? 'done' : 'running' }));
  jobs.answer = ({ args }) => {
    writeFileSync(join(String(args.resultFolder), 'transfer.json'), JSON.stringify(trace));
    return { outcome: 'measured', summary, traces: ['transfer'] };
  };
});
afterEach(() => desk.close());

async function rowdesk(words: readonly string[], { width, signal }: { width?: number; signal?: AbortSignal } = {}) {
  const terminal = fakeTerminal(width);
  const interrupted = () => signal ?? new AbortController().signal;
  const code = await runCommand(['measure', ...words, '--url', desk.host.url], terminal, interrupted);
  return { code, out: terminal.out, err: terminal.err };
}
const places = ['--bus', 'main/1', '--mic', 'input/9'];
const measured = async () => JSON.parse((await rowdesk(['run', 'transfer', ...places])).out).resultId as string;

test('a plan is told in words, with what is in the way', async () => {
  const { code, out } = await rowdesk(['plan', 'transfer', ...places, '--level', '-6'], { width: 120 });
  expect(code).toBe(0);
  expect(out).toMatch(/^Captures main\/1 at Post-Fader and input\/9 at Top-Of-Ch for 6\.2 s\nPlays twice a sweep/);
  expect(out).toContain('\n\nmind: -6 dB is above -12 dB');
  expect((await rowdesk(['plan', 'ir'], { width: 120 })).out).toContain('in the way: No output is named');
  expect(JSON.parse((await rowdesk(['plan', 'ir', ...places])).out)).toMatchObject({ lengthS: 12.2, makesSound: true });
  expect((await rowdesk(['plan', 'ir', '--bus', 'main'])).code).toBe(2);
  expect((await rowdesk(['plan', 'loudness'])).code).toBe(2);
});

test('a run prints its figures; one that is loud is confirmed', async () => {
  const { code, out } = await rowdesk(['run', 'transfer', ...places, '--name', 'House'], { width: 100 });
  expect(code).toBe(0);
  expect(out).toMatch(/^\S+-transfer\nFIGURE +VALUE\ndelayMs +12\.34\n/);
  expect(out).toMatch(/FREQUENCYHZ +T20S +T30S +EDTS\n +1000 +0\.5 +0\.51 +0\.4\n/);
  const loud = await rowdesk(['run', 'transfer', ...places, '--level', '-3']);
  expect([loud.code, loud.err]).toEqual([1, expect.stringContaining('--confirm means it')]);
  expect((await rowdesk(['run', 'transfer', ...places, '--level', '-3', '--confirm'])).code).toBe(0);
  const refused = await rowdesk(['run', 'transfer', '--mic', 'input/9']);
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('No output is named')]);
});

test('an interruption cancels a run, which then has kept nothing', async () => {
  isDone = false;
  const interruption = new AbortController();
  const running = rowdesk(['run', 'ir', ...places], { signal: interruption.signal });
  await expect.poll(async () => (await desk.get('/measurement/run')).body.progress).not.toBeNull();
  interruption.abort();
  const { code, err } = await running;
  expect([code, err]).toEqual([1, expect.stringContaining('The task was cancelled.')]);
  expect(desk.audio.calls.at(-1)?.method).toBe('endCapture');
  expect(JSON.parse((await rowdesk([])).out)).toEqual({ items: [] });
});

test('results are listed, shown, exported, deleted and completed', async () => {
  const id = await measured();
  expect((await rowdesk([], { width: 120 })).out).toMatch(
    /^ID +NAME +GOAL +OUTPUT +DELAY MS +COHERENCE % +PROBLEM\n\S+ +transfer main\/1 +transfer +main\/1 +12\.34 +97\n$/,
  );
  expect((await rowdesk(['show', id], { width: 100 })).out).toMatch(/name +transfer main\/1\n[\s\S]*delayMs +12\.34\n/);
  expect(JSON.parse((await rowdesk(['show', id])).out)).toMatchObject({ traces: ['transfer'] });
  const file = (await rowdesk(['export', id, '--format', 'rew'], { width: 200 })).out.trim();
  expect(readFileSync(file, 'utf8')).toContain('\n20.000000 -3.0000 10.0000\n');
  const after = (...words: string[]) =>
    candidates(['measure', ...words], listCommands(defineCommands), new AbortController().signal);
  expect(await after('show', '--url', desk.host.url, '')).toEqual([id]);
  expect(await after('run', '')).toEqual(['delay', 'transfer', 'rta', 'ir']);
  expect(JSON.parse((await rowdesk(['delete', id])).out)).toMatchObject({ preview: true });
  expect((await rowdesk(['delete', id, '--confirm'])).code).toBe(0);
  expect((await rowdesk(['show', id])).code).toBe(1);
  expect((await rowdesk(['align', id, 'other'])).code).toBe(1);
});

test('a microphone is added from a file, called as the file is', async () => {
  const file = join(desk.stateFolder, 'UMIK 7000000.txt');
  writeFileSync(file, '"Sens Factor =-0.7dB"\n20\t-1\n20000\t2\n');
  expect(JSON.parse((await rowdesk(['microphones', 'add', file])).out)).toMatchObject({
    added: { id: 'umik-7000000', name: 'UMIK 7000000', points: 2, sensitivityDb: -0.7 },
  });
  expect(JSON.parse((await rowdesk(['microphones'])).out).items).toHaveLength(1);
  writeFileSync(file, '20 0\n10 0\n');
  const refused = await rowdesk(['microphones', 'add', file, '--name', 'M']);
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('Line 2 of the calibration file')]);
  const long = await rowdesk(['microphones', 'add', file, '--name', 'M'.repeat(65)]);
  expect([long.code, long.err]).toEqual([1, expect.stringContaining('name must be')]);
  expect((await rowdesk(['microphones', 'add', join(desk.stateFolder, 'none')])).code).toBe(2);
});
