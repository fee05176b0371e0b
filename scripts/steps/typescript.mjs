// Checks all TypeScript and compiles it to build/, for tests; the types of the public API go to dist/. What runs is made from
// the sources by code.mjs.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { copyTo, driverSources, isAsset, isShipped, ofDist, shipCode, sources } from './code.mjs';
import { compiled, dist, root } from './places.mjs';
import { hasSource, prune } from './prune.mjs';
import { run } from './run.mjs';
import { say } from './say.mjs';
import { filesUnder, keyOf, readStamp, writeStamp } from './stamp.mjs';
import { writeWhole } from './write-whole.mjs';

const stampFile = `${dist}/.built`;
const settings = ['package-lock.json', 'tsconfig.json', 'hardware-drivers/tsconfig.json'].map((name) =>
  join(root, name),
);

/** Compiles all to build/, and makes dist/, where they are stale. Rejects with the compiler's words. */
export async function buildTypeScript({ force }) {
  const of = { files: sources(), drivers: driverSources() };
  const key = keyOf([
    ...of.files,
    ...of.drivers,
    ...settings.filter(existsSync),
    ...filesUnder(`${root}/scripts/steps`),
  ]);
  const begins = () => say('Building TypeScript (some 10 s) ...');
  if (!force && readStamp(stampFile).key === key) {
    await shipCode({ force, begins });
    return;
  }
  begins();
  // A build that fails half-way must not look finished.
  rmSync(stampFile, { force: true });
  await compile('.', { force });
  for (const file of of.files.filter(isAsset)) copyTo(join(compiled, relative(root, file)), file);
  prune(compiled, hasSource);
  await shipCode({ force });
  shipTypes();
  if (of.drivers.length > 0) {
    await compile('hardware-drivers', { force });
    shipDriverTypes();
  }
  writeStamp(stampFile, { key });
}

/**
 * Rejects with the compiler's words. What it wrote in spite of its errors counts as stale. The compiler remembers in build/ what it
 * has checked, so that a change costs the files that it reaches.
 */
async function compile(project, { force }) {
  const memory = join(compiled, `.${project === '.' ? 'all' : project}.tsbuildinfo`);
  if (force) rmSync(memory, { force: true });
  const words = ['-p', project, '--incremental', '--tsBuildInfoFile', memory];
  const { code, log } = await run(process.execPath, ['node_modules/typescript/bin/tsc', ...words], { cwd: root });
  if (code !== 0) throw new Error(`TypeScript does not compile:\n${log.trimEnd()}`);
}

function shipTypes() {
  for (const file of filesUnder(compiled, (path) => path.endsWith('.d.ts'))) {
    const place = relative(compiled, file);
    if (isShipped(place)) copyTo(join(dist, place), file);
  }
}

/** Beside the code of each driver that ships. */
function shipDriverTypes() {
  const drivers = join(compiled, 'hardware-drivers');
  for (const file of filesUnder(drivers, (path) => /\/js\/.+\.d\.ts$/.test(path))) {
    const [, driver, place] = /^(.+?)\/js\/(.+)$/.exec(relative(drivers, file));
    const types = join(root, 'hardware-drivers', driver, 'dist', place);
    if (existsSync(types.replace(/\.d\.ts$/, '.js'))) writeWhole(types, ofDist(readFileSync(file, 'utf8')));
  }
}
