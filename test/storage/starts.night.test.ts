// A desk that starts on a disk that is full or a store that is damaged, while its sound plays.
import { execFileSync } from 'node:child_process';
import { appendFileSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { box, patchThrough, running, settled, startRecording, write } from '../harness/desk.ts';
import {
  quietConfig,
  removeFolder,
  type Service,
  startService,
  stopServices,
  temporaryFolder,
} from '../harness/service.ts';
import { fitSine } from '../harness/sound.ts';
import { readWav } from '../harness/wav.ts';

let folder = '';
let isMounted = false;
afterEach(async () => {
  await stopServices();
  if (isMounted) execFileSync('umount', ['-l', folder]);
  isMounted = false;
  removeFolder(folder);
});

/** A file system of its own of so many MiB; false, with a printed reason, where mounting isn't allowed. */
function mountSmall(mebibytes: number): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'rowdesk-test', folder], { stdio: 'pipe' });
    isMounted = true;
  } catch (error) {
    if (process.env.CI === 'true') throw error;
    console.log(`skipped: a full disk needs the right to mount a tmpfs (${(error as Error).message.split('\n')[0]})`);
  }
  return isMounted;
}

/** Writes until nothing more fits. */
function fill(file: string): void {
  for (const bytes of [1 << 20, 1 << 12, 1]) {
    try {
      for (;;) writeFileSync(file, Buffer.alloc(bytes), { flag: 'a' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }
}

const storeAlarm = (row: { warnings: { id: string }[] }) => row.warnings.some(({ id }) => id === 'store');
const audioOf = async (service: Service): Promise<number> =>
  (await service.until('/telemetry/rt', (row) => row.processId > 0)).processId;

test('on a full disk both processes start, the faders of the show move, and with room again all is kept', async (context) => {
  folder = temporaryFolder();
  if (!mountSmall(12)) return context.skip();
  const first = await startService({ state: folder });
  await write(first, '/channel/input/1', { name: 'before', levelDb: -6 });
  await first.stop();
  // The next line of the log is the one that finds no room.
  const log = join(folder, 'audio.log');
  appendFileSync(log, '.'.repeat(4096 - (readFileSync(log).length % 4096)));
  fill(join(folder, 'filler'));

  const service = await startService({ state: folder });
  await service.until('/console', (row) => row.engine === 'running');
  expect((await service.get('/channel/input/1')).body).toMatchObject({ name: 'before', levelDb: -6 });
  // Each commit is another row, so that the log of the store runs out of what room it had.
  let isDurable = true;
  for (let n = 0; isDurable && n < 5_000; n++) {
    const path = `/channel/input/${1 + (n % 32)}`;
    const answer = await service.patch(path, { name: `full ${n}`.padEnd(60, '.') });
    expect(answer.status).toBe(200);
    isDurable = answer.headers.get('rowdesk-durable') !== 'no';
  }
  expect(isDurable).toBe(false);
  await write(service, '/channel/input/1', { levelDb: -12, name: 'while full' });
  await settled(service);
  expect(storeAlarm((await service.get('/warnings')).body)).toBe(true);
  // The audio process, too, comes back on a full disk.
  const before = await audioOf(service);
  process.kill(before, 'SIGKILL');
  await service.until('/telemetry/rt', (row) => row.processId > 0 && row.processId !== before);
  await settled(service);

  rmSync(join(folder, 'filler'));
  await service.until('/warnings', (row) => !storeAlarm(row));
  await service.kill();
  const again = await startService({ state: folder });
  expect((await again.get('/channel/input/1')).body).toMatchObject({ name: 'while full', levelDb: -12 });
}, 120_000);

test.each([
  ['cut short', (file: string) => truncateSync(file, 5_000)],
  ['overwritten', (file: string) => writeFileSync(file, 'garbage'.repeat(3_000))],
])(
  'a store that is %s while the desk was down is refused in words that mend it, and the sound plays on',
  async (_, damage) => {
    folder = temporaryFolder();
    const lingering = { ...quietConfig, lingerS: null };
    const first = await startService({ state: folder, config: lingering });
    await running(first);
    await patchThrough(first, 1, { signal: 'sine', frequencyHz: 1000, levelDbfs: -20 });
    await write(first, '/channel/input/1', { pan: -100, name: 'Lead' });
    await settled(first);
    // An orderly end leaves a backup; the audio process is left playing by the kill that follows.
    await first.stop();
    const second = await startService({ state: folder, config: lingering });
    await running(second);
    await startRecording(second);
    const { recordingFile } = (await second.get(`/stagebox/${box}`)).body;
    const audio = await audioOf(second);
    await second.kill();
    for (const log of ['-wal', '-shm']) rmSync(join(folder, `rowdesk.db${log}`), { force: true });
    damage(join(folder, 'rowdesk.db'));

    const refused = await startService({ state: folder, config: lingering }).then(
      () => 'it started',
      (error: Error) => error.message,
    );
    expect(refused).toMatch(/^rowdesk start ended with 1: .*it is damaged.*Use the backup .*rowdesk\.db\.backup-1/s);
    // The advice is followed to the letter.
    execFileSync('sh', ['-ec', /mkdir '.*' && .*$/m.exec(refused)?.[0] as string]);
    const third = await startService({ state: folder, config: lingering });
    expect(await audioOf(third)).toBe(audio);
    expect((await third.get('/channel/input/1')).body).toMatchObject({ name: 'Lead', pan: -100 });
    // The backup is from before the recording: attaching ends it.
    await third.until(`/stagebox/${box}`, (row) => row.recording === false);
    const left = readWav(join(folder, 'recordings', recordingFile)).channels[0] as Float64Array;
    // From before the kill until after the repair: one sine of one phase.
    const fit = fitSine(left, 1000, 48_000);
    expect(fit.levelDb).toBeCloseTo(-20, 1);
    expect(fit.residualDb).toBeLessThan(-90);
  },
  120_000,
);
