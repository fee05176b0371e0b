// Puts the code that is shipped, with its packages, into few files: a start opens 80 of them, and would open 500. Each
// entry keeps its place in dist/; dist/chunks/ has what entries share, so that a module exists once in a process.
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { licensesFile, licensesOf } from './licenses.mjs';
import { dist, isForTests, root } from './places.mjs';
import { writeWhole } from './write-whole.mjs';

/** Modules that are run or imported by their name, without extension; and the index and the jobs of each provider. */
const entries = [
  ...['cli/main', 'core/audio/process/main', 'core/audio/process/render'],
  ...['core/audio/process/job', 'core/surfaces/process/main'],
  ...['core/client', 'core/driver', 'core/provider', 'core/surface', 'core/testing'],
  'core/base/pattern-description',
];
/** Packages that stay packages: libsql is native, multicast-dns is that of the drivers, polka has no license text to pass on, fast-check is the vendor's own. */
const external = ['libsql', 'multicast-dns', 'polka', 'fast-check'];

/** Writes the bundle. Resolves to the files of it, relative to dist/; rejects when a module can't be resolved. */
export async function bundle() {
  const { rolldown } = await import('rolldown');
  const made = await rolldown({
    cwd: root,
    input: Object.fromEntries(existingEntries().map((entry) => [`${entry}.js`, `${root}/${entry}.ts`])),
    platform: 'node',
    logLevel: 'warn',
    external,
    resolve: {
      conditionNames: ['rowdesk:source', 'node', 'import', 'default'],
      // Its main file loads its parts by a `require` that is a parameter, which no bundler sees through.
      alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
    },
    plugins: [ownPlaces],
  });
  const { output } = await made.generate({
    entryFileNames: '[name]',
    // A file of another content has another name: a process that starts during a build never mixes two of them.
    chunkFileNames: 'chunks/[name]-[hash].js',
    minifyInternalExports: false,
    sourcemap: true,
    sourcemapExcludeSources: true,
  });
  await made.close();
  const modules = output.flatMap(({ moduleIds = [] }) => moduleIds);
  const misplaced = modules.filter((id) => isForTests(relative(root, id)));
  if (misplaced.length > 0) throw new Error(`What is shipped imports what is for tests: ${misplaced.join(', ')}`);
  const files = output.map(({ fileName, code, source }) => [fileName, code === undefined ? source : inLatin1(code)]);
  // Entries come last, when all that they import is there.
  files.sort(([a], [b]) => Number(b.startsWith('chunks/')) - Number(a.startsWith('chunks/')));
  files.push([licensesFile, licensesOf(modules)]);
  for (const [name, text] of files) writeWhole(join(dist, name), text);
  return new Set(files.map(([name]) => name));
}

/** Each folder there is a surface, whose process loads its index. */
const surfacesFolder = `${root}/providers/surface`;

function existingEntries() {
  const providers = existsSync(`${root}/providers`) ? readdirSync(`${root}/providers`) : [];
  const surfaces = existsSync(surfacesFolder) ? readdirSync(surfacesFolder) : [];
  const all = [
    ...entries,
    ...providers.flatMap((name) => [`providers/${name}/index`, `providers/${name}/jobs`]),
    ...surfaces.map((name) => `providers/surface/${name}/index`),
  ];
  return all.filter((entry) => existsSync(`${root}/${entry}.ts`));
}

/** A module's own URL is the one that it would have in dist/ by itself, in whichever file its code stands. */
const ownPlaces = {
  name: 'own-places',
  transform: {
    filter: { id: { exclude: /node_modules/ }, code: 'import.meta.url' },
    handler: (code, id) => {
      const place = relative(root, id).replace(/\.ts$/, '.js');
      return { code: code.replaceAll('import.meta.url', JSON.stringify(`place:${place}`)), map: null };
    },
  },
  renderChunk(code, { fileName }) {
    if (!code.includes('"place:')) return null;
    const up = relative(dirname(fileName), '.');
    return { code: code.replace(/"place:([^"]+)"/g, `new URL("${up}/$1", import.meta.url).href`), map: null };
  },
};

/** A text with one character above U+00FF takes V8 two bytes for each, and longer to read: escapes them. */
const inLatin1 = (code) =>
  code.replace(/(?<!\\)[^\0-\xff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
