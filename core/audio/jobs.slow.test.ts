import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { JobRun } from '../services.ts';
import { findDriverPackages } from './discovery/package.ts';
import { JobProcesses } from './jobs.ts';

/** Jobs of a package, as a driver has them. */
const module = `
import { execFileSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { getPriority } from 'node:os';
export default { kind: 'recorder', open: () => { throw new Error('not here') }, jobs: {
  adds: ({ numbers }, { progress }) => {
    console.log('a line of its own');
    progress(1, 2, 'adding');
    return { sum: numbers.reduce((a, b) => a + b, 0) };
  },
  fails: async () => { throw new Error('the disk is full'); },
  dies: () => process.kill(process.pid, 'SIGKILL'),
  rests: async (_args, { rest, progress }) => {
    const nice = () => new Set(readdirSync('/proc/self/task').map((thread) => getPriority(Number(thread))));
    const before = [...nice()];
    rest();
    rest();
    return { before, after: [...nice()], child: Number(execFileSync('nice')) };
  },
  lasts: async ({ file }, { progress }) => {
    writeFileSync(file, String(process.pid));
    for (let n = 0; ; n++) {
      progress(n, 0, 'lasting');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  },
} };
`;

let folder: string;
let jobs: JobProcesses;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowdesk-jobs-'));
  mkdirSync(join(folder, 'tape'));
  const manifest = { api: 1, kind: 'recorder', audio: false, matches: [{ transport: 'x' }], module: './index.mjs' };
  const description = { name: 'tape', version: '1.0.0', type: 'module', rowdesk: { driver: manifest } };
  writeFileSync(join(folder, 'tape/package.json'), JSON.stringify(description));
  writeFileSync(join(folder, 'tape/index.mjs'), module);
  const { packages, refused } = findDriverPackages([{ name: 'tape' }], folder, folder);
  expect(refused).toEqual([]);
  jobs = new JobProcesses(packages);
});
afterEach(() => rmSync(folder, { recursive: true }));

const running = (signal = new AbortController().signal) => {
  const steps: unknown[] = [];
  const run: JobRun = { signal, progress: (...step) => steps.push(step) };
  return { run, steps };
};

test('a job gets its arguments, says how far it is, and returns its report', async () => {
  const { run, steps } = running();
  expect(await jobs.run('recorder', 'adds', { numbers: [1, 2, 3] }, run)).toEqual({ sum: 6 });
  expect(steps).toEqual([[1, 2, 'adding']]);
});

test('a job of a provider runs from a module of its own', async () => {
  const module = pathToFileURL(join(folder, 'tape/index.mjs')).href;
  expect(await jobs.runOwn(module, 'adds', { numbers: [4, 5] }, running().run)).toEqual({ sum: 9 });
});

test.each([
  ['fails', 'the disk is full'],
  ['dies', 'The process of the job ended with SIGKILL.'],
  ['toString', `no job toString`],
])('a job that %s is a refusal in words', async (name, words) => {
  await expect(jobs.run('recorder', name, {}, running().run)).rejects.toMatchObject({
    ...{ code: 'conflict', params: { reason: 'job-failed' }, message: expect.stringContaining(words) },
  });
});

test('the mixer has jobs as a recorder does', async () => {
  const manifest = { api: 1, kind: 'mixer', audio: true, matches: [], module: './index.mjs' };
  const description = { name: 'desk', version: '1.0.0', type: 'module', rowdesk: { driver: manifest } };
  mkdirSync(join(folder, 'desk'));
  writeFileSync(join(folder, 'desk/package.json'), JSON.stringify(description));
  writeFileSync(
    join(folder, 'desk/index.mjs'),
    "export default { kind: 'mixer', jobs: { counts: () => ({ count: 1 }) } };",
  );
  const { packages, refused } = findDriverPackages([{ name: 'desk' }], folder, folder);
  expect(refused).toEqual([]);
  expect(await new JobProcesses(packages).run('mixer', 'counts', {}, running().run)).toEqual({ count: 1 });
});

test('an urgent job begins at the priority of the desk, and rests in all of its threads and later processes', async () => {
  const own = getPriority();
  const run: JobRun = { ...running().run, isUrgent: true };
  expect(await jobs.run('recorder', 'rests', {}, run)).toEqual({ before: [own], after: [19], child: 19 });
  expect(await jobs.run('recorder', 'rests', {}, running().run)).toEqual({ before: [19], after: [19], child: 19 });
});

test('a driver that the configuration does not switch on is absent', async () => {
  await expect(jobs.run('stagebox', 'adds', {}, running().run)).rejects.toMatchObject({ code: 'device-absent' });
});

test('a job runs at the lowest priority in all of its threads, two at once, until it is cancelled', async () => {
  const file = join(folder, 'pid');
  const [first, second] = [new AbortController(), new AbortController()];
  const { run, steps } = running(first.signal);
  const lasting = jobs.run('recorder', 'lasts', { file }, run);
  const other = jobs.run('recorder', 'lasts', { file: join(folder, 'other') }, running(second.signal).run);
  await vi.waitFor(() => expect(steps.length).toBeGreaterThan(1), 20_000);
  const pid = readFileSync(file, 'utf8');
  const threads = readdirSync(`/proc/${pid}/task`);
  // Field 19 of stat; the name in parentheses may have spaces.
  const niceOf = (thread: string) =>
    readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')[16];
  expect(threads.length).toBeGreaterThan(1);
  expect(new Set(threads.map(niceOf))).toEqual(new Set(['19']));
  expect(readFileSync(`/proc/${pid}/oom_score_adj`, 'utf8')).toBe('1000\n');
  await expect(jobs.run('recorder', 'adds', {}, running().run)).rejects.toMatchObject({
    params: { reason: 'too-many-jobs' },
  });
  first.abort();
  second.abort();
  for (const end of await Promise.allSettled([lasting, other])) {
    expect(end).toMatchObject({ status: 'rejected', reason: { name: 'AbortError' } });
  }
  expect(existsSync(`/proc/${pid}`)).toBe(false);
});
