import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { bundle } from './bundle.mjs';
import { compiled, dist, isForTests, root, shippedFolders, sourceFolders } from './places.mjs';
import { run } from './run.mjs';
import { say } from './say.mjs';
import { filesUnder, keyOf, readStamp, writeStamp } from './stamp.mjs';

const stampFile = `${dist}/.built`;
const settings = ['package-lock.json', 'tsconfig.json', 'hardware-drivers/tsconfig.json'].map((name) =>
  join(root, name),
);

/**
 * Compiles all to build/, and puts what is shipped of it into dist/, of each in-tree driver into its own. Rejects with the
 * compiler's words.
 */
export async function buildTypeScript({ force }) {
  const sources = sourceFolders.flatMap((folder) =>
    filesUnder(join(root, folder), (path) => (path.endsWith('.ts') && !isOfPage(path)) || isAsset(path)),
  );
  const drivers = filesUnder(`${root}/hardware-drivers`, (path) => /\/js\/.+\.ts$/.test(path));
  const key = keyOf([...sources, ...drivers, ...settings.filter(existsSync), ...filesUnder(`${root}/scripts/steps`)]);
  if (!force && readStamp(stampFile).key === key) return;
  say('Building TypeScript (some 10 s) ...');
  // A build that fails half-way must not look finished.
  rmSync(stampFile, { force: true });
  await compile('.');
  copyAssets(sources);
  prune(compiled, hasSource);
  await ship();
  if (drivers.length > 0) {
    await compile('hardware-drivers');
    shipDrivers();
  }
  writeStamp(stampFile, { key });
}

/** Rejects with the compiler's words. What it wrote in spite of its errors counts as stale. */
async function compile(project) {
  const { code, log } = await run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', project], { cwd: root });
  if (code !== 0) throw new Error(`TypeScript does not compile:\n${log.trimEnd()}`);
}

/** The one rule for what the compiler leaves out: plain JavaScript, JSON, pages and the C of fakes keep their place below build/. */
const isAsset = (path) =>
  (/\.(mjs|json|html|css)$/.test(path) && !path.endsWith('package.json') && !isOfPage(path)) ||
  /(^|\/)core\/testing\/.*\.[ch]$/.test(path);
/** Pages of providers are built by themselves. */
const isOfPage = (path) => /(^|\/)providers\/[^/]+\/page\//.test(path);

const isOfLivePage = (place) => isOfPage(place) && existsSync(join(root, place.replace(/\/page\/.*/, '/page')));

function copyAssets(sources) {
  for (const source of sources.filter(isAsset)) {
    const copy = join(compiled, relative(root, source));
    mkdirSync(dirname(copy), { recursive: true });
    copyFileSync(source, copy);
  }
}

/** dist/ becomes the bundle, with what is read by its name and the types of the public API. */
async function ship() {
  const isShipped = (path) =>
    shippedFolders.includes(path.split('/')[0]) &&
    !isForTests(path) &&
    (path.endsWith('.d.ts') ? path.startsWith('core/') : isAsset(path));
  const bundled = await bundle();
  for (const place of filesUnder(compiled).map((file) => relative(compiled, file))) {
    if (!isShipped(place)) continue;
    mkdirSync(dirname(join(dist, place)), { recursive: true });
    copyFileSync(join(compiled, place), join(dist, place));
  }
  prune(dist, (place) => bundled.has(place) || isOfLivePage(place) || (isShipped(place) && hasSource(place)));
}

/** The dist/ of each in-tree driver becomes what was compiled of its js/, as in a vendor's package; so do imports of a neighbour's. */
function shipDrivers() {
  const drivers = join(compiled, 'hardware-drivers');
  const names = existsSync(drivers) ? readdirSync(drivers) : [];
  // Of what only tests compile there is no js/.
  for (const name of names.filter((each) => existsSync(join(drivers, each, 'js')))) {
    const output = `${root}/hardware-drivers/${name}/dist`;
    rmSync(output, { recursive: true, force: true });
    cpSync(join(drivers, name, 'js'), output, { recursive: true });
    for (const file of filesUnder(output)) {
      const text = readFileSync(file, 'utf8');
      writeFileSync(file, text.replace(/(from '(?:\.\.\/){2,}[a-z-]+)\/js\//g, '$1/dist/'));
    }
  }
}

/** Takes away what was built from sources that are gone, or are not wanted here: a provider that was removed must not be found any more. */
function prune(output, isWanted, folder = output) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    const place = relative(output, path);
    if (entry.isDirectory()) prune(output, isWanted, path);
    else if (!entry.name.startsWith('.') && !isWanted(place)) rmSync(path);
  }
  if (folder !== output && readdirSync(folder).length === 0) rmSync(folder, { recursive: true });
}

function hasSource(place) {
  const source = join(root, place);
  return [source, source.replace(/(\.d)?\.([cm]?)[jt]s$/, '.$2ts')].some(
    (file) => existsSync(file) && statSync(file).isFile(),
  );
}
