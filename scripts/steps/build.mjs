// The order of a build: packages from npm, then TypeScript and native packages side by side, then the mixer's processors. Each step looks first whether it is needed.
import { installPackages } from './install.mjs';
import { withLock } from './lock.mjs';
import { buildNative } from './native.mjs';
import { buildPages } from './pages.mjs';
import { gatherProcessors } from './processors.mjs';
import { buildTypeScript } from './typescript.mjs';

/**
 * Builds whatever is stale. Rejects when packages can't be installed or TypeScript doesn't compile. A native package
 * that can't be built is reported on stderr and left out: the service starts without it and says so in a row.
 * `strict` (packing) rejects for those too; `force` builds all, stale or not.
 */
export async function build({ strict = false, force = false }) {
  installPackages();
  await withLock(async () => {
    const [typeScript, native] = await Promise.allSettled([buildTypeScript({ force }), buildNative({ force })]);
    gatherProcessors();
    if (typeScript.status === 'fulfilled') await buildPages({ force });
    for (const part of [typeScript, native]) if (part.status === 'rejected') throw part.reason;
    if (strict && native.value.length > 0) throw new Error(`Not built: ${native.value.join(', ')}`);
  });
}
