// Compiles C++ tests of a driver and runs them.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const include = fileURLToPath(new URL('../../../include', import.meta.url));
const launcher = fileURLToPath(new URL('../../../../scripts/compiler.mjs', import.meta.url));
/** Words before those of a command that compiles. */
const compiler = process.env.CXX ? process.env.CXX.split(' ') : [process.execPath, launcher, 'g++'];
const flags = [
  '-std=c++20',
  '-ffp-contract=off',
  '-Wall',
  '-Wextra',
  '-Wno-missing-field-initializers',
  `-I${include}`,
  '-pthread',
];

const builtObjects = fileURLToPath(new URL('../../../build/Release/obj.target', import.meta.url));

/** The object that the build of the tree has made of a unit (lib/one-unit.sh) for a target. */
export const builtUnit = (target: string, unit: string = target): string =>
  join(builtObjects, target, 'build/units', `${unit}.o`);

/** The paths of the files in a folder whose names end so. */
export const filesIn = (folder: string, ending: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name));

/**
 * Compiles and links a program of sources (`.cc`), objects and options. What was compiled before with the same content and options
 * comes from the cache of objects that the build has, too. An error has the compiler's words in its message.
 */
export function compile(program: string, options: readonly string[], files: readonly string[]): void {
  const all = [...flags, ...options, ...files.filter((file) => file.startsWith('-'))];
  const objects = `${program}.objects`;
  mkdirSync(objects, { recursive: true });
  const linked = files.map((file, place) => {
    if (!file.endsWith('.cc')) return file;
    const object = join(objects, `${place}-${basename(file, '.cc')}.o`);
    run([...compiler, ...all, '-c', file, '-o', object]);
    return object;
  });
  run(['g++', ...all, ...linked, '-ldl', '-o', program]);
}

function run([command = '', ...words]: readonly string[]): void {
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
