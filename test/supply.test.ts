// What rowdesk brings with it: few packages, none of which runs anything when it is installed, none with a known hole.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
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

const mostPackages = 30;
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const runtime = (Object.entries(lock.packages) as [string, Locked][]).filter(([path, { dev }]) => path !== '' && !dev);
/** Packages for other machines are left out by npm, which looks at these two. */
const forPcs = ({ os, cpu }: Locked) => (os?.includes('linux') ?? true) && (cpu?.includes('x64') ?? true);

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

test('none of them has an install script, and neither has rowdesk', () => {
  expect(runtime.filter(([, { hasInstallScript }]) => hasInstallScript)).toEqual([]);
  for (const script of ['preinstall', 'install', 'postinstall', 'prepare'])
    expect(manifest.scripts).not.toHaveProperty(script);
  // Else npm would build as soon as it sees a binding.gyp.
  expect(manifest.gypfile).toBe(false);
});

test('none of them has an advisory that is high or critical', async (context) => {
  const run = promisify(execFile)('npm', ['audit', '--omit=dev', '--json'], { cwd: root, timeout: 60_000 });
  // npm exits with 1 when it found something, and when it could not look.
  const { stdout } = await run.catch((error: { stdout?: string }) => ({ stdout: error.stdout ?? '' }));
  const report = stdout === '' ? {} : JSON.parse(stdout);
  if (report.metadata === undefined) {
    const reason = report.message ?? report.error?.summary ?? 'it does not answer';
    console.log(`skipped: the registry serves no advisories (${reason}); run npm audit --omit=dev where one does`);
    return context.skip();
  }
  const { high, critical } = report.metadata.vulnerabilities;
  expect({ high, critical }).toEqual({ high: 0, critical: 0 });
}, 90_000);
