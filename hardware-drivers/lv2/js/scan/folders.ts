// The folders that have LV2 bundles, and what is in them.
import { type Dirent, readdirSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type BundleContent, contentOf } from './bundle-content.ts';

export interface BundleOnDisk extends BundleContent {
  readonly format: 'lv2' | 'clap';
  /** A folder of LV2, a file of CLAP. */
  readonly path: string;
}

const triplets: Readonly<Record<string, string>> = {
  x64: 'x86_64-linux-gnu',
  arm64: 'aarch64-linux-gnu',
  arm: 'arm-linux-gnueabihf',
  ia32: 'i386-linux-gnu',
  riscv64: 'riscv64-linux-gnu',
};

/** Those of LV2_PATH; else those where plugins are installed. In the order of precedence. */
export function lv2Folders(env: NodeJS.ProcessEnv, arch: string): string[] {
  const home = env.HOME ?? '';
  const given = env.LV2_PATH?.split(delimiter).map((path) => path.replace(/^~(?=\/|$)/, home));
  const triplet = triplets[arch];
  const usual = [
    ...(home === '' ? [] : [join(home, '.lv2')]),
    ...['/usr/local/lib/lv2', '/usr/lib/lv2'],
    ...(triplet === undefined ? [] : [`/usr/lib/${triplet}/lv2`]),
  ];
  return [...new Set((given ?? usual).filter((path) => path !== ''))];
}

/** Bundles of folders that are there, those of one folder in the order of their names. */
export function bundlesIn(folders: readonly string[]): BundleOnDisk[] {
  return folders.flatMap((folder) => {
    const names = entriesOf(folder).filter((entry) => entry.isDirectory() || entry.isSymbolicLink());
    const paths = names.map(({ name }) => join(folder, name)).sort();
    return paths.filter(isBundle).map((path) => ({ format: 'lv2', path, ...contentOf(path) }));
  });
}

function isBundle(path: string): boolean {
  try {
    return statSync(path).isDirectory() && statSync(join(path, 'manifest.ttl')) !== undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES';
  }
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
