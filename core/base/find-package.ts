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
 * too, so that a package can be tried out where it is written. Throws Error in words when its package.json is faulty.
 */
export function findPackage(name: string, from: readonly string[]): FoundPackage | undefined {
  for (const start of from) {
    for (let folder = start; ; folder = dirname(folder)) {
      const found = readPackage(join(folder, 'node_modules', name));
      if (found !== undefined) return found;
      if (isPackage(folder, name)) return readPackage(folder);
      if (folder === dirname(folder)) break;
    }
  }
  return undefined;
}

/** The package in a folder, undefined where there is none. Throws Error in words when its package.json is faulty. */
export function readPackage(folder: string): FoundPackage | undefined {
  let text: string;
  try {
    text = readFileSync(join(folder, 'package.json'), 'utf8');
  } catch {
    return undefined;
  }
  return { folder, manifest: objectOf(text) };
}

function objectOf(text: string): FoundPackage['manifest'] {
  let value: unknown;
  let why = '';
  try {
    value = JSON.parse(text);
  } catch (error) {
    why = ` (${(error as Error).message})`;
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as FoundPackage['manifest'];
  throw new Error(`its package.json is no JSON object${why}`);
}

/** A faulty package.json in a folder above belongs to another package: it has no name. */
function isPackage(folder: string, name: string): boolean {
  try {
    return readPackage(folder)?.manifest.name === name;
  } catch {
    return false;
  }
}
