// What native files ask of the system, as fields of a Debian package.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/steps/places.mjs';

/** libstdc++'s symbol versions, GLIBCXX_3.4.N, by the GCC that brought them. */
const gccBySymbols = { 26: '9', 28: '10', 29: '11', 30: '12', 31: '13', 32: '13', 33: '14' };

/** `Depends` of these ELF files: the C library and that of C++, as new as their symbols are. */
export function dependsOf(files) {
  const texts = files.map((file) => readFileSync(file).toString('latin1'));
  const newest = (name) => Math.max(0, ...texts.flatMap((text) => [...text.matchAll(name)].map(([, n]) => Number(n))));
  const glibc = newest(/\0GLIBC_2\.(\d+)\0/g);
  const glibcxx = newest(/\0GLIBCXX_3\.4\.(\d+)\0/g);
  const gcc = gccBySymbols[Object.keys(gccBySymbols).find((symbols) => Number(symbols) >= glibcxx)];
  if (gcc === undefined) throw new Error(`GLIBCXX_3.4.${glibcxx}: which GCC brings it?`);
  return [`libc6 (>= 2.${glibc})`, 'libgcc-s1', `libstdc++6 (>= ${gcc})`];
}

/** The Debian packages of libraries that drivers open where they are there (`rowdesk.libraries` of their manifests). */
export function openedLibraries() {
  const home = join(root, 'hardware-drivers');
  const manifests = readdirSync(home, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const found = manifests.flatMap(({ name }) => {
    const text = textOf(join(home, name, 'package.json'));
    return text === '' ? [] : Object.values(JSON.parse(text).rowdesk?.libraries ?? {});
  });
  return [...new Set(found)].sort();
}

function textOf(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
