// Node, the compiler, and the native parts: whether they are built, and whether they can be loaded.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { builtPlaces } from '../../core/base/built-file.ts';
import { packageRoot } from '../../core/base/package-root.ts';
import type { AskedSound } from './asked.ts';
import { type Diagnosis, fine, problem } from './finding.ts';

const oldest = [20, 19] as const;

export function nodeVersion(version: string): Diagnosis {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isNewEnough = major > oldest[0] || (major === oldest[0] && minor >= oldest[1]);
  if (isNewEnough) return fine('node', version);
  const detail = `${version} is too old; rowdesk needs ${oldest.join('.')} or newer`;
  return problem('node', detail, 'sudo npm install --global node@22   # or one from https://nodejs.org');
}

/** What the build itself uses (scripts/steps), so that both say the same. */
interface Steps {
  missingFor(folder: string): string | undefined;
  nativePackages(): readonly string[];
  nameOf(folder: string): string;
  /** pkg-config name -> Debian package of the headers. */
  librariesOf(folder: string): Readonly<Record<string, string>>;
}

export async function buildSteps(): Promise<Steps> {
  const step = (name: string) => import(pathToFileURL(join(packageRoot, 'scripts', 'steps', `${name}.mjs`)).href);
  const [native, toolchain] = await Promise.all([step('native'), step('toolchain')]);
  return { ...native, ...toolchain };
}

/**
 * Without the drivers that this machine has no use for: those that the configuration leaves out, and those with a library's
 * headers whose transports are not `used`.
 */
export function neededSteps(steps: Steps, { drivers }: Pick<AskedSound, 'drivers'>, used: ReadonlySet<string>): Steps {
  const isNeeded = (folder: string) => {
    const driver = drivers.find(({ name }) => name === steps.nameOf(folder));
    const isOwn = Object.keys(steps.librariesOf(folder)).length === 0;
    return isOwn || driver?.transports.some((transport) => used.has(transport)) === true;
  };
  return { ...steps, nativePackages: () => steps.nativePackages().filter(isNeeded) };
}

/** Whether native packages can be built here; needed only where one is not built, or a driver is to be added. */
export function compiler(steps: Pick<Steps, 'missingFor' | 'nativePackages'>): Diagnosis {
  const [, brought] = builtPlaces;
  const folders = steps.nativePackages().filter((folder) => !existsSync(join(folder, brought)));
  if (folders.length === 0) return fine('compiler', 'not needed: the native packages came built');
  const reasons = [...new Set(folders.flatMap((folder) => steps.missingFor(folder) ?? []))];
  if (reasons.length === 0) return fine('compiler', 'python3, make, g++ and headers are here');
  const [detail = '', fix = ''] = (reasons[0] as string).split(' To mend it: ');
  return problem('compiler', detail, fix);
}

/** Loads each binary in a process of its own, as a driver process would; but those that a running desk builds now. */
export function nativeBuilds(
  steps: Pick<Steps, 'nameOf' | 'nativePackages'>,
  building: readonly string[] = [],
): Diagnosis {
  const folders = steps.nativePackages().filter((folder) => !building.includes(steps.nameOf(folder)));
  const coming = building.length === 0 ? '' : `; the running desk builds ${building.join(', ')}`;
  const broken = folders.flatMap((folder) => {
    const reason = whyNotLoadable(folder);
    return reason === '' ? [] : [{ name: steps.nameOf(folder), reason }];
  });
  if (broken.length === 0) return fine('native builds', `${folders.map(steps.nameOf).join(', ')} load${coming}`);
  const detail = broken.map(({ name, reason }) => `${name}: ${reason}`).join('; ');
  return problem('native builds', detail, `rowdesk drivers build ${broken.map(({ name }) => name).join(' ')}`);
}

function whyNotLoadable(folder: string): string {
  const [files = []] = builtPlaces.map((place) => modulesIn(join(folder, place))).filter((found) => found.length > 0);
  if (files.length === 0) return 'is not built';
  const script = 'for (const file of process.argv.slice(1)) require(file)';
  const { status, stderr, error } = spawnSync(process.execPath, ['-e', script, ...files], {
    encoding: 'utf8',
    timeout: 20_000,
  });
  // A machine that takes so long is slow; that says nothing of the build.
  if (status === 0 || (error as NodeJS.ErrnoException | undefined)?.code === 'ETIMEDOUT') return '';
  return /^\w*Error: (.*)$/m.exec(stderr)?.[1] ?? 'can not be loaded';
}

function modulesIn(folder: string): readonly string[] {
  try {
    const isModule = (name: string) => /\.node$/.test(name) && !name.startsWith('test_');
    return readdirSync(folder)
      .filter(isModule)
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
}
