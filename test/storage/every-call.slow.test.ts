// SQLite's own way of building trust: every call to the disk fails once, and what is left is old or new, never a mixture.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { isFull, isThinned } from '../harness/depth.ts';
import { removeFolder, root, temporaryFolder } from '../harness/service.ts';
import type { Findings } from './every-call.ts';
import { buildDisk, FaultyDisk } from './faulty-disk.ts';

// Of a sample one call of eleven, on CI of thirty-one.
const step = isFull ? 1 : isThinned ? 31 : 11;
const folder = temporaryFolder();
afterAll(() => removeFolder(folder));

test('whichever call to the disk fails, the store holds the old state or the new one, and nothing acknowledged is lost', async () => {
  const disk = FaultyDisk.make(buildDisk(folder), folder);
  const script = join(root, 'build/test/storage/every-call.js');
  const { stdout } = await promisify(execFile)(process.execPath, [script, String(step)], {
    env: { ...process.env, ...disk.env },
  });
  disk.close();
  const { faults, findings } = JSON.parse(stdout) as Findings;
  expect(findings).toEqual([]);
  for (const [kind, count] of Object.entries(faults)) expect([kind, count > 10 / step]).toEqual([kind, true]);
  if (step === 1) process.stdout.write(`calls that were made to fail: ${JSON.stringify(faults)}\n`);
}, 600_000);
