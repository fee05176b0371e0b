// The packages that rowdesk comes with, by their kind: what a name that is not found was probably meant to be.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nearest } from './nearest.ts';
import { moduleUrl, packageRoot } from './package-root.ts';

/** As the lists of the configuration are called. */
export const packageKinds = ['providers', 'drivers', 'surfaces'] as const;
export type PackageKind = (typeof packageKinds)[number];

const words: Readonly<Record<PackageKind, string>> = { providers: 'provider', drivers: 'driver', surfaces: 'surface' };

/** Names of folders. */
export function shippedPackages(kind: PackageKind): readonly string[] {
  if (kind === 'drivers') {
    return foldersWith(join(packageRoot, 'hardware-drivers'), (folder) => existsSync(join(folder, 'package.json')));
  }
  const folder = new URL('.', moduleUrl(kind === 'providers' ? 'providers/index' : 'providers/surface/osc'));
  const isShipped = (path: string) => ['index.js', 'index.ts'].some((file) => existsSync(join(path, file)));
  return foldersWith(fileURLToPath(folder), isShipped);
}

function foldersWith(folder: string, isOne: (path: string) => boolean): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() && isOne(join(folder, entry.name)) ? [entry.name] : [],
  );
}

/** What to do about a name of which there is no package. To install one is an advice only where rowdesk has none like it. */
export function adviceOnName(name: string, kind: PackageKind): { readonly remedy: string; readonly meant?: string } {
  const meant = nearest(name, shippedPackages(kind));
  for (const other of packageKinds) {
    if (other !== kind && shippedPackages(other).includes(name)) {
      return { remedy: `it is a ${words[other]}: name it in "${other}"` };
    }
  }
  if (meant !== undefined) return { remedy: `did you mean "${meant}"?`, meant };
  for (const other of packageKinds) {
    const near = other === kind ? undefined : nearest(name, shippedPackages(other));
    if (near !== undefined) return { remedy: `did you mean the ${words[other]} "${near}"? It belongs in "${other}"` };
  }
  return { remedy: 'correct the name, or install that package there' };
}
