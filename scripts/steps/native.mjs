// Native packages: each folder with a binding.gyp. Nothing here fails an install: what can't be built is named, with
// the reason and the command that mends it, and the rest goes on.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { basename, dirname } from 'node:path';
import { passingReason } from './passing.mjs';
import { root } from './places.mjs';
import { run } from './run.mjs';
import { say } from './say.mjs';
import { filesUnder, keyOf, readStamp, writeStamp } from './stamp.mjs';
import { missingFor, nodeFolder, nodeGyp } from './toolchain.mjs';

const headers = `${root}/hardware-drivers/include`;

/** The folders with a binding.gyp, in the order in which they are built. */
export function nativePackages() {
  const drivers = readdirSync(`${root}/hardware-drivers`).map((name) => `${root}/hardware-drivers/${name}`);
  return [`${root}/core/audio/process/native`, ...drivers].filter((folder) => existsSync(`${folder}/binding.gyp`));
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
 * Builds those of `packages` that are stale, or all with `force`. Resolves to the names of what could not be built; an
 * older binary of it is taken away, since it would not fit its changed sources, unless `keepOlder`.
 */
export async function buildNative({ force = false, keepOlder = false, packages = nativePackages() }) {
  const jobs = packages.map((folder) => ({ folder, key: keyFor(folder), stamp: readStamp(stampFile(folder)) }));
  const work = jobs.filter((job) => force || job.stamp.key !== job.key);
  const failed = jobs.filter((job) => !work.includes(job) && failedBefore(job));
  const possible = work.filter(({ folder }) => {
    const missing = missingFor(folder);
    if (missing) say(`${nameOf(folder)} is not built: ${missing}`);
    return !missing;
  });
  if (possible.length > 0) say(`Building native packages (${howLong(possible.length)}): ${namesOf(possible)} ...`);
  const waiting = [...possible];
  failed.push(...work.filter((job) => !possible.includes(job)));
  const worker = async () => {
    for (let job = waiting.shift(); job; job = waiting.shift()) {
      if (!(await compile(job, keepOlder))) failed.push(job);
      else if (possible.length > 1) say(`${nameOf(job.folder)} is built.`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return failed.map(({ folder }) => nameOf(folder));
}

const namesOf = (jobs) => jobs.map(({ folder }) => nameOf(folder)).join(', ');
/** The mixer, which is compiled for several instruction sets, takes most of it. */
const howLong = (count) => (count > 1 ? 'about a minute on two cores, the first time' : 'less than a minute');

/** Whether a package is built from its present sources. */
export function isBuilt(folder) {
  const { key, failed } = readStamp(stampFile(folder));
  return key === keyFor(folder) && failed !== true;
}

const stampFile = (folder) => `${folder}/build/.built`;

function keyFor(folder) {
  const isOutput = (path) => /\.(d\.ts|ts|js)$/.test(path);
  const sources = [folder, ...sharedBy(folder)].flatMap((each) => filesUnder(each, (path) => !isOutput(path)));
  return keyOf([...sources, ...filesUnder(headers)], process.arch, process.platform);
}

/** The folders beside a package whose sources it compiles too, or headers it lists: `../lib/sound-files/src/x.cc` in its binding.gyp. */
function sharedBy(folder) {
  const named = readFileSync(`${folder}/binding.gyp`, 'utf8').matchAll(/"\.\.\/([\w-]+)\/[^"]+\.(?:cc?|h)"/g);
  return [...new Set([...named].map(([, name]) => `${dirname(folder)}/${name}`))];
}

/** A build that failed is not tried again until something it is made from changes. */
function failedBefore({ folder, stamp }) {
  const again = 'To try again: npm run build -- --force';
  if (stamp.failed) say(`${nameOf(folder)} could not be built earlier; its log: ${logFile(folder)}. ${again}`);
  return stamp.failed;
}

export const logFile = (folder) => `${folder}/build/build.log`;

async function compile({ folder, key }, keepOlder) {
  const args = [nodeGyp(), 'configure', 'build', `--directory=${folder}`, '--jobs', String(availableParallelism())];
  const headersOfNode = nodeFolder();
  if (headersOfNode) args.push(`--nodedir=${headersOfNode}`);
  const { code, log } = await run(process.execPath, args, { cwd: folder });
  mkdirSync(`${folder}/build`, { recursive: true });
  writeFileSync(logFile(folder), log);
  // The next build tries again what failed for a reason that passes.
  const passes = code !== 0 && passingReason(log) !== undefined;
  writeStamp(stampFile(folder), passes ? {} : { key, failed: code !== 0 });
  if (code === 0) return true;
  if (!keepOlder) for (const binary of filesIn(`${folder}/build/Release`, '.node')) rmSync(binary);
  say(`${nameOf(folder)} could not be built:\n${tail(log)}\nThe whole log: ${logFile(folder)}`);
  return false;
}

/** The compiler's errors, or the end of the log. */
function tail(log) {
  const all = log.split('\n');
  const compiler = all.filter((line) => !line.startsWith('gyp '));
  const first = compiler.findIndex((line) => /\berror\b/i.test(line));
  const lines = first < 0 ? all : compiler;
  return lines
    .slice(first < 0 ? -40 : first, first < 0 ? undefined : first + 40)
    .join('\n')
    .trim();
}

function filesIn(folder, ending) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .map((name) => `${folder}/${name}`);
}
