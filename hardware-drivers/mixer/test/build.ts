// One program per variant has all C++ tests of the mixer; test files that run it build it one after the other.
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('..', import.meta.url));

/** Returns the program. `isFull`: with what only a full run has. An error has the compiler's words. */
export function buildTests(variant: string, isFull: boolean): string {
  mkdirSync(join(folder, 'build'), { recursive: true });
  const make = ['make', '-s', `-j${availableParallelism()}`, 'built', `VARIANT=${variant}`];
  const { status, stdout, stderr } = spawnSync('flock', ['build/.tests', ...make], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, FULL: String(isFull) },
  });
  if (status !== 0) throw new Error(`${stdout}\n${stderr}`);
  return join(folder, `build/test-${variant}/mixer-test`);
}
