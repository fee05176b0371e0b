// Plugins of the tests, compiled into a bundle of the test: what they do is said in bundle/*.c, what they have in plugins.ttl.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const sources = fileURLToPath(new URL('./bundle', import.meta.url));
const names = ['gain', 'keyed', 'misbehaves', 'stateful'] as const;
const texts = ['plugins.ttl', 'presets.ttl', 'manifest.ttl'];
const flags = ['-std=c11', '-D_GNU_SOURCE', '-O2', '-Wall', '-Wextra', '-Werror', '-shared', '-fPIC'];

export const pluginUri: (name: (typeof names)[number]) => string = (name) => `urn:rowdesk:test:${name}`;

/** Makes `<folder>/test.lv2` and resolves to it: for an LV2_PATH of that folder. */
export function makeBundle(folder: string): string {
  const bundle = join(folder, 'test.lv2');
  mkdirSync(bundle, { recursive: true });
  for (const name of names) {
    const output = join(bundle, `${name}.so`);
    // Under another name first: the library may be open in a rack of the test before.
    execFileSync('cc', [...flags, join(sources, `${name}.c`), '-o', `${output}.new`, '-lm'], { stdio: 'pipe' });
    renameSync(`${output}.new`, output);
  }
  for (const text of texts) copyFileSync(join(sources, text), join(bundle, text));
  return bundle;
}
