import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compileAndRun } from '../../sound-files/test/compile.ts';

const home = fileURLToPath(new URL('..', import.meta.url));
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowdesk-cycles-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Compiles and runs tests in C++. Returns the lines of those that hold; throws what fails. */
function run(source: string): string {
  const files = [`test/${source}.cc`, 'src/cycles.cc'].map((file) => join(home, file));
  const stdout = compileAndRun(join(folder, source), ['-O1'], files);
  expect(stdout.match(/^FAIL.*/gm)).toBeNull();
  return stdout;
}

test('a jump of the position and a count of the clock are one xrun, another clock is none (C++)', () => {
  expect(run('xruns_test')).toContain('ok   a jump of the position is an xrun');
}, 120_000);

test('a cycle over 4096 frames is split, sound is faded in, and no cycle allocates (C++)', () => {
  expect(run('blocks_test')).toContain('ok   the audio thread neither allocates nor frees');
}, 120_000);
