// Why tests of plugins can't run on a machine: on CI they must.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** A program of a Debian package, or a file or folder of it. */
export type Need = readonly [of: string, debianPackage: string];

export const judges: readonly Need[] = [
  ['lv2apply', 'lilv-utils'],
  ['lv2info', 'lilv-utils'],
];
export const made: readonly Need[] = [
  ['cc', 'gcc'],
  ['/usr/include/lv2/core/lv2.h', 'lv2-dev'],
];
export const x42: Need = ['/usr/lib/lv2/fil4.lv2', 'x42-plugins'];

/** '' where all is there; else the reason, which is printed. Throws it on CI. */
export function whyNot(...needs: readonly Need[]): string {
  const isThere = (of: string) => (of.startsWith('/') ? existsSync(of) : spawnSync('which', [of]).status === 0);
  const missing = [...new Set(needs.filter(([of]) => !isThere(of)).map(([, name]) => name))];
  if (missing.length === 0) return '';
  const words = `plugins are not tested: sudo apt-get install ${missing.join(' ')}`;
  if (process.env.CI === 'true') throw new Error(words);
  console.info(words);
  return words;
}
