import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { removeFolder, startService, stopServices, temporaryFolder } from '../harness/service.ts';

/** A folder on a file system of its own of so many MiB; undefined, with a printed reason, where mounting isn't allowed. */
function smallDisk(mebibytes: number): string | undefined {
  const folder = temporaryFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'rowdesk-test', folder], { stdio: 'pipe' });
    return folder;
  } catch (error) {
    if (process.env.CI === 'true') throw error;
    console.log(`skipped: a full disk needs the right to mount a tmpfs (${(error as Error).message.split('\n')[0]})`);
    return undefined;
  }
}

let disk: string | undefined;
afterEach(async () => {
  await stopServices();
  if (disk === undefined) return;
  execFileSync('umount', ['-l', disk]);
  removeFolder(disk);
  disk = undefined;
});

const config = { providers: ['console', 'clock', 'channel', 'telemetry', 'warnings'], drivers: [], devices: [] };

test('a full disk keeps the show writable, loses nothing durable, and catches up when there is room', async (context) => {
  disk = smallDisk(8);
  if (disk === undefined) return context.skip();
  const service = await startService({ strips: 'all', state: disk, config });
  const durable = new Map<number, string>();
  const first = await service.patch('/channel/input/1', { name: 'before' });
  expect(first.headers.get('rowdesk-durable')).not.toBe('no');
  durable.set(1, 'before');

  const filler = join(disk, 'filler');
  fillDisk(filler);
  // what little room is left takes some commits; then the answers say that they are not on the disk
  let kept = 0;
  for (let n = 0; kept < 20; n++) {
    expect(n, 'the disk never was full').toBeLessThan(20_000);
    const strip = 2 + (n % 30);
    const name = `while full ${n}`.padEnd(60, '.');
    const answer = await service.patch(`/channel/input/${strip}`, { name });
    expect(answer.status).toBe(200);
    expect((await service.get(`/channel/input/${strip}`)).body.name).toBe(name);
    if (answer.headers.get('rowdesk-durable') === 'no') kept++;
    durable.set(strip, name);
  }
  const alarm = (await service.get('/warnings')).body.warnings.find((w: { id: string }) => w.id.includes('store'));
  expect(alarm.severity).toBe('alarm');

  rmSync(filler);
  await service.until('/warnings', (row) => !row.warnings.some((w: { id: string }) => w.id.includes('store')));
  await service.kill();
  const again = await startService({ strips: 'all', state: disk, config });
  for (const [strip, name] of durable) expect((await again.get(`/channel/input/${strip}`)).body.name).toBe(name);
}, 120_000);

/** Writes until nothing more fits. */
function fillDisk(file: string): void {
  for (const size of [1 << 20, 1 << 16, 1 << 12]) {
    try {
      for (;;) writeFileSync(file, Buffer.alloc(size), { flag: 'a' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }
}
