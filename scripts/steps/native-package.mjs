// A package with a binding.gyp of its own, as vendors have: node-gyp configures and builds it in its folder.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { relative } from 'node:path';
import { compilersWords } from './compilers-words.mjs';
import { jobsAtOnce } from './jobs-at-once.mjs';
import { root } from './places.mjs';
import { run } from './run.mjs';
import { nodeFolder, nodeGyp } from './toolchain.mjs';

/** Calls `finish` with what came of it, then `built` with its seconds. */
export async function buildPackage(job, finish, built) {
  const { folder } = job;
  const beganMs = performance.now();
  const args = [nodeGyp(), 'configure', 'build', `--directory=${folder}`, '--jobs', String(jobsAtOnce())];
  const headersOfNode = nodeFolder();
  if (headersOfNode) args.push(`--nodedir=${headersOfNode}`);
  const { code, log } = await run(process.execPath, args, { cwd: folder });
  const isBuilt = code === 0;
  finish(job, { log, isBuilt, outputs: isBuilt ? outputsOf(folder) : [], words: compilersWords(log) });
  if (isBuilt) built(job, (performance.now() - beganMs) / 1000);
}

function outputsOf(folder) {
  const release = `${folder}/build/Release`;
  const names = existsSync(release) ? readdirSync(release).filter((name) => name.endsWith('.node')) : [];
  return names.map((name) => [relative(root, `${release}/${name}`), statSync(`${release}/${name}`).size]);
}
