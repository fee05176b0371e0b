// Takes away what was built from sources that are gone, or are not wanted here: a provider that was removed must not be found
// any more.
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './places.mjs';

export function prune(output, isWanted, folder = output) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    const place = relative(output, path);
    if (entry.isDirectory()) prune(output, isWanted, path);
    else if (!entry.name.startsWith('.') && !isWanted(place)) rmSync(path);
  }
  if (folder !== output && readdirSync(folder).length === 0) rmSync(folder, { recursive: true });
}

export function hasSource(place) {
  const source = join(root, place);
  return [source, source.replace(/(\.d)?\.([cm]?)[jt]s$/, '.$2ts')].some(
    (file) => existsSync(file) && statSync(file).isFile(),
  );
}
