// The package as it is installed, in a folder: the files that npm would pack, with the native files of each processor in
// `prebuilt/linux-ARCH` of their package, and a stamp of the sources that they were built from.
import { cpSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../../scripts/steps/places.mjs';
import { command } from './command.mjs';
import { toolFor } from './machines.mjs';
import { nativeFiles } from './natives.mjs';

/** Resolves to the files of the package, relative to the folder, which is made anew. */
export async function stage(folder, archs) {
  rmSync(folder, { recursive: true, force: true });
  const dryRun = ['pack', '--dry-run', '--json', '--silent', '--ignore-scripts'];
  const [{ files }] = JSON.parse(await command('npm', dryRun, { cwd: root }));
  const places = files.map(({ path }) => path).filter((path) => !/\/build\/Release\//.test(path));
  for (const place of places) cpSync(join(root, place), join(folder, place));
  for (const arch of archs) places.push(...(await bring(folder, arch)));
  return places;
}

async function bring(folder, arch) {
  const brought = new Map();
  for (const [place, file] of await nativeFiles(arch)) {
    const to = join(place, `prebuilt/linux-${arch}`, basename(file));
    mkdirSync(dirname(join(folder, to)), { recursive: true });
    await command(toolFor(arch, 'strip'), ['--strip-unneeded', '-o', join(folder, to), file]);
    brought.set(place, [...(brought.get(place) ?? []), to]);
  }
  // Of the sources in the package, without those of tests: the key that an installed one has.
  const steps = pathToFileURL(join(folder, 'scripts/steps')).href;
  const { keyFor, prebuiltStamp } = await import(`${steps}/native-state.mjs`);
  const stamps = [...brought].map(([place, files]) => {
    const stamp = join(place, `prebuilt/linux-${arch}`, prebuiltStamp);
    const outputs = files.map((file) => [file, statSync(join(folder, file)).size]);
    writeFileSync(join(folder, stamp), `${JSON.stringify({ key: keyFor(join(folder, place), arch), outputs })}\n`);
    return stamp;
  });
  return [...[...brought.values()].flat(), ...stamps];
}
