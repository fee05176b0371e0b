// typebox is several hundred small files; loading them costs more than the rest of a start. core/typebox.ts alone
// imports it, so putting that one module into one file is enough. The types stay as the compiler wrote them.
import { existsSync } from 'node:fs';
import { dist, root } from './places.mjs';

export async function bundleTypebox() {
  const file = `${dist}/core/typebox.js`;
  if (!existsSync(file)) return;
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({ input: `${root}/core/typebox.ts`, platform: 'node', logLevel: 'warn' });
  await bundle.write({ file, format: 'esm', minify: false });
  await bundle.close();
}
