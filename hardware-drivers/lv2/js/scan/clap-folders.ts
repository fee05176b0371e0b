// The folders that have files of CLAP plugins (clap/entry.h), and what is in them.
import { readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { contentOf } from './bundle-content.ts';
import type { BundleOnDisk } from './folders.ts';

const mostDepth = 8;

/** Those of CLAP_PATH, and those where plugins are installed. In the order of precedence. */
export function clapFolders(env: NodeJS.ProcessEnv): string[] {
  const home = env.HOME ?? '';
  const given = (env.CLAP_PATH ?? '').split(delimiter).map((path) => path.replace(/^~(?=\/|$)/, home));
  const usual = [...(home === '' ? [] : [join(home, '.clap')]), '/usr/local/lib/clap', '/usr/lib/clap'];
  return [...new Set([...given, ...usual].filter((path) => path !== ''))];
}

/** Files of folders that are there, and of the folders in them; those of one folder in the order of their names. */
export function clapFilesIn(folders: readonly string[]): BundleOnDisk[] {
  const seen = new Set<string>();
  return folders.flatMap((folder) => filesIn(folder, seen, 0));
}

/** `seen`: folders that were looked into, since a link may lead back. */
function filesIn(folder: string, seen: Set<string>, depth: number): BundleOnDisk[] {
  const { real, names } = namesIn(folder);
  if (seen.has(real) || depth > mostDepth) return [];
  seen.add(real);
  return names.flatMap((name) => {
    const path = join(folder, name);
    const stats = statsOf(path);
    if (stats?.isDirectory()) return filesIn(path, seen, depth + 1);
    return stats?.isFile() && name.endsWith('.clap') ? [{ format: 'clap', path, ...contentOf(path) }] : [];
  });
}

function namesIn(folder: string): { real: string; names: string[] } {
  try {
    return { real: realpathSync(folder), names: readdirSync(folder).sort() };
  } catch {
    return { real: folder, names: [] };
  }
}

/** Undefined for a link that leads nowhere. */
function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}
