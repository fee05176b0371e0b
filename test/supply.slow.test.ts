// What rowdesk brings with it: few packages, none of which runs anything when it is installed, none with a known hole.
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { root } from './harness/service.ts';

interface Locked {
  readonly version: string;
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
  readonly dev?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
}

const mostPackages = 16;
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const runtime = (Object.entries(lock.packages) as [string, Locked][]).filter(([path, { dev }]) => path !== '' && !dev);
/** Packages for other machines are left out by npm, which looks at these two. */
const forPcs = ({ os, cpu }: Locked) => (os?.includes('linux') ?? true) && (cpu?.includes('x64') ?? true);

/** The texts of the files in dist/ whose names end so. */
const texts = (end: RegExp) =>
  readdirSync(join(root, 'dist'), { recursive: true, encoding: 'utf8' })
    .filter((name) => end.test(name))
    .map((name) => readFileSync(join(root, 'dist', name), 'utf8'));

/** A module of a bundled package begins with a comment that is its path. */
const bundledPackages = () => {
  const places = texts(/\.js$/).flatMap((text) => [...text.matchAll(/^\/\/ .*node_modules\/((?:@[^/]+\/)?[^/]+)\//gm)]);
  return [...new Set(places.map(([, name]) => name as string))];
};

test('the lock belongs to the manifest', () => {
  const { dependencies, devDependencies } = lock.packages[''];
  expect({ dependencies, devDependencies }).toEqual({
    dependencies: manifest.dependencies,
    devDependencies: manifest.devDependencies,
  });
});

test(`at most ${mostPackages} packages are installed with rowdesk, each known by its hash`, () => {
  const installed = runtime.filter(([, locked]) => forPcs(locked));
  expect(installed.length).toBeGreaterThan(Object.keys(manifest.dependencies).length);
  expect(installed.length, installed.map(([path]) => path).join(' ')).toBeLessThanOrEqual(mostPackages);
  for (const [path, { integrity }] of runtime) {
    expect([path, integrity]).toEqual([path, expect.stringMatching(/^sha512-/)]);
  }
});

test('each of them is used, what is used and not bundled is one of them, and what is bundled comes with its license', () => {
  const packagesIn = (texts: readonly string[]) =>
    new Set(
      texts
        .flatMap((text) => [...text.matchAll(/^(?:import|export)\b[^'"\n]*['"]([^./'"\n][^'"\n]*)['"];?$/gm)])
        .map(([, of]) => /^(?:@[^/]+\/)?[^/]+/.exec(of as string)?.[0] as string)
        .filter((name) => !isBuiltin(name)),
    );
  const imported = packagesIn(texts(/\.m?js$/));
  const needed = Object.keys(manifest.dependencies);
  expect([...imported].filter((name) => !needed.includes(name))).toEqual([]);
  const typed = packagesIn(texts(/\.d\.ts$/));
  // A driver's own package says what the driver imports; of node-addon-api that is the headers, for what is built on the machine.
  const drivers = ['hardware-drivers', 'hardware-drivers/lib'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => join(root, folder, name, 'package.json')),
  );
  const ofDrivers = new Set(
    drivers
      .filter((file) => existsSync(file))
      .flatMap((file) => Object.keys(JSON.parse(readFileSync(file, 'utf8')).dependencies ?? {})),
  );
  const isUsed = (name: string) => imported.has(name) || typed.has(name) || ofDrivers.has(name);
  expect(needed.filter((name) => !isUsed(name))).toEqual([]);
  const licenses = readFileSync(join(root, 'dist/licenses.txt'), 'utf8');
  expect(bundledPackages()).toContain('typebox');
  for (const name of bundledPackages()) expect(licenses).toMatch(new RegExp(`^${name} [\\d.]+ \\(`, 'm'));
});

test('none of them has an install script, and neither has rowdesk', () => {
  expect(runtime.filter(([, { hasInstallScript }]) => hasInstallScript)).toEqual([]);
  for (const script of ['preinstall', 'install', 'postinstall', 'prepare'])
    expect(manifest.scripts).not.toHaveProperty(script);
  // Else npm would build as soon as it sees a binding.gyp.
  expect(manifest.gypfile).toBe(false);
});

/** What the build has made for drivers of the tree, without what is for tests. */
const filesBuilt = () =>
  readdirSync(`${root}/hardware-drivers`)
    .map((name) => `hardware-drivers/${name}/build/Release`)
    .filter((place) => existsSync(`${root}/${place}`))
    .flatMap((place) => readdirSync(`${root}/${place}`).map((name) => `${place}/${name}`))
    .filter((file) => !/\/test_[^/]+$/.test(file));

test('the package has what runs and what its native parts are built from, and nothing of the tests', async () => {
  const { stdout } = await promisify(execFile)('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: root,
  });
  const files = (JSON.parse(stdout)[0].files as { path: string }[]).map(({ path }) => path);
  for (const file of [
    ...[
      'dist/cli/main.js',
      'dist/core/audio/process/main.js',
      'dist/core/testing.d.ts',
      'dist/core/testing/faked-card/card.c',
      'dist/providers/demo/index.js',
    ],
    ...[
      'hardware-drivers/mixer/dist/index.js',
      'hardware-drivers/binding.gyp',
      'hardware-drivers/lib/common.gypi',
      'hardware-drivers/lib/one-unit.sh',
      'hardware-drivers/mixer/binding.gypi',
      'scripts/compiler.mjs',
      'hardware-drivers/mixer/src/engine/engine.cc',
    ],
    ...['hardware-drivers/lib/sound-files/src/wave_file.cc', 'hardware-drivers/include/rowdesk/audio.h'],
    ...['templates/provider/index.test.js', 'providers.config.json'],
  ]) {
    expect(files).toContain(file);
  }
  // Programs too, which have no ending.
  const built = filesBuilt();
  expect(built).toContain('hardware-drivers/mixer/build/Release/mixer.node');
  expect(built.filter((file) => !files.includes(file))).toEqual([]);
  // A vendor's package begins with a test, and `rowdesk/testing` is for such tests.
  const others = files.filter((file) => !/^(templates|dist\/core\/testing)\//.test(file));
  const forTests = /(^|[/_.-])(tests?|doubles?|fixtures?|bench)([/_.-]|$)/;
  expect(others.filter((file) => forTests.test(file) && !/^dist\/core\/testing\./.test(file))).toEqual([]);
  expect(others.filter((file) => /^(test|build|node_modules|docs)\//.test(file))).toEqual([]);
});

test('none of them, and none that is bundled, has an advisory that is high or critical', async (context) => {
  const run = promisify(execFile)('npm', ['audit', '--json'], { cwd: root, timeout: 60_000 });
  // npm exits with 1 when it found something, and when it could not look.
  const { stdout } = await run.catch((error: { stdout?: string }) => ({ stdout: error.stdout ?? '' }));
  const report = stdout === '' ? {} : JSON.parse(stdout);
  if (report.metadata === undefined) {
    const reason = report.message ?? report.error?.summary ?? 'it does not answer';
    console.log(`skipped: the registry serves no advisories (${reason}); run npm audit where one does`);
    return context.skip();
  }
  const shipped = [...runtime.map(([path]) => path.replace(/^.*node_modules\//, '')), ...bundledPackages()];
  const found = Object.values<{ name: string; severity: string }>(report.vulnerabilities);
  expect(found.filter(({ name, severity }) => shipped.includes(name) && /high|critical/.test(severity))).toEqual([]);
});
