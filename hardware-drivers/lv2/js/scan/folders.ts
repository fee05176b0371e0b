// The folders that have LV2 bundles, and what changed in them.
import { createHash } from 'node:crypto';
import { type Dirent, readdirSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export interface BundleOnDisk {
  readonly format: 'lv2' | 'clap';
  /** A folder of LV2, a file of CLAP. */
  readonly path: string;
  /** The newest time of change in it, in ms since the epoch. */
  readonly timeMs: number;
  /** Of all its files. */
  readonly bytes: number;
  /** Another one says that something in it changed. */
  readonly stamp: string;
  /** Why it can not be read; '' else. */
  readonly fault: string;
}

const triplets: Readonly<Record<string, string>> = {
  x64: 'x86_64-linux-gnu',
  arm64: 'aarch64-linux-gnu',
  arm: 'arm-linux-gnueabihf',
  ia32: 'i386-linux-gnu',
  riscv64: 'riscv64-linux-gnu',
};
/** Files of one bundle that are looked at: more of them are samples. */
const mostFiles = 4096;
const mostDepth = 4;

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
    return paths.filter(isBundle).map(bundleAt);
  });
}

function isBundle(path: string): boolean {
  try {
    return statSync(path).isDirectory() && statSync(join(path, 'manifest.ttl')) !== undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES';
  }
}

function bundleAt(path: string): BundleOnDisk {
  const found = { files: 0, timeMs: 0, bytes: 0, hash: createHash('sha1') };
  const take = (file: string) => {
    const { mtimeMs, size } = statSync(file);
    found.timeMs = Math.max(found.timeMs, Math.floor(mtimeMs));
    found.bytes += size;
    found.hash.update(`${file}\0${mtimeMs}\0${size}\n`);
  };
  const walk = (folder: string, depth: number) => {
    take(folder);
    const entries = readdirSync(folder, { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const file = join(folder, entry.name);
      if (found.files++ >= mostFiles) return;
      if (entry.isDirectory() && depth < mostDepth) walk(file, depth + 1);
      else if (isThere(file)) take(file);
    }
  };
  let fault = '';
  try {
    walk(path, 0);
  } catch (error) {
    fault = (error as NodeJS.ErrnoException).code === 'EACCES' ? 'It can not be read: no permission.' : String(error);
  }
  return { format: 'lv2', path, timeMs: found.timeMs, bytes: found.bytes, stamp: found.hash.digest('hex'), fault };
}

/** A link may lead nowhere. */
const isThere = (file: string) => statSync(file, { throwIfNoEntry: false }) !== undefined;

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
