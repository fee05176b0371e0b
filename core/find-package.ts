// Where an npm package is, without running any of it. `require.resolve` won't do: a package need not export its
// package.json, and the search is to begin in a folder of our choice.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface FoundPackage {
  readonly folder: string;
  /** What its package.json holds. */
  readonly manifest: Readonly<Record<string, unknown>>;
}

/**
 * Looks in `node_modules` of each folder and of those above it, in order; a folder that is the package itself is found
 * too, so that a package can be tried out where it is written. Throws Error when package.json is no JSON.
 */
export function findPackage(name: string, from: readonly string[]): FoundPackage | undefined {
  for (const start of from) {
    for (let folder = start; ; folder = dirname(folder)) {
      const found = readPackage(join(folder, 'node_modules', name));
      if (found !== undefined) return found;
      const itself = readPackage(folder);
      if (itself?.manifest.name === name) return itself;
      if (folder === dirname(folder)) break;
    }
  }
  return undefined;
}

function readPackage(folder: string): FoundPackage | undefined {
  let text: string;
  try {
    text = readFileSync(join(folder, 'package.json'), 'utf8');
  } catch {
    return undefined;
  }
  const manifest = JSON.parse(text) as Record<string, unknown>;
  return { folder, manifest };
}
