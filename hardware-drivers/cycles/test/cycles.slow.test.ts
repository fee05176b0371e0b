import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const home = fileURLToPath(new URL('..', import.meta.url));
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowdesk-cycles-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Compiles and runs tests in C++. Returns the lines of those that hold; throws what fails. */
function run(source: string): string {
  const program = join(folder, source);
  const files = [`test/${source}.cc`, 'src/cycles.cc'].map((file) => join(home, file));
  const options = ['-std=c++20', '-O1', '-Wall', '-Wextra', `-I${join(home, '../include')}`];
  execFileSync('g++', [...options, ...files, '-o', program, '-pthread', '-ldl'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const { stdout, status } = spawnSync(program, { encoding: 'utf8' });
  expect([stdout.match(/^FAIL.*/gm), status]).toEqual([null, 0]);
  return stdout;
}

test('a jump of the position and a count of the clock are one xrun, another clock is none (C++)', () => {
  expect(run('xruns_test')).toContain('ok   a jump of the position is an xrun');
}, 120_000);

test('a cycle over 4096 frames is split, sound is faded in, and no cycle allocates (C++)', () => {
  expect(run('blocks_test')).toContain('ok   the audio thread neither allocates nor frees');
}, 120_000);
