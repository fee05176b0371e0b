// dist/ from the sources, without a check of their types: the bundle, what is read by its name, and the dist/ of each
// in-tree driver. The types of the public API come with a whole build (typescript.mjs).
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { bundle } from './bundle.mjs';
import { schemaFile, writeConfigSchema } from './config-schema.mjs';
import { dist, isForTests, root, shippedFolders, sourceFolders } from './places.mjs';
import { hasSource, prune } from './prune.mjs';
import { filesUnder, keyOf, readStamp, writeStamp } from './stamp.mjs';
import { writeWhole } from './write-whole.mjs';

const stampFile = `${dist}/.shipped`;
const lockfile = join(root, 'package-lock.json');

/** The sources outside the drivers: TypeScript, and what keeps its place. */
export const sources = () =>
  sourceFolders.flatMap((folder) =>
    filesUnder(join(root, folder), (path) => (path.endsWith('.ts') && !isOfPage(path)) || isAsset(path)),
  );

export const driverSources = () => filesUnder(`${root}/hardware-drivers`, (path) => /\/js\/.+\.ts$/.test(path));

/** The one rule for what keeps its place below build/ and dist/: plain JavaScript, JSON, pages and the C of fakes. */
export const isAsset = (path) =>
  (/\.(mjs|json|html|css)$/.test(path) && !path.endsWith('package.json') && !isOfPage(path)) ||
  /(^|\/)core\/testing\/.*\.[ch]$/.test(path);

/** Pages of providers are built by themselves. */
const isOfPage = (path) => /(^|\/)providers\/[^/]+\/page\//.test(path);
const isOfLivePage = (place) => isOfPage(place) && existsSync(join(root, place.replace(/\/page\/.*/, '/page')));

/** Whether dist/ has this file, by its place: what is read by its name, and the types of the public API. */
export const isShipped = (place) =>
  shippedFolders.includes(place.split('/')[0]) &&
  !isForTests(place) &&
  (place.endsWith('.d.ts') ? place.startsWith('core/') : isAsset(place));

const shippedSources = () => [...sources(), ...driverSources()].filter((path) => !isForTests(relative(root, path)));

/** Writes dist/ where it is stale; `begins` is called first. Rejects when a module can't be resolved or has no sense. */
export async function shipCode({ force, begins = () => {} }) {
  const key = keyOf([...shippedSources(), lockfile, ...filesUnder(`${root}/scripts/steps`)].filter(existsSync));
  if (!force && readStamp(stampFile).key === key) return;
  begins();
  // A build that ends half-way must not look finished.
  rmSync(stampFile, { force: true });
  const bundled = await bundle();
  for (const file of sources().filter(isAsset)) {
    const place = relative(root, file);
    if (isShipped(place)) copyTo(join(dist, place), file);
  }
  prune(
    dist,
    (place) =>
      place === schemaFile || bundled.has(place) || isOfLivePage(place) || (isShipped(place) && hasSource(place)),
  );
  await shipDrivers();
  await writeConfigSchema();
  writeStamp(stampFile, { key });
}

export function copyTo(copy, file) {
  mkdirSync(dirname(copy), { recursive: true });
  copyFileSync(file, copy);
}

/** The dist/ of each in-tree driver becomes its js/ without types, as in a vendor's package. */
async function shipDrivers() {
  const shipped = driverSources().filter((path) => !isForTests(relative(root, path)));
  if (shipped.length === 0) return;
  const { transformSync } = await import('rolldown/utils');
  const folders = new Set();
  for (const file of shipped) {
    const [, folder, place] = /^(.*?\/hardware-drivers\/(?:lib\/)?[^/]+)\/js\/(.+)\.ts$/.exec(file);
    folders.add(folder);
    const { code, errors } = transformSync(file, readFileSync(file, 'utf8'), {
      target: 'es2023',
      typescript: { onlyRemoveTypeImports: true, rewriteImportExtensions: 'rewrite' },
    });
    if (errors.length > 0) throw new Error(`${file}: ${errors.map(({ message }) => message).join('; ')}`);
    writeWhole(`${folder}/dist/${place}.js`, ofDist(code));
  }
  for (const folder of folders) pruneDriver(folder, shipped);
}

/** Imports of a neighbour's js/ become those of its dist/. */
export const ofDist = (code) => code.replace(/(from ['"](?:\.\.\/){2,}[a-z-]+(?:\/[a-z-]+)?)\/js\//g, '$1/dist/');

function pruneDriver(folder, shipped) {
  prune(`${folder}/dist`, (place) => {
    // Gathered by processors.mjs.
    if (place === 'processors.json') return true;
    return shipped.includes(`${folder}/js/${place.replace(/(\.d)?\.[jt]s$/, '.ts')}`);
  });
}
