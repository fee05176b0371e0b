// Native packages: each folder with a binding.gyp. Nothing here fails an install: what can't be built is named, with
// the reason and the command that mends it, and the rest goes on.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { root } from './places.mjs';
import { run } from './run.mjs';
import { say } from './say.mjs';
import { filesUnder, keyOf, readStamp, writeStamp } from './stamp.mjs';
import { missingFor, nodeFolder, nodeGyp } from './toolchain.mjs';

const headers = `${root}/hardware-drivers/include`;

/** The folders with a binding.gyp, in the order in which they are built. */
export function nativePackages() {
  const drivers = readdirSync(`${root}/hardware-drivers`).map((name) => `${root}/hardware-drivers/${name}`);
  return [`${root}/core/driver-process/native`, ...drivers].filter((folder) => existsSync(`${folder}/binding.gyp`));
}

export const nameOf = (folder) => (basename(folder) === 'native' ? 'driver-process' : basename(folder));

/** Builds what is stale (all of `only`, by name, with `force`). Resolves to the names of what could not be built. */
export async function buildNative({ force = false, only }) {
  const packages = nativePackages().filter((folder) => !only || only.includes(nameOf(folder)));
  const work = packages.map((folder) => ({ folder, key: keyFor(folder) })).filter((job) => force || isStale(job));
  if (work.length === 0) return [];
  const possible = work.filter(({ folder }) => {
    const missing = missingFor(folder);
    if (missing) say(`${nameOf(folder)} is not built: ${missing}`);
    return !missing;
  });
  if (possible.length > 0) say(`Building native packages: ${possible.map(({ folder }) => nameOf(folder)).join(', ')}.`);
  const waiting = [...possible];
  const failed = work.filter((job) => !possible.includes(job));
  const worker = async () => {
    for (let job = waiting.shift(); job; job = waiting.shift()) if (!(await compile(job))) failed.push(job);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return failed.map(({ folder }) => nameOf(folder));
}

const stampFile = (folder) => `${folder}/build/.built`;

function keyFor(folder) {
  const isOutput = (path) => /\.(d\.ts|ts|js)$/.test(path);
  const sources = [...filesUnder(folder, (path) => !isOutput(path)), ...filesUnder(headers)];
  return keyOf(sources, process.arch, process.platform);
}

/** A build that failed is not tried again until something it is made from changes. */
function isStale({ folder, key }) {
  const stamp = readStamp(stampFile(folder));
  if (stamp.key !== key) return true;
  if (stamp.failed)
    say(`${nameOf(folder)} was not built; its log: ${logFile(folder)}. To try again: npm run build -- --force`);
  return false;
}

const logFile = (folder) => `${folder}/build/build.log`;

async function compile({ folder, key }) {
  const args = [nodeGyp(), 'configure', 'build', `--directory=${folder}`, '--jobs', String(availableParallelism())];
  const headersOfNode = nodeFolder();
  if (headersOfNode) args.push(`--nodedir=${headersOfNode}`);
  const { code, log } = await run(process.execPath, args, { cwd: folder });
  mkdirSync(`${folder}/build`, { recursive: true });
  writeFileSync(logFile(folder), log);
  writeStamp(stampFile(folder), { key, failed: code !== 0 });
  if (code !== 0) say(`${nameOf(folder)} could not be built:\n${tail(log)}\nThe whole log: ${logFile(folder)}`);
  return code === 0;
}

/** The compiler's errors, or the end of the log. */
function tail(log) {
  const lines = log.split('\n').filter((line) => !line.startsWith('gyp info'));
  const first = lines.findIndex((line) => /\berror\b/i.test(line));
  return lines
    .slice(first < 0 ? -40 : first, first < 0 ? undefined : first + 40)
    .join('\n')
    .trim();
}
