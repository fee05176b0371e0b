// Processes of exports and renders that outlive what started them, as on a machine that gives them no time, and disks that end in the
// middle of a file: what bears its final name is whole and stays so, and what comes of it is said.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { isBuilt } from '../../hardware-drivers/recorder/test/built.ts';
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
import { writeWav } from '../harness/wav.ts';
import { childrenOf, jobPrograms, kill, rate, until, writeTake } from './job-processes.ts';

const lengthS = 20;
const config = {
  providers: [...quietConfig.providers, 'takes', 'record'],
  drivers: [...quietConfig.drivers, 'recorder'],
};
/** The share of a job at which it is met; of an export, the last is in its second file. */
const shares = [0.01, 0.3, 0.6] as const;
const gone = (processId: number) => until(() => !existsSync(`/proc/${processId}`));

describe.skipIf(!isBuilt())('jobs of takes', { timeout: 600_000 }, () => {
  let service: Service;
  let exports: string;
  const start = async (state: string) => {
    service = await startService({ strips: 'all', config, state });
    await service.until('/console', ({ engine }) => engine === 'running');
    await service.until('/takes', ({ takes }) => takes.some(({ id }: { id: string }) => id === 'show'));
  };
  beforeAll(async () => {
    const state = temporaryFolder();
    exports = join(state, 'recordings/exports');
    writeTake(state, 'show', rate * lengthS);
    await start(state);
  });
  afterEach(() => {
    if (spawnSync('mountpoint', ['-q', exports]).status === 0) execFileSync('umount', ['-l', exports]);
    rmSync(exports, { recursive: true, force: true });
  });
  afterAll(async () => {
    await stopServices();
    removeFolder(service.state);
  });

  const ended = (path: string) => service.until(path, ({ running }) => running === false);
  /** Resolves to the process of the job, which has come so far. */
  async function underWay(path: string, share = 0.01): Promise<number> {
    expect((await service.patch(path, { running: true })).status).toBe(200);
    await service.until(path, ({ running, progress }) => !running || progress?.done >= share * progress?.total);
    const [job] = childrenOf(service.child.pid, jobPrograms);
    if (job === undefined) throw new Error(`the job was over before ${share}`);
    return job;
  }
  /** By name: what is in each file. */
  const written = () => {
    const folder = join(exports, 'show-1');
    const hashOf = (name: string) =>
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex');
    return Object.fromEntries(readdirSync(folder).map((name) => [name, hashOf(name)]));
  };

  test.each(['export', 'render'])(
    'a process of the job %s that a killed desk left, and that goes on beside the next one, harms nothing',
    async (job) => {
      const path = `/takes/show/${job}`;
      await service.patch(path, { running: true });
      expect((await ended(path)).refusal).toBeNull();
      const whole = written();
      for (const share of shares) {
        rmSync(exports, { recursive: true });
        const left = await underWay(path, share);
        process.kill(left, 'SIGSTOP');
        await service.kill();
        await start(service.state);
        const next = await underWay(path);
        process.kill(left, 'SIGCONT');
        await gone(left);
        expect(next).not.toBe(left);
        expect((await ended(path)).refusal).toBeNull();
        expect(readdirSync(exports)).toEqual(['show-1']);
        expect(written(), `stopped at ${share}`).toEqual(whole);
      }
    },
  );

  test.each(['export', 'render'])(
    'the job %s whose disk is full in the middle, or that reaches the largest file, says so, and the next one works',
    async (job) => {
      const path = `/takes/show/${job}`;
      mkdirSync(exports, { recursive: true });
      const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'rowdesk-test', exports]).status === 0;
      if (!isMounted && process.env.CI === 'true') throw new Error('a full disk needs the right to mount a tmpfs');
      const faults = {
        'No space left on device': () => {
          const { bavail, bsize } = statfsSync(exports);
          writeFileSync(join(exports, 'filler'), Buffer.alloc(bavail * bsize));
        },
        'File too large': (processId: number) => execFileSync('prlimit', ['--pid', `${processId}`, '--fsize=1200000']),
      };
      for (const [words, begin] of Object.entries(faults)) {
        if (!isMounted && words.startsWith('No space')) continue;
        const processId = await underWay(path);
        process.kill(processId, 'SIGSTOP');
        begin(processId);
        process.kill(processId, 'SIGCONT');
        const { refusal } = await ended(path);
        expect(refusal, words).toMatchObject({ code: 'conflict', params: { reason: 'job-failed' } });
        expect(refusal.detail).toMatch(words === 'File too large' ? words : /No space left on device|disk/);
        rmSync(join(exports, 'filler'), { force: true });
        expect(readdirSync(exports), words).toEqual([]);
        await service.patch(path, { running: true });
        expect((await ended(path)).refusal, words).toBeNull();
        expect(readdirSync(exports)).toEqual(['show-1']);
        rmSync(join(exports, 'show-1'), { recursive: true });
      }
    },
  );
});

describe('renders of files', { timeout: 300_000 }, () => {
  let folder: string;
  beforeAll(() => {
    folder = temporaryFolder();
    writeWav(join(folder, 'tone.wav'), rate, [sine(1000, -20, rate, rate * 30)]);
  });
  afterAll(() => removeFolder(folder));
  const file = () => join(folder, 'main.wav');
  const wordsAt = (levelDb: number) => {
    const set = ['--set', `/channel/input/1 levelDb=${levelDb}`];
    return [
      'render',
      '--input',
      `1=${join(folder, 'tone.wav')}`,
      ...set,
      '--output',
      `main/1=${file()}`,
      '--bits',
      '16',
    ];
  };
  const written = () => readdirSync(folder).filter((name) => name.startsWith('main.'));

  /** A render at another level, which has come some way and got no further. */
  async function stopped(): Promise<{
    readonly command: number;
    readonly render: number;
    readonly ended: Promise<number | null>;
  }> {
    const command = spawn(process.execPath, [cli, ...wordsAt(-40)], { stdio: ['ignore', 'ignore', 'pipe'] });
    const ended = new Promise<number | null>((resolve) => command.once('close', resolve));
    await new Promise<void>((resolve) =>
      command.stderr.on('data', (text) => /[1-9]\d* %/.test(`${text}`) && resolve()),
    );
    const [render] = childrenOf(command.pid, jobPrograms);
    if (render === undefined) throw new Error('the render was over too soon');
    process.kill(render, 'SIGSTOP');
    return { command: command.pid as number, render, ended };
  }

  test('a process that a killed command left, and that goes on once the same file is made anew, leaves that as it is', async () => {
    const left = await stopped();
    kill(left.command);
    await left.ended;
    const next = await run(wordsAt(0));
    expect([next.code, next.stderr.includes('100 %')], next.stderr).toEqual([0, true]);
    const whole = readFileSync(file());
    process.kill(left.render, 'SIGCONT');
    await gone(left.render);
    expect(readFileSync(file()).equals(whole)).toBe(true);
    expect(written()).toEqual(['main.wav']);
  });

  test('of two of the same file each is whole, and the one that ends last stays', async () => {
    rmSync(file());
    const first = await stopped();
    expect((await run(wordsAt(0))).code).toBe(0);
    const whole = readFileSync(file());
    process.kill(first.render, 'SIGCONT');
    expect(await first.ended).toBe(0);
    const last = readFileSync(file());
    expect([last.length, last.equals(whole)]).toEqual([whole.length, false]);
    expect((await run(wordsAt(-40))).code).toBe(0);
    expect(readFileSync(file()).equals(last)).toBe(true);
    expect(written()).toEqual(['main.wav']);
  });
});
