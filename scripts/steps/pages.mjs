// Builds the pages of providers: each `providers/NAME/page/*.html` names its module, `<script type="module"
// src="/mix/main.tsx">`, which becomes a script and a style sheet whose names have a hash of their content. What a script
// imports by `import()` is a script of its own, which brings its styles along.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { licensesFile, licensesOf } from './licenses.mjs';
import { dist, root } from './places.mjs';
import { run } from './run.mjs';
import { say } from './say.mjs';
import { filesUnder, keyOf, readStamp, writeStamp } from './stamp.mjs';
import { writeWhole } from './write-whole.mjs';

const stampFile = `${root}/build/.pages`;
const checkedFile = `${root}/build/.pages-checked`;
const script = /<script type="module" src="(\/[a-z-]+\/)([a-z-]+)\.(tsx|mjs)"><\/script>/;

/** Rejects with the words of the compiler or the bundler. Without `isChecked` types are taken away unchecked. */
export async function buildPages({ force, isChecked = true }) {
  const providers = existsSync(`${root}/providers`) ? readdirSync(`${root}/providers`) : [];
  const pages = providers.filter((name) => existsSync(`${root}/providers/${name}/page/index.html`));
  if (pages.length === 0) return;
  const ofPages = pages.flatMap((name) => filesUnder(`${root}/providers/${name}/page`, isSource));
  const ofClient = filesUnder(`${root}/core`, (path) => /core\/(client(\.ts|\/)|base\/)/.test(path));
  const settings = ['package-lock.json', 'tsconfig.json', 'tsconfig.pages.json'].map((name) => join(root, name));
  const key = keyOf([...ofPages, ...ofClient, ...settings, ...filesUnder(`${root}/scripts/steps`)]);
  const isFresh = (stamp) => !force && readStamp(stamp).key === key;
  const mustCheck = isChecked && !isFresh(checkedFile);
  const mustBuild = !isFresh(stampFile) || !pages.every(isBuilt);
  if (!mustCheck && !mustBuild) return;
  say('Building pages (some 5 s) ...');
  if (mustCheck) {
    await check();
    writeStamp(checkedFile, { key });
  }
  if (!mustBuild) return;
  rmSync(stampFile, { force: true });
  for (const name of pages) await buildPage(name);
  writeStamp(stampFile, { key });
}

async function check() {
  const tsc = ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.pages.json'];
  const { code, log } = await run(process.execPath, tsc, { cwd: root });
  if (code !== 0) throw new Error(`A page does not compile:\n${log.trimEnd()}`);
}

const isSource = (path) => !path.includes('/dist/') && !/\.test\.tsx?$/.test(path);
const builtFolders = (name) => [`${root}/providers/${name}/page/dist`, `${dist}/providers/${name}/page/dist`];
const isBuilt = (name) => builtFolders(name).every((folder) => existsSync(`${folder}/index.html`));

/** Into the folder beside the source, which a run from source serves, and the same into dist/. */
async function buildPage(name) {
  const source = `${root}/providers/${name}/page`;
  const htmls = readdirSync(source).filter((file) => file.endsWith('.html'));
  const files = new Map();
  const texts = new Map(htmls.map((html) => [html, readFileSync(join(source, html), 'utf8')]));
  const entries = [...texts.values()].flatMap((text) => script.exec(text)?.slice(2, 4).join('.') ?? []);
  const { scripts, styles, licenses } = await bundlePage(source, entries);
  for (const [file, code] of scripts.files) files.set(file, code);
  for (const [html, text] of texts) {
    const found = script.exec(text);
    const [tag, base, entry] = found ?? [];
    if (entry === undefined) files.set(html, text);
    else {
      const css = styles(entry);
      const sheet = `${entry}-${hashOf(css)}.css`;
      files.set(sheet, css);
      const links = [
        `<link rel="stylesheet" href="${base}${sheet}" />`,
        ...scripts.importsOf(entry).map((file) => `<link rel="modulepreload" href="${base}${file}" />`),
        `<script type="module" src="${base}${scripts.fileOf(entry)}"></script>`,
      ];
      files.set(html, text.replace(tag, links.join('\n    ')));
    }
  }
  // Served with the page, which is a copy of these packages.
  if (licenses !== '') files.set(licensesFile, licenses);
  for (const folder of builtFolders(name)) {
    const old = existsSync(folder) ? readdirSync(folder) : [];
    for (const [file, text] of files) writeWhole(join(folder, file), text);
    for (const file of old) if (!files.has(file)) rmSync(join(folder, file), { recursive: true });
  }
}

/** Scripts of these entries with what they share; and the style sheet of an entry: the CSS that its modules import, in order. */
async function bundlePage(source, entries) {
  const { rolldown } = await import('rolldown');
  const sheets = new Map();
  const made = await rolldown({
    cwd: root,
    input: entries.map((entry) => join(source, entry)),
    platform: 'browser',
    logLevel: 'warn',
    resolve: { conditionNames: ['rowdesk:source', 'browser', 'import', 'default'] },
    transform: {
      jsx: { runtime: 'automatic', importSource: 'preact' },
      define: { 'process.env.NODE_ENV': '"production"' },
    },
    plugins: [
      {
        name: 'style-sheets',
        load: {
          filter: { id: /\.css$/ },
          handler(id) {
            sheets.set(id, readFileSync(id, 'utf8'));
            return { code: '', moduleType: 'js', moduleSideEffects: 'no-treeshake' };
          },
        },
        renderChunk(code, chunk, _options, { chunks }) {
          const css = cssOf([chunk]);
          return css === '' || !isLater(chunk, Object.values(chunks)) ? null : `${code}\n${adopting(css)}`;
        },
      },
    ],
  });
  /** Whether a page of these loads it by `import()` only. */
  const isLater = ({ fileName }, all) =>
    all
      .filter(({ isEntry }) => isEntry)
      .some((entry) => {
        const first = loadedWith(entry, all);
        const has = (chunks) => chunks.some((each) => each.fileName === fileName);
        return !has(first) && has(loadedWith(entry, all, ['imports', 'dynamicImports']));
      });
  const cssOf = (chunks) =>
    chunks
      .flatMap(({ moduleIds }) => moduleIds.filter((id) => sheets.has(id)))
      .map((id) => smaller(sheets.get(id)))
      .join('\n');
  const { output } = await made.generate({
    minify: true,
    // The desk lets a browser keep a file with such a name (core/http/page-files.ts).
    hashCharacters: 'hex',
    entryFileNames: '[name]-[hash:12].js',
    chunkFileNames: ({ isDynamicEntry }) => `${isDynamicEntry ? '[name]' : 'shared'}-[hash:12].js`,
  });
  await made.close();
  const chunks = output.filter(({ type }) => type === 'chunk');
  const ofEntry = (entry) => chunks.find((chunk) => chunk.isEntry && chunk.name === entry);
  return {
    licenses: licensesOf(chunks.flatMap(({ moduleIds }) => moduleIds)),
    scripts: {
      files: chunks.map(({ fileName, code }) => [fileName, code]),
      fileOf: (entry) => ofEntry(entry).fileName,
      importsOf: (entry) =>
        loadedWith(ofEntry(entry), chunks)
          .slice(0, -1)
          .map(({ fileName }) => fileName),
    },
    styles: (entry) => cssOf(loadedWith(ofEntry(entry), chunks).filter((chunk) => !isLater(chunk, chunks))),
  };
}

/** A chunk and what it imports, in the order in which it runs: itself last. */
function loadedWith(chunk, all, kinds = ['imports'], begun = new Set()) {
  begun.add(chunk.fileName);
  const imported = kinds.flatMap((kind) => chunk[kind]).flatMap((file) => all.filter((each) => each.fileName === file));
  const below = imported.flatMap((each) => (begun.has(each.fileName) ? [] : loadedWith(each, all, kinds, begun)));
  return [...below, chunk];
}

/** A script that adds styles to its document; the policy of a page lets no script write a style element. */
const adopting = (css) =>
  `{const sheet=new CSSStyleSheet();sheet.replaceSync(${JSON.stringify(css)});` +
  'document.adoptedStyleSheets=[...document.adoptedStyleSheets,sheet];}';

/** Without comments and indents. */
const smaller = (css) =>
  css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\n\s*/g, '\n')
    .replace(/\n{2,}/g, '\n')
    .trim();

const hashOf = (text) => createHash('sha256').update(text).digest('hex').slice(0, 12);
