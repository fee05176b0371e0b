import { existsSync, readFileSync } from 'node:fs';
import { root } from './places.mjs';
import { run } from './run.mjs';
import { say } from './say.mjs';

/** Runs `npm ci` when a package that package-lock.json asks for is missing or has another version. Rejects in words. */
export async function installPackages() {
  const missing = missingPackages();
  if (missing.length === 0) return;
  say(`Installing ${missing.length} packages with npm ci (some 10 s, as the network allows) ...`);
  // Under `npm start` this is the very npm that runs us, so that both agree about the lockfile.
  const npm = process.env.npm_execpath;
  const [program, ...args] = npm?.endsWith('.js') ? [process.execPath, npm] : ['npm'];
  const { code, log } = await run(program, [...args, 'ci'], { cwd: root, stdio: ['ignore', 2, 2] });
  if (code === 127) throw new Error(`npm can't be run (${log.trim()}). It comes with Node: https://nodejs.org`);
  if (code !== 0) throw new Error('npm ci failed; its reason stands above. Once mended, run the same command again.');
}

function missingPackages() {
  const wanted = packagesIn(`${root}/package-lock.json`);
  const present = packagesIn(`${root}/node_modules/.package-lock.json`);
  return Object.entries(wanted)
    .filter(([path, { optional, version }]) => path !== '' && !optional && present[path]?.version !== version)
    .map(([path]) => path.replace(/^.*node_modules\//, ''));
}

function packagesIn(lockfile) {
  return existsSync(lockfile) ? JSON.parse(readFileSync(lockfile, 'utf8')).packages : {};
}
