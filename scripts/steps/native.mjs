// Native packages: folders with a binding.gypi are targets of the one build of the tree (hardware-drivers/binding.gyp), those
// with a binding.gyp are built by themselves, as a vendor's package is. Nothing here fails an install: what can't be built is
// named, with the reason and the command that mends it, and the rest goes on.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { buildPackage } from './native-package.mjs';
import { remember, stateOf } from './native-state.mjs';
import { buildTree, isInTree } from './native-tree.mjs';
import { passingReason } from './passing.mjs';
import { root } from './places.mjs';
import { say } from './say.mjs';
import { missingFor } from './toolchain.mjs';

/** The folders of native packages, in the order in which they are built: the mixer takes longest. */
export function nativePackages() {
  const drivers = readdirSync(`${root}/hardware-drivers`).map((name) => `${root}/hardware-drivers/${name}`);
  const byLength = [`${root}/hardware-drivers/mixer`, `${root}/core/audio/process/native`, ...drivers];
  const isPackage = (folder) => isInTree(folder) || existsSync(`${folder}/binding.gyp`);
  return [...new Set(byLength)].filter(isPackage);
}

export const nameOf = (folder) => (basename(folder) === 'native' ? 'driver-process' : basename(folder));

/** The folder of a native package by its name here, or by its npm name as seen from the current folder, or itself. */
export function packageNamed(name) {
  const inTree = nativePackages().find((folder) => nameOf(folder) === name);
  if (inTree) return inTree;
  const here = process.cwd();
  if (existsSync(`${here}/binding.gyp`) && existsSync(`${here}/package.json`)) {
    if (JSON.parse(readFileSync(`${here}/package.json`, 'utf8')).name === name) return here;
  }
  const places = createRequire(`${process.cwd()}/package.json`).resolve.paths(name) ?? [];
  return places.map((place) => `${place}/${name}`).find((folder) => existsSync(`${folder}/binding.gyp`));
}

/**
 * Builds those packages that are stale by their `states`, or all with `force`. Resolves to the names of what could not be built; an
 * older binary of it is taken away, since it would not fit its changed sources, unless `keepOlder`. `first`: what the first
 * sound needs of them, the mixer with few kernels and nothing for tests; a later build without it adds the rest.
 */
export async function buildNative({
  force = false,
  keepOlder = false,
  states = nativePackages().map(stateOf),
  first = false,
}) {
  const jobs = states.map((state) => ({ ...state, targets: first ? state.targets?.first : state.targets?.all }));
  const work = jobs.filter(({ is }) => force || !(first ? ['built', 'first'] : ['built']).includes(is));
  const failed = jobs.filter((job) => !work.includes(job) && failedBefore(job));
  const possible = work.filter(({ folder }) => {
    const missing = missingFor(folder);
    if (missing) say(`${nameOf(folder)} is not built: ${missing}`);
    return !missing;
  });
  failed.push(...work.filter((job) => !possible.includes(job)));
  if (possible.length > 0) say(`Building native packages (${howLong(possible.length)}): ${namesOf(possible)} ...`);
  const finish = (job, { log, outputs, isBuilt, words, isFinal = true }) => {
    mkdirSync(`${job.folder}/build`, { recursive: true });
    writeFileSync(logFile(job.folder), log);
    if (!isBuilt) {
      failed.push(job);
      if (!keepOlder) for (const binary of binariesOf(job.folder)) rmSync(binary);
      say(`${nameOf(job.folder)} could not be built:\n${words}\nThe whole log: ${logFile(job.folder)}`);
    }
    // The next build tries again what a full disk, a signal or another reason that passes has ended.
    const passes = !isFinal || (!isBuilt && passingReason(log) !== undefined);
    if (!passes) remember(job, first, { failed: !isBuilt, outputs });
    else if (!isBuilt) remember(job, first);
  };
  const built = (job, seconds) => say(`${nameOf(job.folder)} is built (${seconds.toFixed(1)} s).`);
  const ofTree = possible.filter(({ folder }) => isInTree(folder));
  if (ofTree.length > 0) await buildTree(ofTree, finish, built);
  const waiting = possible.filter((job) => !ofTree.includes(job));
  const worker = async () => {
    for (let job = waiting.shift(); job; job = waiting.shift()) await buildPackage(job, finish, built);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return failed.map(({ folder }) => nameOf(folder));
}

const namesOf = (jobs) => jobs.map(({ folder }) => nameOf(folder)).join(', ');
/** The mixer, which is compiled for several instruction sets, takes most of it. */
const howLong = (count) => (count > 1 ? 'about a minute on two cores, the first time' : 'less than a minute');

export const logFile = (folder) => `${folder}/build/build.log`;
const binariesOf = (folder) => filesIn(`${folder}/build/Release`).filter((file) => file.endsWith('.node'));

/** A build that failed is not tried again until something it is made from changes. */
function failedBefore({ folder, hasFailed }) {
  const again = 'To try again: npm run build -- --force';
  if (hasFailed) say(`${nameOf(folder)} could not be built earlier; its log: ${logFile(folder)}. ${again}`);
  return hasFailed;
}

function filesIn(folder) {
  return existsSync(folder) ? readdirSync(folder).map((name) => `${folder}/${name}`) : [];
}
