// A desk whose disk has become read-only, as Debian's root does after its first error: both processes are killed, both come
// back, and the show goes on from what can be read.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { driverProcesses } from '../../cli/driver-processes.ts';
import { opening, patchThrough, running, settled, write } from '../harness/desk.ts';
import {
  outliving,
  removeFolder,
  run,
  type Service,
  startService,
  stopServices,
  temporaryFolder,
} from '../harness/service.ts';

let folder = '';
let elsewhere = '';
let isMounted = false;
afterEach(async () => {
  await stopServices();
  if (folder !== '') await run(['stop', '--state', folder]);
  if (isMounted) execFileSync('umount', ['-l', folder]);
  isMounted = false;
  for (const each of [folder, elsewhere]) if (each !== '') removeFolder(each);
});

/** The state folder is a disk of its own; false, with a printed reason, where mounting isn't allowed. */
function mount(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=32m,mode=700', 'rowdesk-test', folder], { stdio: 'pipe' });
    isMounted = true;
  } catch (error) {
    if (process.env.CI === 'true') throw error;
    console.log(`skipped: a read-only disk needs the right to mount (${(error as Error).message.split('\n')[0]})`);
  }
  return isMounted;
}
/**
 * What keeps files open to be written would forbid it: a bind mount over the folder is read-only to all that is opened from
 * now on, and to the running processes what they have open stays as it is, as after an error of ext4 it would not.
 */
const becomeReadOnly = (): void => {
  execFileSync('mount', ['--bind', folder, folder]);
  execFileSync('mount', ['-o', 'remount,bind,ro', folder]);
};
const becomeWritable = () => execFileSync('umount', ['-l', folder]);

const start = () => startService({ state: folder, configFolder: elsewhere, config: outliving });
const storeAlarm = ({ warnings }: { warnings: { id: string; severity: string; detail: string }[] }) =>
  warnings.find(({ id }) => id === 'store');
const audioOf = async (service: Service): Promise<number> =>
  (await service.until('/telemetry/rt', (row) => row.processId > 0)).processId;

test('on a disk that became read-only both processes come back, and what was acknowledged is there', async (context) => {
  folder = temporaryFolder();
  elsewhere = temporaryFolder();
  if (!mount()) return context.skip();
  let service = await start();
  await running(service);
  await patchThrough(service, 1, { signal: 'sine', frequencyHz: 1000, levelDbfs: -20 });
  await write(service, '/channel/input/1', { name: 'Lead', levelDb: -6 });
  await write(service, '/channel/main/1', { levelDb: -3 });
  await settled(service);
  const { startedAt } = (await service.get('/console')).body;
  const audio = await audioOf(service);
  await service.kill();
  becomeReadOnly();

  // The control process: what it was told is in the log beside the database, which SQLite would not read here.
  service = await start();
  await opening(service);
  expect((await service.get('/console')).body.startedAt).not.toBe(startedAt);
  expect(await audioOf(service)).toBe(audio);
  expect((await service.get('/channel/input/1')).body).toMatchObject({ name: 'Lead', levelDb: -6 });
  const alarm = storeAlarm((await service.get('/warnings')).body);
  expect(alarm).toMatchObject({ severity: 'alarm', detail: expect.stringContaining('it is read-only') });
  expect(alarm?.detail).not.toContain('another process');
  const moved = await service.patch('/channel/input/1', { levelDb: -12 });
  expect([moved.status, moved.headers.get('rowdesk-durable')]).toEqual([200, 'no']);

  // A second one is refused here, too, and is not told to begin beside the sound.
  const second = await run(['start', '--port', '0', '--state', folder]);
  expect([second.code, second.stderr]).toEqual([1, expect.stringContaining(`in use by process ${service.child.pid}`)]);
  expect(second.stderr).not.toContain('another folder');

  // The audio process.
  process.kill(audio, 'SIGKILL');
  await service.until('/telemetry/rt', (row) => row.processId > 0 && row.processId !== audio);
  await opening(service);
  await service.until('/channel/main/1/meter', (row) => row.postDb[0] > -60);
  expect(driverProcesses(folder).map(({ processId }) => processId)).toEqual([await audioOf(service)]);

  // The control process again: it finds the sound that was started without a lock in the state folder.
  const again = await audioOf(service);
  await service.kill();
  service = await start();
  await opening(service);
  expect(await audioOf(service)).toBe(again);
  await write(service, '/channel/input/1', { name: 'from memory' });

  // The disk is mended: all is stored, and the desk goes on as if nothing had been.
  becomeWritable();
  await service.until('/warnings', (row) => storeAlarm(row) === undefined);
  expect((await service.patch('/channel/input/1', { pan: 5 })).headers.get('rowdesk-durable')).toBeNull();
  await service.kill();
  service = await start();
  expect((await service.get('/channel/input/1')).body).toMatchObject({ name: 'from memory', levelDb: -6, pan: 5 });
}, 120_000);

test('an empty state folder that can not be written is refused, since there is nothing to play', async (context) => {
  folder = temporaryFolder();
  elsewhere = temporaryFolder();
  if (!mount()) return context.skip();
  writeFileSync(join(folder, 'note'), '');
  becomeReadOnly();
  const refused = await start().then(
    () => 'it started',
    (error: Error) => error.message,
  );
  becomeWritable();
  expect(refused).toMatch(/ended with 1: .*rowdesk\.db: it is (read-only|not there)/s);
});
