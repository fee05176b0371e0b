// Makes packages of what is built: `npm run package -- npm|deb [--arch x64,arm64] [--output FOLDER]`. A processor that is not
// this machine's takes Debian's cross compiler (g++-aarch64-linux-gnu). `--version` names another version than package.json;
// for a Debian package `--node FOLDER` has `bin/node` and `LICENSE` instead of npm's, and `--compress none` is quick.
import { mkdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from '../scripts/steps/build.mjs';
import { root } from '../scripts/steps/places.mjs';
import { say } from '../scripts/steps/say.mjs';
import { makeDeb } from './steps/deb.mjs';
import { machines } from './steps/machines.mjs';
import { makeNpm } from './steps/npm.mjs';

const kinds = { npm: makeNpm, deb: makeDeb };
const words = { args: process.argv.slice(2), allowPositionals: true };
const names = ['arch', 'output', 'version', 'node', 'compress'];
const options = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));

try {
  const { values, positionals } = parseArgs({ ...words, options });
  const [kind, ...more] = positionals;
  if (!Object.hasOwn(kinds, kind ?? '') || more.length > 0) throw new Error('say what to make: npm or deb');
  const archs = (values.arch ?? Object.keys(machines).join(',')).split(',');
  const unknown = archs.find((arch) => !Object.hasOwn(machines, arch));
  if (unknown !== undefined)
    throw new Error(`--arch ${unknown}: use one or more of ${Object.keys(machines).join(', ')}`);
  const output = resolve(values.output ?? join(root, 'packaging/build'));
  mkdirSync(output, { recursive: true });
  await build({ strict: true });
  for (const file of await kinds[kind]({ ...values, archs, output })) {
    say(`Made ${relative(process.cwd(), file)}`);
  }
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
