// Compiles C++ tests of a driver and runs them.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const include = fileURLToPath(new URL('../../../include', import.meta.url));
const flags = [
  '-std=c++20',
  '-ffp-contract=off',
  '-Wall',
  '-Wextra',
  '-Wno-missing-field-initializers',
  `-I${include}`,
  '-pthread',
];

/** The paths of the files in a folder whose names end so. */
export const filesIn = (folder: string, ending: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name));

/**
 * Compiles and links a program of sources (`.cc`), objects and options. A run of the tests compiles no source twice with the
 * same options: its objects are in the folder ROWDESK_TEST_OBJECTS; without that variable each program has its own. An error
 * has the compiler's words in its message.
 */
export function compile(program: string, options: readonly string[], files: readonly string[]): void {
  const all = [...flags, ...options, ...files.filter((file) => file.startsWith('-'))];
  const objects = process.env.ROWDESK_TEST_OBJECTS ?? `${program}.objects`;
  mkdirSync(objects, { recursive: true });
  const linked = files.map((file) => (file.endsWith('.cc') ? objectOf(file, all, objects) : file));
  run('g++', [...all, ...linked, '-ldl', '-o', program]);
}

function objectOf(source: string, options: readonly string[], folder: string): string {
  const key = createHash('sha256')
    .update(JSON.stringify([source, options]))
    .digest('hex')
    .slice(0, 16);
  const object = join(folder, `${basename(source, '.cc')}-${key}.o`);
  if (existsSync(object)) return object;
  // Renamed, because another test may look for the same at this moment.
  const written = `${object}.${process.pid}`;
  run('g++', [...options, '-c', source, '-o', written]);
  renameSync(written, object);
  return object;
}

function run(command: string, words: readonly string[]): void {
  execFileSync(command, words, { stdio: ['ignore', 'ignore', 'pipe'] });
}

/** Returns what the program prints; an error has it in its message. `wrapper` are words before the program's. */
export function compileAndRun(
  program: string,
  options: readonly string[],
  files: readonly string[],
  wrapper: readonly string[] = [],
): string {
  compile(program, options, files);
  const [command = program, ...args] = [...wrapper, program];
  try {
    return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${stdout}${stderr}`);
  }
}
