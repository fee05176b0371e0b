// CLAP plugins of the tests, compiled into a file of the test: what they do is said in clap/gain.c.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../harness/service.ts';

const source = fileURLToPath(new URL('./clap/gain.c', import.meta.url));
const abi = fileURLToPath(new URL('../../hardware-drivers/lv2/src', import.meta.url));
const flags = ['-std=c11', '-D_GNU_SOURCE', '-O2', '-Wall', '-Wextra', '-Werror', '-shared', '-fPIC', `-I${abi}`];

let compiled: string | undefined;

export const clapUri: (name: 'gain' | 'keyed' | 'wide' | 'unmade' | 'restless') => string = (name) =>
  `clap:rowdesk.test.${name}`;

/** Makes this file, and resolves to it. Its name says what it does when it is opened: `crashes.clap`, `hangs.clap`. */
export function makeClap(file: string): string {
  if (compiled === undefined) {
    compiled = join(temporaryFolder(), 'gain.clap');
    execFileSync('cc', [...flags, source, '-o', compiled, '-lm'], { stdio: 'pipe' });
  }
  mkdirSync(dirname(file), { recursive: true });
  // Under another name first: the library may be open in a rack of the test before.
  copyFileSync(compiled, `${file}.new`);
  renameSync(`${file}.new`, file);
  return file;
}
