import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/steps/places.mjs';

/** package.json as it is installed: without what only this tree has the tools for. */
export function manifestOf(version) {
  const { scripts: _, devDependencies: __, ...manifest } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return { ...manifest, ...(version !== undefined && { version }) };
}
