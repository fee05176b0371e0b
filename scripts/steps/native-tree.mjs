// The one build of the tree's native packages: node-gyp configures hardware-drivers/binding.gyp, make builds the targets of the
// packages that are asked for. What is built for a package goes to its own build/Release, whole: a running desk may have
// loaded what was there before.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { relative } from 'node:path';
import { compilersWords } from './compilers-words.mjs';
import { follow } from './follow-make.mjs';
import { jobsAtOnce } from './jobs-at-once.mjs';
import { ownKernel } from './own-kernel.mjs';
import { root } from './places.mjs';
import { run } from './run.mjs';
import { filesUnder, keyOf, readStamp, writeStamp } from './stamp.mjs';
import { launched, missingFor, nodeFolder, nodeGyp, targetArch } from './toolchain.mjs';

const home = `${root}/hardware-drivers`;
const output = `${home}/build`;
const configured = `${output}/.configured`;
/** There while make runs. Where it is found, a build was killed, and a file may be half a file. */
const unfinished = `${output}/.unfinished`;

export const isInTree = (folder) => existsSync(`${folder}/binding.gypi`) && namedInTree().includes(folder);

/** The folders whose binding.gypi the build of the tree includes. */
function namedInTree() {
  if (!existsSync(treeFile)) return [];
  const named = readFileSync(treeFile, 'utf8').matchAll(/['"]([\w./-]+)\/binding\.gypi['"]/g);
  return [...named].map(([, place]) => (place.startsWith('../') ? `${root}/${place.slice(3)}` : `${home}/${place}`));
}

/** What all packages of the tree are built from, beside their own folders: folders, and the file that includes theirs. */
export const sharedInTree = [`${home}/lib`];
export const treeFile = `${home}/binding.gyp`;

/**
 * The targets of a package that give a file. With `first` nothing for tests, and of `mixer` and `mixer_first` only the latter,
 * which gives the same file.
 */
export function targetsOf(folder, first) {
  const text = readFileSync(`${folder}/binding.gypi`, 'utf8');
  const found = [...text.matchAll(/['"]target_name['"]:\s*['"]([\w-]+)['"](?:,\s*['"]type['"]:\s*['"](\w+)['"])?/g)];
  const all = found.filter(([, , type]) => type !== 'static_library').map(([, name]) => name);
  if (!first) return all.filter((name) => !name.endsWith('_first'));
  const wanted = (name) => !name.startsWith('test_') && !all.includes(`${name}_first`);
  return all.filter(wanted);
}

/** Builds the targets of these jobs, with `finish` and `built` called for each. */
export async function buildTree(jobs, finish, built) {
  const beganMs = performance.now();
  const configuration = await configure();
  if (configuration.code !== 0) {
    const { log } = configuration;
    for (const job of jobs) finish(job, { log, isBuilt: false, outputs: [], words: compilersWords(log) });
    return;
  }
  const result = await make(jobs, beganMs, built);
  const { log } = result;
  const failed = givenUp(
    jobs.flatMap((job) => job.targets),
    result,
  );
  for (const job of jobs) {
    const isBuilt = !job.targets.some((target) => failed.has(target));
    const outputs = isBuilt ? job.targets.map((target) => install(target, job.folder)) : [];
    finish(job, {
      log,
      isBuilt,
      outputs,
      isFinal: result.isWhole,
      words: compilersWords(log, `/${relative(home, job.folder)}/`),
    });
  }
}

/** Anew only when something it is made from is not what it was. */
async function configure() {
  if (existsSync(unfinished)) rmSync(`${output}/Release`, { recursive: true, force: true, maxRetries: 9 });
  const packages = namedInTree().filter((folder) => existsSync(`${folder}/package.json`));
  const missing = packages.map((folder) => missingFor(folder) ?? '');
  const sources = namedInTree().flatMap((folder) => filesUnder(folder, (path) => /\.(cc?|gypi)$/.test(path)));
  const shared = sharedInTree.flatMap((folder) => filesUnder(folder, (path) => /\.(gypi|sh)$/.test(path)));
  const descriptions = [...new Set([...shared, ...sources.filter((path) => path.endsWith('.gypi'))])];
  const env = launched();
  const node = [process.execPath, process.version, targetArch(), nodeGyp(), nodeFolder()];
  const names = sources.map((path) => relative(root, path));
  const key = keyOf([treeFile, ...descriptions], missing, names, env, node, root);
  if (readStamp(configured).key === key && existsSync(`${output}/Makefile`)) return { code: 0, log: '' };
  rmSync(configured, { force: true });
  const args = [nodeGyp(), 'configure', `--directory=${home}`, ...(nodeFolder() ? [`--nodedir=${nodeFolder()}`] : [])];
  const words = [...args, '--', `-Down_kernel=${ownKernel(targetArch())}`];
  const result = await run(process.execPath, words, { cwd: home, env: { ...process.env, ...env } });
  if (result.code === 0) writeStamp(configured, { key });
  return result;
}

async function make(jobs, beganMs, built) {
  const targets = jobs.flatMap((job) => job.targets);
  writeFileSync(unfinished, '');
  // Else make configures anew by itself where a description is younger, and forgets which compiler was chosen.
  utimesSync(`${output}/Makefile`, new Date(), new Date());
  const seen = follow(jobs, beganMs, built);
  const result = await run(...makeCommand(['-k', ...targets]), seen.line);
  const isWhole = result.code === 0 || (!result.signal && !/No space left on device/.test(result.log));
  if (isWhole) rmSync(unfinished, { force: true });
  if (result.code === 0) seen.end();
  return { ...result, isWhole };
}

/** The targets that make has given up, in its words; all of them when it could not even begin, or was killed. */
function givenUp(targets, { code, signal, log }) {
  if (code === 0) return new Set();
  const words = /^make.*(?:Target '([\w-]+)' not remade|No rule to make target '([\w-]+)')/gm;
  const named = [...log.matchAll(words)].map(([, left, unknown]) => left ?? unknown);
  const isKnown = !signal && named.some((name) => targets.includes(name));
  return new Set(isKnown ? named : targets);
}

/** In English, which `givenUp` reads. */
function makeCommand(words) {
  const [program, ...before] = (process.env.MAKE || 'make').split(' ');
  const { MAKEFLAGS: _, MFLAGS: __, ...env } = process.env;
  return [
    program,
    [...before, '-C', output, 'BUILDTYPE=Release', `-j${jobsAtOnce()}`, ...words],
    { cwd: home, env: { ...env, LC_ALL: 'C' } },
  ];
}

/** Puts the file of a target to its package, under the name that it is loaded by. Its path below the root, and its size. */
function install(target, folder) {
  const isProgram = existsSync(`${output}/Release/${target}`);
  const [made, name] = isProgram ? [target, target] : [`${target}.node`, `${target.replace(/_first$/, '')}.node`];
  const from = `${output}/Release/${made}`;
  const to = `${folder}/build/Release/${name}`;
  mkdirSync(`${folder}/build/Release`, { recursive: true });
  if (!isEqual(from, to)) {
    const fresh = `${to}.${process.pid}`;
    copyFileSync(from, fresh);
    renameSync(fresh, to);
  }
  return [relative(root, to), statSync(to).size];
}

function isEqual(from, to) {
  return existsSync(to) && readFileSync(from).equals(readFileSync(to));
}
