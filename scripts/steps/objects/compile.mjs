// Compiles a unit, or finds what it became before.
import { spawnSync } from 'node:child_process';
import {
  accessSync,
  constants,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { root } from '../places.mjs';
import { areSame, dependencyText, hashOf, listedFiles, statesOf } from './files.mjs';
import { anywhere, folder } from './places.mjs';
import { withPrecompiled } from './precompiled.mjs';
import { ObjectStore } from './store.mjs';

/** Another number forgets all that earlier versions kept. */
const format = 1;
const variables = [
  'CPATH',
  'C_INCLUDE_PATH',
  'CPLUS_INCLUDE_PATH',
  'GCC_EXEC_PREFIX',
  'COMPILER_PATH',
  'SOURCE_DATE_EPOCH',
];

/** The exit code. `unit`: of unitOf(words); without one the command runs as it is. */
export function compileUnit(program, words, unit) {
  if (!unit) return exitCode(spawnSync(program, words, { stdio: 'inherit' }));
  const store = new ObjectStore();
  const compiler = store.isOn && compilerOf(program);
  if (!compiler) return compile(program, unit);
  const environment = variables.map((name) => process.env[name] ?? '');
  const command = [format, compiler, environment, folder(), anywhere(unit.source), unit.options.map(anywhere)];
  const key = hashOf(JSON.stringify(command));
  return reuse(store, key, unit) ? 0 : compile(program, unit, (content, result) => store.add(key, content, result));
}

function reuse(store, key, unit) {
  const known = new Map();
  const result = store.results(key).find(({ files }) => areSame(files, known));
  const content = result && store.object(result.object, key);
  if (!content) return false;
  deliver(unit, content, result.files);
  process.stderr.write(result.words);
  return true;
}

function compile(program, unit, keep) {
  const sinceMs = Date.now();
  const fresh = `${unit.object}.${process.pid}`;
  const dependencies = `${fresh}.d`;
  const { options, names } = withPrecompiled(program, unit.options);
  // Paths of the checkout stand in no object.
  const to = [`-ffile-prefix-map=${root}=.`, '-MD', '-MF', dependencies, '-c', unit.source, '-o', fresh];
  try {
    const run = spawnSync(program, [...options, ...to], { stdio: ['ignore', 'inherit', 'pipe'], encoding: 'utf8' });
    process.stderr.write(run.stderr ?? `${program}: ${run.error?.message}\n`);
    if (exitCode(run) !== 0) return exitCode(run);
    const listed = [...new Set([...listedFiles(readFileSync(dependencies, 'utf8')), ...names])];
    const files = listed.filter((name) => !name.endsWith('.gch'));
    const states = statesOf(files, sinceMs);
    const content = readFileSync(fresh);
    if (states) keep?.(content, { files: states, words: run.stderr });
    deliver(unit, undefined, states ?? files.map((name) => [name]), fresh);
    return 0;
  } catch (error) {
    process.stderr.write(`${unit.object}: ${error.message}\n`);
    return 1;
  } finally {
    for (const file of [fresh, dependencies]) rmSync(file, { force: true });
  }
}

/** The object comes last and whole: make takes one that is there for finished. */
function deliver(unit, content, files, fresh = `${unit.object}.${process.pid}`) {
  if (unit.dependencies !== '') writeFileSync(unit.dependencies, dependencyText(unit, files));
  if (content) writeFileSync(fresh, content);
  renameSync(fresh, unit.object);
}

const exitCode = ({ status, error }) => status ?? (error?.code === 'ENOENT' ? 127 : 1);

/** Says which compiler a program is, by the file that is found: another version is another file. */
function compilerOf(program) {
  const places = program.includes('/') ? [''] : (process.env.PATH ?? '').split(delimiter);
  for (const place of places) {
    try {
      const file = join(place, program);
      accessSync(file, constants.X_OK);
      const real = realpathSync(file);
      const { size, mtimeMs } = statSync(real);
      return `${program} ${real} ${size} ${mtimeMs}`;
    } catch {
      // Not there; the next place may have it.
    }
  }
  return undefined;
}
