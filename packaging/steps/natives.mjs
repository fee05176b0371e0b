// The native files for a processor: of this machine those of the build, of another one those of a cross compiler.
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { nativePackages } from '../../scripts/steps/native.mjs';
import { root } from '../../scripts/steps/places.mjs';
import { filesUnder } from '../../scripts/steps/stamp.mjs';
import { command } from './command.mjs';
import { toolFor } from './machines.mjs';

/** `[place of the package, file]` of each, without what is for tests. Rejects where one can't be built. */
export async function nativeFiles(arch) {
  const tree = arch === process.arch ? root : await crossBuilt(arch);
  return nativePackages().flatMap((folder) => {
    const place = relative(root, folder);
    const release = join(tree, place, 'build/Release');
    const names = readdirSync(release).filter((name) => !name.startsWith('test_') && !/\.\d+$/.test(name));
    return names.map((name) => [place, join(release, name)]);
  });
}

/** What the native build reads, beside the tree that runs: its outputs are another processor's. */
const copied = ['hardware-drivers', 'core/audio/process/native', 'scripts', 'package.json'];

/** A copy of the native sources with what was built of them. A second time what has not changed is kept. */
async function crossBuilt(arch) {
  const tree = join(root, 'packaging/build', `tree-${arch}`);
  mkdirSync(join(tree, 'core/audio/process'), { recursive: true });
  const sources = copied.flatMap((place) => {
    const path = join(root, place);
    return place.includes('.') ? [path] : filesUnder(path);
  });
  const isSource = new Set(sources.map((file) => relative(root, file)));
  for (const place of isSource) cpSync(join(root, place), join(tree, place), { preserveTimestamps: true });
  const stale = ['hardware-drivers', 'core'].flatMap((place) => filesUnder(join(tree, place)));
  for (const file of stale) if (!isSource.has(relative(tree, file))) rmSync(file);
  if (!existsSync(join(tree, 'node_modules'))) symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
  const [cc, cxx, ar] = ['gcc', 'g++', 'ar'].map((program) => toolFor(arch, program));
  await command(cxx, ['--version']).catch(() => {
    throw new Error(`${cxx} not found. To mend it: sudo apt-get install ${cxx.replace(/(.*)-(g\+\+)$/, '$2-$1')}`);
  });
  // Objects are kept by their content, as those of the build are.
  const launcher = `${process.execPath} ${join(root, 'scripts/compiler.mjs')}`;
  const env = {
    ...process.env,
    ...{ npm_config_arch: arch, CC: `${launcher} ${cc}`, CXX: `${launcher} ${cxx}`, LINK: cxx, AR: ar },
  };
  const steps = pathToFileURL(join(tree, 'scripts/steps')).href;
  const script = `
    const { buildNative } = await import('${steps}/native.mjs');
    const failed = await buildNative({});
    if (failed.length > 0) { console.error('Not built: ' + failed.join(', ')); process.exitCode = 1; }`;
  await command(process.execPath, ['--input-type=module', '--eval', script], { cwd: tree, env });
  return tree;
}
