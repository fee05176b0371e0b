// Finds an npm package without running its code. `require.resolve` does not fit: a package may not export its
// package.json, and this search begins in a given folder.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface FoundPackage {
  readonly folder: string;
  /** The contents of its package.json. */
  readonly manifest: Readonly<Record<string, unknown>>;
}

/**
 * Searches `node_modules` of each folder and of the folders above it, in order. It also finds a folder that is the package
 * itself, so that a package runs where it is developed. Throws an Error in words for an invalid package.json.
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

/** Returns the package in a folder, undefined for none. Throws an Error in words for an invalid package.json. */
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

/** True if the folder is this package. An invalid package.json in a folder above belongs to another package. */
function isPackage(folder: string, name: string): boolean {
  try {
    return readPackage(folder)?.manifest.name === name;
  } catch {
    return false;
  }
}
