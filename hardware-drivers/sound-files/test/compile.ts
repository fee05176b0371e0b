// Compiles C++ tests of a driver and runs them.
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const include = fileURLToPath(new URL('../../include', import.meta.url));
const flags = [
  '-std=c++20',
  '-ffp-contract=off',
  '-Wall',
  '-Wextra',
  '-Wno-missing-field-initializers',
  `-I${include}`,
];

/** The paths of the files in a folder whose names end so. */
export const filesIn = (folder: string, ending: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name));

/** Returns what the program prints; an error has it in its message. `wrapper` are words before the program's. */
export function compileAndRun(
  program: string,
  options: readonly string[],
  files: readonly string[],
  wrapper: readonly string[] = [],
): string {
  const words = [...flags, ...options, ...files, '-pthread', '-ldl', '-o', program];
  execFileSync('g++', words, { stdio: ['ignore', 'ignore', 'pipe'] });
  const [command = program, ...args] = [...wrapper, program];
  try {
    return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${stdout}${stderr}`);
  }
}
