// The house of DESIGN 2, held over the import statements: who may know whom, and that files stay small.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const skipped = new Set(['node_modules', 'dist', 'build', 'fixtures', 'manifests', 'coverage']);

interface Source {
  /** Relative to the repository, `core/host/host.ts`. */
  readonly path: string;
  readonly text: string;
  readonly imports: readonly Import[];
}
interface Import {
  /** A path relative to the repository, or the name of a package. */
  readonly of: string;
  readonly isType: boolean;
}

function filesUnder(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (skipped.has(entry.name)) return [];
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return filesUnder(path);
    return /\.(ts|tsx|mts|mjs)$/.test(entry.name) && !entry.name.endsWith('.d.ts') ? [path] : [];
  });
}

const statement = /^\s*(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?'([^']+)'/gm;
const dynamic = /\bimport\(\s*'([^']+)'/g;

function importsOf(path: string, text: string): readonly Import[] {
  const found = [
    ...[...text.matchAll(statement)].map(([, type, of]) => ({ of: of as string, isType: type !== undefined })),
    ...[...text.matchAll(dynamic)].map(([, of]) => ({ of: of as string, isType: false })),
  ];
  return found.map(({ of, isType }) => ({
    of: of.startsWith('.') ? relative(root, join(root, dirname(path), of)) : of,
    isType,
  }));
}

const sources: readonly Source[] = ['core', 'providers', 'cli', 'hardware-drivers', 'test']
  .flatMap(filesUnder)
  .map((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    return { path, text, imports: importsOf(path, text) };
  });
/** Of a page that a provider brings: it runs in a browser. */
const isOfPage = (path: string) => /^providers\/[^/]+\/page\//.test(path);
const isTest = ({ path }: Source) => /\.test\.tsx?$|-double\.ts$|-doubles\.ts$|-fixture\.ts$/.test(path);
const under = (...folders: readonly string[]) =>
  sources.filter(({ path }) => folders.some((folder) => path.startsWith(folder)));

/** Imports that break a rule, as `core/a.ts imports tsyringe`. */
function breaches(of: readonly Source[], isBreach: (found: Import, source: Source) => boolean): readonly string[] {
  return of.flatMap((source) =>
    source.imports.filter((found) => isBreach(found, source)).map((found) => `${source.path} imports ${found.of}`),
  );
}

/** Only these may import it. */
function reserved(what: RegExp, ...allowed: readonly string[]): readonly string[] {
  const others = sources.filter(({ path }) => !allowed.some((folder) => path.startsWith(folder)));
  return breaches(others, ({ of }) => what.test(of));
}

test('the statements are found: this test sees what it judges', () => {
  expect(sources.length).toBeGreaterThan(100);
  const host = sources.find(({ path }) => path === 'core/host/host.ts');
  expect(host?.imports).toContainEqual({ of: 'core/reconcile/reconciler.ts', isType: false });
  const container = sources.find(({ path }) => path === 'core/plugins/container.ts');
  expect(container?.imports.map(({ of }) => of).slice(0, 2)).toEqual(['reflect-metadata', 'tsyringe']);
});

test('the address of a strip is made in one place of the providers, in one of the page and in one of the X32', () => {
  const makers = under('providers/', 'hardware-drivers/lib/x32/').filter(
    (source) => !isTest(source) && /`\/channel\/\$\{[^}]*kind\}/.test(source.text),
  );
  expect(makers.map(({ path }) => path)).toEqual([
    'providers/console/layout.ts',
    'providers/mix/page/desk/strip-path.ts',
    'hardware-drivers/lib/x32/js/strip-refs.ts',
  ]);
});

test('core knows no provider, no driver, no command and no test', () => {
  const foreign = /^(providers|hardware-drivers|cli|test)\//;
  expect(breaches(under('core/'), ({ of }) => foreign.test(of))).toEqual([]);
});

/** The folders of core, lowest first. A file knows its own folder and lower ones only, types included. */
const floors = [
  ...['base', 'guards', 'client', 'client.ts', 'transport', 'driver', 'driver.ts', 'rows', 'surface.ts'],
  ...['services', 'system'],
  // The state host.
  ...['store', 'watch', 'tasks', 'desk', 'desk/areas', 'history', 'reconcile', 'service', 'access', 'http'],
  // The audio host.
  ...['audio/link', 'audio/graph', 'audio/discovery', 'audio/processes', 'audio/measurements', 'audio/views'],
  ...['audio/process', 'audio', 'surfaces'],
  ...['provider.ts', 'plugins', 'host'],
];

/** `core/audio/link/frames.ts` is on the floor `audio/link`, `core/http/openapi/openapi.ts` on `http`. */
function floorOf(path: string): number {
  const [, folder = '', below = ''] = /^core\/([^/]+)(?:\/([^/]+))?/.exec(path) ?? [];
  const name = folder.replace(/^services\.ts$/, 'services');
  return Math.max(floors.indexOf(name), floors.indexOf(`${name}/${below}`));
}

test('a folder of core knows lower folders only, types included', () => {
  const judged = under('core/').filter((source) => !isTest(source) && !/^core\/testing|harness\.ts$/.test(source.path));
  expect(judged.filter(({ path }) => floorOf(path) < 0).map(({ path }) => path)).toEqual([]);
  expect(breaches(judged, ({ of }, { path }) => of.startsWith('core/') && floorOf(of) > floorOf(path))).toEqual([]);
});

test('the client runs in a browser: it knows nothing of Node, and of core what runs there too', () => {
  const isForeign = ({ of }: Import) => !/^core\/(client\/|base\/(listeners|read-events)\.ts$)/.test(of);
  expect(
    breaches(
      under('core/client').filter((source) => !isTest(source)),
      isForeign,
    ),
  ).toEqual([]);
});

test('the audio host knows of the state host what a target is, and the other way round nothing', () => {
  const state = /^core\/(store|watch|tasks|desk|history|reconcile|service|http)\//;
  const audio = under('core/audio/').filter((source) => !isTest(source));
  expect(breaches(audio, ({ of }) => state.test(of) && of !== 'core/reconcile/target.ts')).toEqual([]);
});

test('core says no address of a provider', () => {
  const roots = readdirSync(join(root, 'providers')).flatMap((name) => {
    const text = readFileSync(join(root, 'providers', name, 'index.ts'), 'utf8');
    const named = /^ {2}roots: \[(.*)\],$/m.exec(text)?.[1];
    return named === undefined ? [name] : [...named.matchAll(/'([^']+)'/g)].map(([, each]) => each as string);
  });
  expect(roots).toContain('channel');
  // At the beginning of a string; or anywhere in a regular expression: `\/channel`.
  const inString = `['"\`](/(?:${roots.join('|')})(?=[/'"\`$])[^'"\`$]*)`;
  const address = new RegExp(`${inString}|(\\\\/(?:${roots.join('|')})(?![A-Za-z]))`, 'g');
  const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const found = under('core/')
    .filter((source) => !isTest(source) && !/^core\/(testing|client)\//.test(source.path))
    .flatMap(({ path, text }) => [...withoutComments(text).matchAll(address)].map(([found]) => `${path} ${found}`));
  expect(found).toEqual([]);
});

/** A page stands on itself, on the client, and on what draws it. */
const isForPages = (path: string, of: string) =>
  of.startsWith(`${path.split('/').slice(0, 3).join('/')}/`) ||
  /^(rowdesk\/(client|pattern-description)|preact(\/hooks)?|@preact\/signals)$/.test(of);

/** A surface is a client in a process of its own; packets of OSC are those that drivers of devices have. */
const isOfSurface = /^providers\/surface\/[^/]+\//;
const isForSurfaces = /^(rowdesk\/(surface|client)$|multicast-dns$|ws$|hardware-drivers\/lib\/(osc|x32)\/js\/)/;

test('a provider imports the public API and the tokens that other providers offer', () => {
  const found = breaches(under('providers/'), ({ of }, source) => {
    const own = source.path.split('/').slice(0, 2).join('/');
    if (isOfPage(source.path)) return !isTest(source) && !isForPages(source.path, of);
    if (of.startsWith(`${own}/`) || of === 'rowdesk/provider' || of.startsWith('node:')) return false;
    if (/^providers\/[^/]+\/index\.ts$/.test(of)) return false;
    if (isOfSurface.test(source.path) && isForSurfaces.test(of)) return false;
    // What is read in the process of a job: the table of that console, which the surface has too.
    if (source.path.startsWith('providers/shows/x32/') && of.startsWith('hardware-drivers/lib/x32/js/')) return false;
    // The device of another provider, faked, for tests of what both do together.
    if (isTest(source) && /^providers\/[^/]+\/[^/]+-double\.ts$/.test(of)) return false;
    return !(isTest(source) && /^(vitest|fast-check|rowdesk\/testing)$/.test(of));
  });
  expect(found.filter((breach) => !/^providers\/[^/]+\.test\.ts /.test(breach))).toEqual([]);
});

test('a provider keeps listeners in Listeners of the public API: one that throws does not stop the others', () => {
  const own = under('providers/').filter(
    (source) => !isTest(source) && !isOfPage(source.path) && /new Set<\(.*\) => void>/.test(source.text),
  );
  expect(own.map(({ path }) => path)).toEqual([]);
});

const dependenciesOf = (folder: string): readonly string[] =>
  Object.keys(JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')).dependencies ?? {});

test('a driver in the tree is shaped as a package of a vendor: it imports types of the public API only', () => {
  const found = breaches(under('hardware-drivers/'), ({ of, isType }, { path }) => {
    const own = /^hardware-drivers\/(lib\/)?[^/]+/.exec(path)?.[0] as string;
    if (of.startsWith(`${own}/`) || of.startsWith('node:')) return false;
    if (/(\.test|-doubles?|-fixture)\.ts$/.test(path)) return false;
    // A package that it names as a dependency, of the tree or of the registry.
    if (dependenciesOf(own).includes(of)) return false;
    const [, neighbour] = /^hardware-drivers\/(?:lib\/)?([^/]+)\/js\//.exec(of) ?? [];
    if (neighbour !== undefined && dependenciesOf(own).includes(`@rowdesk/driver-${neighbour}`)) return false;
    return !(of === 'rowdesk/driver' && isType);
  });
  expect(found).toEqual([]);
});

test('the container is behind one file', () => {
  expect(reserved(/^(tsyringe|reflect-metadata)$/, 'core/plugins/container.ts')).toEqual([]);
});

test('each package is behind the part that needs it', () => {
  const outsideCore = ['cli/', 'test/', 'providers/'];
  expect([
    ...reserved(/^typebox/, 'core/base/typebox.ts'),
    ...reserved(/^pino$/, 'core/system/log.ts'),
    ...reserved(/^polka$/, 'core/http/'),
    ...reserved(/^jsonc-parser/, 'core/base/config-text.ts', 'cli/configuration/'),
    ...reserved(/^libsql$/, 'core/store/', 'test/'),
    ...reserved(/^yargs/, 'cli/'),
    ...breaches(under('cli/'), ({ of, isType }, { path }) => /^yargs/.test(of) && !isType && path !== 'cli/run.ts'),
    ...reserved(/^eventsource-parser/, 'core/base/read-events.ts', 'core/http/events.test.ts', 'test/'),
    ...reserved(/^node:http2?$/, 'core/http/', 'core/guards/', 'core/transport/', 'core/testing/', ...outsideCore),
  ]).toEqual([]);
});

test('only driver processes load native code', () => {
  const loads = /process\.dlopen|\.node['"`]|node-gyp-build|bindings\(/;
  const found = under('core/', 'providers/', 'cli/').filter(
    (source) => !source.path.startsWith('core/audio/process/') && !isTest(source) && loads.test(source.text),
  );
  expect(found.map(({ path }) => path)).toEqual([]);
  expect(
    breaches(under('core/', 'providers/', 'cli/'), ({ of, isType }, { path }) => {
      // What notes in which package's code a signal ended the control process; it is loaded where packages of others run.
      const isOwn =
        path.startsWith('core/audio/process/') ||
        path === 'core/plugins/package-crashes.ts' ||
        path.endsWith('.test.ts');
      return of.startsWith('core/audio/process/native') && !isType && !isOwn;
    }),
  ).toEqual([]);
});

test('what runs in the service does not need what is for tests', () => {
  const service = under('core/', 'cli/', 'providers/').filter(
    (source) => !isTest(source) && !/^core\/testing(\/|\.ts$)/.test(source.path),
  );
  const forTests =
    /^(vitest|fast-check|rowdesk\/testing)$|^core\/testing(\/|\.ts$)|-doubles?\.ts$|-fixture\.ts$|\.test\.ts$/;
  expect(breaches(service, ({ of }) => forTests.test(of))).toEqual([]);
});

test('what starts the service is a slow test by its name, but for the one that `npm test` plays', () => {
  const starts = sources.filter(
    ({ path, text }) => path.endsWith('.test.ts') && /\b(startService|startShow)\b/.test(text),
  );
  expect(starts.length).toBeGreaterThan(30);
  const fast = starts.filter(({ path }) => !/\.(slow|night)\.test\.ts$/.test(path));
  expect(fast.map(({ path }) => path)).toEqual(['test/first-sound.test.ts', 'test/layers.test.ts']);
});

test('there are no circles among the modules of core, types aside', () => {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (path: string, trail: readonly string[]) => {
    if (trail.includes(path)) circles.push([...trail.slice(trail.indexOf(path)), path].join(' -> '));
    if (trail.includes(path) || done.has(path)) return;
    for (const { of, isType } of byPath.get(path)?.imports ?? []) if (!isType) visit(of, [...trail, path]);
    done.add(path);
  };
  for (const { path } of under('core/')) visit(path, []);
  expect(circles).toEqual([]);
});

test('files are small, and named after what they hold', () => {
  const code = sources.filter((source) => !isTest(source));
  const sizes = code.map(({ path }) => statSync(join(root, path)).size).sort((a, b) => a - b);
  expect(sizes[Math.floor(sizes.length / 2)]).toBeLessThan(3_000);
  const large = code.filter(({ path }) => statSync(join(root, path)).size > 10_240).map(({ path }) => path);
  // Exceptions: the public API of providers is one thing to read, the types of rows are generated. Another needs a reason
  // in its review.
  const exceptions = ['core/provider.ts', 'core/client/rows.ts'];
  expect(large.filter((path) => !exceptions.includes(path))).toEqual([]);
  expect(
    code.filter(({ path }) => /(^|[/-])(utils?|helpers?|manager|misc|common)\b/.test(path)).map(({ path }) => path),
  ).toEqual([]);
});
