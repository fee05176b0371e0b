// Packages that are put into one file each. typebox is several hundred small files; loading them costs more than the rest
// of a start. pino would bring a dozen packages for one function. One module alone imports each of them, so that bundling
// that one is enough; its types stay as the compiler wrote them.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dist, root } from './places.mjs';

const modules = ['core/base/typebox', 'core/system/pino', 'cli/yargs'];

export async function bundlePackages() {
  for (const name of modules) {
    const file = `${dist}/${name}.js`;
    if (existsSync(file)) await bundle(`${root}/${name}.ts`, file);
  }
}

async function bundle(input, file) {
  const { rolldown } = await import('rolldown');
  const made = await rolldown({ input, platform: 'node', logLevel: 'warn' });
  const { output } = await made.write({ file, format: 'esm', minify: false });
  await made.close();
  const packages = new Set(output.flatMap(({ moduleIds = [] }) => moduleIds.flatMap(packageOf)));
  writeFileSync(file.replace(/\.js$/, '.licenses.txt'), [...packages].sort().map(licenseOf).join('\n'));
}

const packageOf = (id) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? [];

/** Their licenses want to be passed on with the code. */
function licenseOf(name) {
  const folder = join(root, 'node_modules', name);
  const text = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  return `${name}\n\n${text === undefined ? '' : readFileSync(join(folder, text), 'utf8')}`;
}
