// A recorder whose disk stalls, fails, fills up, or is taken away: what was heard is in the files as far as that goes, the
// reason is told, and the next take begins.
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { isBuilt } from '../../hardware-drivers/recorder/test/built.ts';
import { buildDisk, FaultyDisk } from '../storage/faulty-disk.ts';
import { openInSox, stretchesOf } from './judged-take.ts';
import type { RecorderProcess } from './recorder-process.ts';
import { exact, RecordingRig, tracks } from './recording-rig.ts';

const rate = 48_000;
/** The sound comes so many times as fast as it would be heard; in real time it is in samples.slow.test.ts. */
const pace = 4;

describe.skipIf(!isBuilt())('a recorder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rowdesk-recording-disk-'));
  let library: string;
  let rig: RecordingRig;
  let disk: FaultyDisk;
  let mounted: string | undefined;
  beforeAll(() => {
    library = buildDisk(folder);
  });
  afterEach(async () => {
    disk?.heal();
    await rig?.remove();
    if (mounted !== undefined) execFileSync('umount', ['-l', mounted]);
    mounted = undefined;
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** On a disk that does what `disk` says; a folder of its own is the disk of the machine. */
  async function hearing(count: number, settings: object = {}, recordings?: string): Promise<RecorderProcess> {
    rig = new RecordingRig(recordings);
    disk = FaultyDisk.make(library, folder, '/takes/');
    const producer = rig.producer();
    await producer.ring(rate, tracks(count));
    await producer.run(pace);
    const recorder = rig.recorder(disk.env);
    await recorder.apply({ ...exact, ...settings });
    await recorder.until(({ state }) => state === 'ready');
    return recorder;
  }

  /** A file system of so many MiB; undefined, with the printed reason, where mounting is not allowed. */
  function smallDisk(mebibytes: number): string | undefined {
    const place = mkdtempSync(join(folder, 'small-'));
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'rowdesk-test', place], { stdio: 'pipe' });
      mounted = place;
      return place;
    } catch (error) {
      if (process.env.CI === 'true') throw error;
      console.log(`skipped: a small disk needs the right to mount (${(error as Error).message.split('\n')[0]})`);
      return undefined;
    }
  }

  /** Until it throws: another program takes all that is left. */
  function fill(file: string): void {
    for (;;) appendFileSync(file, Buffer.alloc(2 ** 16));
  }

  /** The next take records, and ends in order. */
  async function recordsAgain(recorder: RecorderProcess): Promise<void> {
    await recorder.start('again');
    await recorder.until(({ elapsedS, fault }) => elapsedS > 0.3 && fault === '');
    await recorder.call('stop');
    await recorder.until(({ state }) => state === 'ready');
    const take = rig.document('again');
    expect(take).toMatchObject({ state: 'closed', complete: true, fault: '' });
    expect(stretchesOf(rig.take('again'), take, 0).length).toBe(1);
  }

  test('loses nothing to a disk that stalls for 10 s, and says what the buffer holds', async () => {
    const recorder = await hearing(8);
    await recorder.start('stalled');
    await recorder.until(({ elapsedS }) => elapsedS > 1);
    disk.stall();
    const { elapsedS } = await recorder.observe();
    const full = await recorder.until((now) => now.elapsedS > elapsedS + 10);
    expect(full.bufferFillPercent).toBeGreaterThan(40);
    disk.heal();
    await recorder.until(({ bufferFillPercent }) => bufferFillPercent < 10);
    await recorder.call('stop');
    await recorder.until(({ state }) => state === 'ready');
    const take = rig.document('stalled');
    expect(take).toMatchObject({ complete: true, fault: '', dropouts: [] });
    const [stretch, ...others] = stretchesOf(rig.take('stalled'), take, 0);
    expect(others).toEqual([]);
    expect(stretch?.frames).toBeGreaterThan(11 * rate);
  });

  test('loses what its buffer has no room for, as one dropout of that length', async () => {
    const recorder = await hearing(2);
    await recorder.start('long');
    await recorder.until(({ elapsedS }) => elapsedS > 1);
    disk.stall();
    await recorder.until(({ bufferFillPercent }) => bufferFillPercent === 100);
    const { elapsedS } = await recorder.observe();
    const { bufferFillPercent: most } = await recorder.until((now) => now.elapsedS > elapsedS + 2);
    expect(most).toBe(100);
    disk.heal();
    await recorder.until(({ bufferFillPercent, dropouts }) => bufferFillPercent < 10 && dropouts === 1);
    await recorder.call('stop');
    await recorder.until(({ state }) => state === 'ready');
    const take = rig.document('long');
    const [before, silence, after, ...others] = stretchesOf(rig.take('long'), take, 0);
    expect(others).toEqual([]);
    expect(silence?.clock).toBeUndefined();
    expect(after?.clock).toBe((before?.clock ?? 0) + (after?.at ?? 0));
    expect(take).toMatchObject({
      ...{ complete: true, dropoutCount: 1 },
      dropouts: [{ atS: (silence?.at ?? 0) / rate, reason: expect.stringContaining('disk') }],
    });
    expect(take.dropouts[0]?.lengthMs).toBeCloseTo(((silence?.frames ?? 0) / rate) * 1000, 6);
    expect(silence?.frames).toBeGreaterThan(2 * rate);
  });

  test.each([
    ['broken', constants.errno.EIO, 'Input/output error'],
    ['read-only', constants.errno.EROFS, 'Read-only file system'],
    ['full', constants.errno.ENOSPC, 'full'],
  ])('ends its take when the disk is %s, in files that open, and records again', async (_, error, words) => {
    const recorder = await hearing(4);
    await recorder.start('broken');
    await recorder.until(({ elapsedS }) => elapsedS > 2);
    disk.fail(error);
    await recorder.until(({ state, fault }) => state === 'ready' && fault.includes(words));
    disk.heal();
    await recordsAgain(recorder);
    await recorder.until(() => rig.document('broken').state === 'closed');
    const take = rig.document('broken');
    expect(take).toMatchObject({ complete: false, fault: expect.stringContaining(words) });
    for (const { files } of take.tracks) {
      const frames = Number(
        execFileSync('soxi', ['-s', join(rig.take('broken'), files[0] as string)], { encoding: 'utf8' }),
      );
      expect(frames).toBeGreaterThanOrEqual(rate);
    }
  });

  test('ends its take in order before the disk is full, and starts none without room', async (context) => {
    const small = smallDisk(24);
    if (small === undefined) return context.skip();
    // A track of floats is 192 kB a second, a minute of it 11.5 MB.
    const recorder = await hearing(1, {}, small);
    const { remainingS } = await recorder.until((now) => now.remainingS > 0);
    expect(remainingS).toBeLessThan(80);
    writeFileSync(join(small, 'filler'), Buffer.alloc((remainingS - 4) * 4 * rate));
    await recorder.until((now) => now.remainingS <= 4);
    await recorder.start('full');
    const { fault } = await recorder.until(({ state }) => state === 'ready');
    expect(fault).toContain('nearly full');
    const take = rig.document('full');
    expect(take).toMatchObject({ state: 'closed', complete: true, fault });
    openInSox(rig.take('full'), take);
    expect(stretchesOf(rig.take('full'), take, 0).length).toBe(1);
    const { bavail, bsize } = statfsSync(small);
    expect(bavail * bsize).toBeGreaterThan(50 * 4 * rate);
    await expect(recorder.start('none')).rejects.toThrow('the disk has no room');
    rmSync(join(small, 'filler'));
    await recorder.until((now) => now.remainingS > 4);
    await recordsAgain(recorder);
  });

  test.each(['wav', 'flac'])(
    'of a disk that fills up at once each %s track has as many frames as the take',
    async (fileFormat) => {
      const small = smallDisk(160);
      if (small === undefined) return;
      const recorder = await hearing(8, { fileFormat, bitDepth: 24 }, small);
      await recorder.start('filled');
      await recorder.until(({ elapsedS }) => elapsedS > 1);
      const filler = join(small, 'filler');
      expect(() => fill(filler)).toThrow('ENOSPC');
      await recorder.until(({ state, fault }) => state === 'ready' && fault.includes('full'));
      rmSync(filler);
      await recorder.until(() => rig.document('filled').state === 'closed');
      const take = rig.document('filled');
      const frames = take.parts.map((part) => part.frames);
      expect(frames[0]).toBeGreaterThan(rate / 2);
      for (const { files } of take.tracks) {
        const there = files.map((file) => {
          return Number(execFileSync('soxi', ['-s', join(rig.take('filled'), file)], { encoding: 'utf8' }));
        });
        expect(there).toEqual(frames);
      }
      await recorder.apply({ ...exact });
      await recordsAgain(recorder);
    },
  );

  test('says that the folder of its take was removed, and records again', async () => {
    const recorder = await hearing(2);
    await recorder.start('removed');
    await recorder.until(({ elapsedS }) => elapsedS > 0.5);
    rmSync(rig.take('removed'), { recursive: true });
    await recorder.until(
      ({ state, fault }) => state === 'ready' && fault.includes('the folder of the take was removed'),
    );
    await recordsAgain(recorder);
  });

  test('refuses to start in a folder that is read-only, in words', async (context) => {
    const small = smallDisk(64);
    if (small === undefined) return context.skip();
    const recorder = await hearing(1, {}, small);
    execFileSync('mount', ['-o', 'remount,ro', small]);
    await expect(recorder.start('none')).rejects.toThrow('no take can be made: EROFS');
    execFileSync('mount', ['-o', 'remount,rw', small]);
    await recordsAgain(recorder);
  });
});
