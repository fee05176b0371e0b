// Exports and renders of takes by a whole desk: what it recorded comes out again, and nothing that happens to a job harms it.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isBuilt } from '../../hardware-drivers/recorder/test/built.ts';
import { quietConfig, removeFolder, run, type Service, startService, stopServices } from '../harness/service.ts';
import { readWav, type Sound } from '../harness/wav.ts';

const config = {
  providers: [...quietConfig.providers, 'takes', 'record'],
  drivers: [...quietConfig.drivers, 'recorder'],
};
const box = '/stagebox/virtual-32x16/inputs';
const rate = 48_000;

const taskEnded = (service: Service, path: string) => service.until(path, ({ running }) => running === false);

/** Of each 100 ms, in dB. */
function levelsDb({ channels }: Sound): readonly number[] {
  const [left] = channels as [Float64Array];
  return Array.from({ length: Math.floor(left.length / (rate / 10)) }, (_, n) => {
    const window = left.subarray((n * rate) / 10, ((n + 1) * rate) / 10);
    return 10 * Math.log10(window.reduce((sum, x) => sum + x * x, 1e-20) / window.length);
  });
}

/** Processes of jobs that this control process started. */
function jobsOf(pid: number | undefined): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const [, parent] = readFileSync(`/proc/${name}/stat`, 'utf8')
          .replace(/^.*\) /s, '')
          .split(' ');
        return (
          Number(parent) === pid && /process\/(job|render)\.js/.test(readFileSync(`/proc/${name}/cmdline`, 'utf8'))
        );
      } catch {
        return false;
      }
    })
    .map(Number);
}

/** A take of an hour in 16 tracks, whose sound takes no room on the disk. */
function writeLongTake(state: string): void {
  const folder = join(state, 'recordings/takes/long');
  mkdirSync(folder, { recursive: true });
  const frames = rate * 3600;
  const head = Buffer.alloc(44);
  head.write('RIFF\0\0\0\0WAVEfmt ', 0, 'latin1');
  head.writeUInt32LE(36 + frames * 3, 4);
  for (const [value, at] of [
    [16, 16],
    [rate, 24],
    [rate * 3, 28],
    [frames * 3, 40],
  ] as const)
    head.writeUInt32LE(value, at);
  for (const [value, at] of [
    [1, 20],
    [1, 22],
    [3, 32],
    [24, 34],
  ] as const)
    head.writeUInt16LE(value, at);
  head.write('data', 36, 'latin1');
  writeFileSync(join(folder, '01-Tone.wav'), head);
  truncateSync(join(folder, '01-Tone.wav'), 44 + frames * 3);
  const startedAt = '2026-08-01T18:15:00.000Z';
  const tracks = Array.from({ length: 16 }, (_, n) => {
    const path = `/channel/input/${n + 1}`;
    return { number: n + 1, path, name: `Mic ${n + 1}`, channels: 1, role: 'track', files: ['01-Tone.wav'] };
  });
  const take = {
    ...{ format: 1, takeId: 'long', name: 'Long', startedAt, rate, tapPoint: 'Top-Of-Ch', fileFormat: 'wav' },
    ...{ bitDepth: 24, preRollS: 0, tracks, parts: [{ number: 1, startedAt, frames, gapFrames: 0 }], markers: [] },
    ...{ dropouts: [], state: 'closed', complete: true, bootId: 'x' },
  };
  writeFileSync(join(folder, 'take.json'), JSON.stringify(take));
}

describe.skipIf(!isBuilt())('jobs of takes', { timeout: 120_000 }, () => {
  let service: Service;
  let exports: string;
  let takeId: string;

  beforeAll(async () => {
    service = await startService({ strips: 'all', config });
    exports = join(service.state, 'recordings/exports');
    await service.until('/console', ({ engine }) => engine === 'running');
    for (const [n, hz] of [
      [1, 400],
      [2, 1000],
    ] as const) {
      await service.patch(`${box}/${n}`, { signal: 'sine', frequencyHz: hz, levelDbfs: -20 });
      await service.patch(`/channel/input/${n}`, {
        sourceId: `virtual-32x16:in-${n}`,
        levelDb: -5,
        pan: n === 1 ? -50 : 50,
      });
    }
    await service.patch('/channel/main/1', { levelDb: 0 });
    const inputs = [1, 2].map((index) => ({ kind: 'input', index }));
    const armed = { armed: inputs, programme: [{ kind: 'main', index: 1 }], bitDepth: 32, preRollS: 0 };
    expect((await service.patch('/record', armed)).status).toBe(200);
    await service.until('/record', ({ state }) => state === 'ready');
    const started = await service.patch('/record/start', { running: true, name: 'Show' });
    expect(started.status).toBe(200);
    await service.until('/record', ({ elapsedS }) => elapsedS > 1.5);
    await service.patch('/channel/input/1', { levelDb: -25 });
    await service.patch('/channel/input/2', { levelDb: 0 });
    await service.until('/record', ({ elapsedS }) => elapsedS > 3);
    await service.patch('/record/stop', { running: true });
    ({ takeId } = (await taskEnded(service, '/record/stop')).report);
    await service.until('/takes', ({ takes }) => takes[0]?.state === 'closed');
  });
  afterAll(async () => {
    await stopServices();
    removeFolder(service.state);
  });

  test('a take rendered with the moves of its show sounds as its programme did', async () => {
    const path = `/takes/${takeId}/render`;
    expect((await service.patch(path, { running: true, settings: 'moves', bitDepth: 32 })).status).toBe(200);
    const { report, refusal } = await taskEnded(service, path);
    expect(refusal).toBeNull();
    expect(report).toMatchObject({ outcome: 'applied', leftOut: [], warnings: [], moves: 2 });
    const mix = readWav(join(report.folder, report.files[0].file));
    const folder = join(service.state, 'recordings/takes', takeId);
    const programme = readWav(join(folder, readdirSync(folder).find((name) => /^03.*\.wav$/.test(name)) as string));
    expect(mix.frames).toBe(programme.frames);
    const [rendered, recorded] = [levelsDb(mix), levelsDb(programme)];
    expect(Math.max(...recorded) - Math.min(...recorded.slice(2))).toBeGreaterThan(3);
    // Moves are kept to some tens of milliseconds; elsewhere the levels agree.
    const apart = rendered.filter((level, n) => Math.abs(level - (recorded[n] as number)) > 0.1);
    expect(apart.length).toBeLessThanOrEqual(2);
    // Before anything moves the samples are the same.
    const until = (mix.channels[0] as Float64Array).slice(rate / 2, rate);
    expect(until).toEqual((programme.channels[0] as Float64Array).slice(rate / 2, rate));
    expect(mix.channels[1]?.slice(rate / 2, rate)).toEqual(programme.channels[1]?.slice(rate / 2, rate));
  });

  test('a take is exported from the command line, and its files are whole', async () => {
    const words = ['takes', 'export', takeId, '--format', 'flac', '--rate', '44100', '--url', service.url];
    const { code, stdout, stderr } = await run(words);
    expect([code, stderr]).toEqual([0, expect.stringContaining('100 % of ')]);
    const { folder, files } = JSON.parse(stdout);
    expect(files.map(({ file }: { file: string }) => file)).toEqual(readdirSync(folder).sort());
    for (const { file, frames } of files) {
      execFileSync('flac', ['-t', '-s', join(folder, file)]);
      expect(execFileSync('soxi', ['-r', '-s', join(folder, file)], { encoding: 'utf8' }).trim()).toMatch(/\d+/);
      const length = execFileSync('soxi', ['-s', join(folder, file)], { encoding: 'utf8' });
      expect(Number(length)).toBe(frames);
    }
  });

  test('a job that is killed is a refusal in words, a cancelled one a report; neither leaves a file', async () => {
    writeLongTake(service.state);
    await service.until('/takes', ({ takes }) => takes.some(({ id }: { id: string }) => id === 'long'));
    const before = readdirSync(exports);
    for (const [path, body] of [
      ['/takes/long/export', { fileFormat: 'flac' }],
      ['/takes/long/render', {}],
    ] as const) {
      expect((await service.patch(path, { running: true, ...body })).status).toBe(200);
      await service.until(path, ({ progress }) => progress?.done > 0);
      const [pid] = jobsOf(service.child.pid) as [number];
      process.kill(pid, 'SIGKILL');
      const { refusal } = await taskEnded(service, path);
      expect([refusal.code, refusal.detail]).toEqual(['conflict', 'The process of the job ended with SIGKILL.']);
      expect(readdirSync(exports)).toEqual(before);
      await service.patch(path, { running: true, ...body });
      await service.until(path, ({ progress }) => progress?.done > 0);
      await service.patch(path, { running: false });
      expect((await taskEnded(service, path)).report).toEqual({ outcome: 'cancelled' });
      expect([readdirSync(exports), jobsOf(service.child.pid)]).toEqual([before, []]);
    }
    expect((await service.get('/console')).body.engine).toBe('running');
  });

  test('a job ends with its desk, also when that is killed, and the next start removes what it left', async () => {
    const path = '/takes/long/export';
    await service.patch(path, { running: true });
    await service.until(path, ({ progress }) => progress?.done > 0);
    const [pid] = jobsOf(service.child.pid) as [number];
    await service.kill();
    while (existsSync(`/proc/${pid}`)) await new Promise((resolve) => setTimeout(resolve, 50));
    const unfinished = () => readdirSync(exports).filter((name) => name.endsWith('.part'));
    expect(unfinished()).toEqual([expect.stringMatching(/^long-1\./)]);
    service = await startService({ strips: 'all', config, state: service.state });
    while (unfinished().length > 0) await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await service.get('/takes')).status).toBe(200);
  });
});
