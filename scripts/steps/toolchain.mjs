import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { root } from './places.mjs';

const packagesByProgram = { python3: 'python3', make: 'make', 'g++': 'g++' };

/** Why a native package can't be built here, with the command that mends it; undefined when it can. */
export function missingFor(folder) {
  const programs = Object.keys(packagesByProgram).filter((program) => !onPath(substitute(program)));
  if (programs.length > 0) {
    const names = programs.map((program) => packagesByProgram[program]);
    return `${programs.join(', ')} not found. To mend it: sudo apt-get install ${names.join(' ')}`;
  }
  const tools = [nodeGyp() ? '' : 'node-gyp', usesMissingHeaders(folder) ? 'node-addon-api' : ''].filter(Boolean);
  if (tools.length > 0) return `${tools.join(', ')} not found. To mend it: npm install --no-save ${tools.join(' ')}`;
  const libraries = Object.entries(librariesOf(folder)).filter(([library]) => !hasLibrary(library));
  if (libraries.length === 0) return undefined;
  const [names, packages] = [0, 1].map((column) => libraries.map((library) => library[column]).join(' '));
  return `the headers of ${names} were not found. To mend it: sudo apt-get install pkg-config ${packages}`;
}

/** What the builder named instead: the variables that make and node-gyp look at. */
function substitute(program) {
  const { CXX, MAKE, npm_config_python } = process.env;
  return { 'g++': CXX, make: MAKE, python3: npm_config_python }[program] || program;
}

function onPath(command) {
  const program = command.split(' ')[0];
  if (program.includes('/')) return existsSync(program);
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));
}

/** `rowdesk.build.pkgConfig` of a native package's package.json: pkg-config name -> Debian package of its headers. */
export function librariesOf(folder) {
  const manifest = `${folder}/package.json`;
  return existsSync(manifest) ? (JSON.parse(readFileSync(manifest, 'utf8')).rowdesk?.build?.pkgConfig ?? {}) : {};
}

/**
 * node-addon-api is headers only: what runs doesn't need it, so where rowdesk is installed it may be missing. A package of its
 * own has it from rowdesk.
 */
function usesMissingHeaders(folder) {
  const descriptions = [`${folder}/binding.gyp`, `${root}/hardware-drivers/lib/common.gypi`].filter(existsSync);
  if (!descriptions[0] || !readFileSync(descriptions[0], 'utf8').includes('node-addon-api')) return false;
  return ![folder, root].some((place) => finds(place, 'node-addon-api'));
}

function finds(folder, name) {
  try {
    createRequire(`${folder}/package.json`).resolve(name);
    return true;
  } catch {
    return false;
  }
}

function hasLibrary(name) {
  return spawnSync('pkg-config', ['--exists', name]).status === 0;
}

/** The processor that is built for: this one, unless node-gyp is told another. */
export const targetArch = () => process.env.npm_config_arch || process.arch;

/** Our own node-gyp; else the one that npm brings along; undefined when there is none. */
export function nodeGyp() {
  const beside = realpathSync(process.execPath);
  const places = [
    `${root}/package.json`,
    process.env.npm_execpath,
    `${dirname(dirname(beside))}/lib/node_modules/npm/package.json`,
  ];
  for (const place of places.filter(Boolean)) {
    try {
      return createRequire(place).resolve('node-gyp/bin/node-gyp.js');
    } catch {
      // Not there; the next place may have it.
    }
  }
  return undefined;
}

/** The folder whose include/node has this Node's headers; undefined lets node-gyp download them. */
export function nodeFolder() {
  const prefix = dirname(dirname(realpathSync(process.execPath)));
  return [process.env.npm_config_nodedir, prefix].find(
    (folder) => folder && existsSync(`${folder}/include/node/node_api.h`),
  );
}

/**
 * What the build of the tree is configured with. Unless the builder names a compiler, ours starts through a launcher that keeps
 * objects (scripts/compiler.mjs), and linking goes without the launcher.
 */
export function launched() {
  const { CC, CXX, LINK } = process.env;
  const quoted = (word) => (/\s/.test(word) ? `'${word}'` : word);
  const launcher = [process.execPath, `${root}/scripts/compiler.mjs`].map(quoted).join(' ');
  return { CC: CC || `${launcher} gcc`, CXX: CXX || `${launcher} g++`, LINK: LINK || CXX || 'g++' };
}
