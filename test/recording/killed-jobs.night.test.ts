// Exports and renders of takes, and renders of files, under kill -9 at drawn moments, and on a disk that is full: what has its
// final name is whole, what is left does not grow, the rows say what came of it, and the next one works.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { isBuilt } from '../../hardware-drivers/recorder/test/built.ts';
import { isFull, roundsOf } from '../harness/depth.ts';
import {
  cli,
  quietConfig,
  removeFolder,
  run,
  type Service,
  startService,
  stopServices,
  temporaryFolder,
} from '../harness/service.ts';
import { sine } from '../harness/sound.ts';
import { readWav, writeWav } from '../harness/wav.ts';
import { buildDisk, FaultyDisk } from '../storage/faulty-disk.ts';
import { childrenOf, jobPrograms, kill, rate, until, writeTake } from './job-processes.ts';

/** A job takes long enough to be met in the middle. */
const lengthS = isFull ? 40 : 20;
const frames = rate * lengthS;
const config = {
  providers: [...quietConfig.providers, 'takes', 'record'],
  drivers: [...quietConfig.drivers, 'recorder'],
};

/** How a disk fails: full, broken, read-only. */
const failures = ['ENOSPC', 'EIO', 'EROFS'] as const;

describe.skipIf(!isBuilt())('jobs of takes under kill', { timeout: 600_000 }, () => {
  let service: Service;
  let exports: string;
  let disk: FaultyDisk;
  const start = async (state: string) => {
    service = await startService({ strips: 'all', config, state, env: disk.env });
    await service.until('/console', ({ engine }) => engine === 'running');
    await service.until('/takes', ({ takes }) => takes.some(({ id }: { id: string }) => id === 'show'));
  };

  beforeAll(async () => {
    const state = temporaryFolder();
    exports = join(state, 'recordings/exports');
    disk = FaultyDisk.make(buildDisk(state), state, '/recordings/exports/');
    writeTake(state, 'show', frames);
    await start(state);
  });
  afterEach(() => rmSync(exports, { recursive: true, force: true }));
  afterAll(async () => {
    await stopServices();
    removeFolder(service.state);
  });

  const jobs = {
    export: { body: { fileFormat: 'wav' }, files: ['01 Mic 1.wav', '02 Mic 2.wav', 'labels.txt'] },
    'export in FLAC': {
      body: { fileFormat: 'flac', rate: 44_100, bitDepth: 16 },
      files: ['01 Mic 1.flac', '02 Mic 2.flac', 'labels.txt'],
    },
    render: { body: { fileFormat: 'wav' }, files: ['Show main 1.wav'] },
  } as const;
  const kinds = Object.keys(jobs) as readonly (keyof typeof jobs)[];
  const pathOf = (kind: string) => `/takes/show/${kind.split(' ')[0]}`;
  const ended = (path: string) => service.until(path, ({ running }) => running === false);

  /** Folders with their final name have all files of the job, each of them whole. */
  function areWhole(kind: keyof typeof jobs): readonly string[] {
    const folders = existsSync(exports) ? readdirSync(exports) : [];
    const complete = folders.filter((name) => !name.endsWith('.part'));
    for (const folder of complete) {
      expect(readdirSync(join(exports, folder)).sort()).toEqual(jobs[kind].files);
      for (const name of jobs[kind].files) {
        const file = join(exports, folder, name);
        if (name.endsWith('.wav')) expect(readWav(file).frames).toBe(frames);
        if (name.endsWith('.flac')) {
          execFileSync('flac', ['-t', '-s', file]);
          expect(Number(execFileSync('soxi', ['-s', file], { encoding: 'utf8' }))).toBe(44_100 * lengthS);
        }
      }
    }
    return folders.filter((name) => name.endsWith('.part'));
  }

  const victims = ['job', 'control', 'audio', 'both'] as const;
  const rounds = roundsOf({ sample: 4, full: 24, soak: 24 });
  const drawn = fc.sample(fc.tuple(fc.constantFrom(...kinds), fc.double({ min: 0, max: 1, noNaN: true })), rounds);

  test(`${rounds} times the job, the control process, the audio process, or job and control process`, async () => {
    for (const [n, [kind, share]] of drawn.entries()) {
      const victim = victims[n % victims.length] as (typeof victims)[number];
      const path = pathOf(kind);
      const words = `${victim} of ${kind} at ${share}`;
      expect((await service.patch(path, { running: true, ...jobs[kind].body })).status, words).toBe(200);
      const { running } = await service.until(path, ({ running: goesOn, progress }) => {
        return !goesOn || (progress !== null && progress.done >= share * progress.total);
      });
      const [job] = childrenOf(service.child.pid, jobPrograms);
      const audio = Number((await service.get('/telemetry/rt')).body.processId);
      if (victim === 'job' || victim === 'both') kill(job);
      if (victim === 'audio') kill(audio);
      if (victim === 'control' || victim === 'both') {
        await service.kill();
        areWhole(kind);
        await start(service.state);
        if (job !== undefined) await until(() => !existsSync(`/proc/${job}`));
        await until(() => areWhole(kind).length === 0);
        expect((await service.get(path)).body, words).toMatchObject({ running: false, report: null, refusal: null });
      } else {
        const { report, refusal } = await ended(path);
        if (victim === 'audio') expect([refusal, report?.outcome], words).toEqual([null, 'applied']);
        else if (refusal !== null) expect(refusal.detail, words).toBe('The process of the job ended with SIGKILL.');
        else expect([report.outcome, running || share > 0.9], words).toEqual(['applied', true]);
        expect(areWhole(kind), words).toEqual([]);
        if (refusal !== null) expect(readdirSync(exports), words).toEqual([]);
      }
      rmSync(exports, { recursive: true, force: true });
      // The next one works, whatever the last one left.
      expect((await service.patch(path, { running: true, ...jobs[kind].body })).status, words).toBe(200);
      const next = await ended(path);
      expect([next.refusal, next.report?.outcome], words).toEqual([null, 'applied']);
      expect([areWhole(kind), readdirSync(exports)], words).toEqual([[], ['show-1']]);
      rmSync(exports, { recursive: true, force: true });
    }
  });

  const failing = fc.sample(
    fc.tuple(fc.constantFrom(...kinds), fc.constantFrom(...failures), fc.double({ min: 0, max: 1, noNaN: true })),
    rounds,
  );

  test(`on a disk that fails ${rounds} times at a drawn call and from then on`, async () => {
    const calls = new Map<string, number>();
    for (const kind of kinds) {
      disk.fail(constants.errno.EIO, 0x7ffffffe);
      await service.patch(pathOf(kind), { running: true, ...jobs[kind].body });
      await ended(pathOf(kind));
      calls.set(kind, disk.read('calls'));
      disk.heal();
    }
    expect(Math.min(...calls.values())).toBeGreaterThan(2);
    for (const [kind, failure, share] of failing) {
      rmSync(exports, { recursive: true, force: true });
      const from = 1 + Math.floor(share * (calls.get(kind) as number));
      disk.fail(constants.errno[failure], from);
      await service.patch(pathOf(kind), { running: true, ...jobs[kind].body });
      const { refusal, report } = await ended(pathOf(kind));
      disk.heal();
      const words = `${failure} from call ${from} of ${kind} on: ${refusal?.detail ?? report.outcome}`;
      if (report !== null) expect([report.outcome, readdirSync(exports)], words).toEqual(['applied', ['show-1']]);
      else expect([refusal.code, refusal.params.reason], words).toEqual(['conflict', 'job-failed']);
      areWhole(kind);
      await service.patch(pathOf(kind), { running: true, ...jobs[kind].body });
      expect((await ended(pathOf(kind))).refusal, words).toBeNull();
      areWhole(kind);
    }
    expect(
      (await service.get('/warnings')).body.warnings.filter(({ id }: { id: string }) => id.startsWith('provider-')),
    ).toEqual([]);
    // What could not be removed from a disk that was read-only goes with the next start.
    await service.kill();
    await start(service.state);
    await until(() => readdirSync(exports).every((name) => !name.endsWith('.part')));
  });
});

describe('a render of files', { timeout: 600_000 }, () => {
  let folder: string;
  let words: readonly string[];
  const seconds = isFull ? 60 : 30;
  beforeAll(() => {
    folder = temporaryFolder();
    mkdirSync(join(folder, 'tmp'));
    const tone = join(folder, 'tone.wav');
    writeWav(tone, rate, [sine(1000, -20, rate, rate * seconds)]);
    const outputs = ['main/1=main.wav', 'input/1=input.flac'].flatMap((each) => [
      '--output',
      each.replace('=', `=${folder}/`),
    ]);
    words = ['render', '--input', `1=${tone}`, ...outputs, '--bits', '16'];
  });
  afterAll(() => removeFolder(folder));
  const env = () => ({ ...process.env, TMPDIR: join(folder, 'tmp') });
  const outputs = ['input.flac', 'main.wav'];
  const written = () =>
    readdirSync(folder)
      .filter((name) => !['tmp', 'tone.wav', 'state'].includes(name))
      .sort();

  /** What has its final name is whole. */
  function areWhole(): void {
    for (const name of written().filter((each) => !each.endsWith('.part'))) {
      const file = join(folder, name);
      if (name.endsWith('.flac')) execFileSync('flac', ['-t', '-s', file]);
      else expect(readWav(file).frames).toBe(rate * seconds);
    }
  }

  test('on a disk that is full, broken or read-only is refused in words, and no half file has its final name', async () => {
    const disk = FaultyDisk.make(buildDisk(join(folder, 'tmp')), join(folder, 'tmp'), `${folder}/main.wav`);
    for (const failure of failures) {
      for (const from of [1, 2, 9]) {
        disk.fail(constants.errno[failure], from);
        const { code, stderr } = await run(words, { env: { ...disk.env, TMPDIR: join(folder, 'tmp') } });
        disk.heal();
        const said = `${failure} from call ${from} on: ${stderr}`;
        expect([code, written().filter((name) => !name.endsWith('.part'))], said).toEqual([1, []]);
        expect(stderr).toContain(`main.wav`);
      }
    }
    disk.close();
  });

  const rounds = roundsOf({ sample: 3, full: 24, soak: 24 });
  const drawn = fc.sample(fc.integer({ min: 0, max: 100 }), rounds);

  test(`is killed ${rounds} times, by turns the command, its process and both: no half file, and nothing is left for long`, async () => {
    for (const [n, percent] of drawn.entries()) {
      const command = spawn(process.execPath, [cli, ...words], { env: env(), stdio: ['ignore', 'ignore', 'pipe'] });
      const said = `kill ${n} at ${percent} %`;
      let talk = '';
      const end = new Promise<number | null>((resolve) => command.once('close', resolve));
      let renders: readonly number[] = [];
      await new Promise<void>((resolve) => {
        command.once('close', () => resolve());
        command.stderr.setEncoding('utf8').on('data', (text: string) => {
          talk += text;
          const shares = [...talk.matchAll(/(\d+) %/g)].map((each) => Number(each[1]));
          if (Math.max(-1, ...shares) < percent) return;
          renders = childrenOf(command.pid, jobPrograms);
          if (n % 3 !== 1) kill(command.pid);
          if (n % 3 !== 0) renders.forEach(kill);
          resolve();
        });
      });
      await end;
      await until(() => renders.every((each) => !existsSync(`/proc/${each}`)));
      areWhole();
      // Without both of them nothing could clear up; the next render does.
      if (n % 3 !== 2)
        expect(
          written().filter((name) => name.endsWith('.part')),
          `${said}: ${talk}`,
        ).toEqual([]);
      for (const name of written().filter((each) => outputs.includes(each))) rmSync(join(folder, name));
    }
    const { code, stderr } = await run(words);
    expect(code, stderr).toBe(0);
    expect(written()).toEqual(outputs);
    areWhole();
  });
});
