// The order of a build: packages from npm, TypeScript, native packages. Each step looks first whether it is needed.
import { installPackages } from './install.mjs';
import { withLock } from './lock.mjs';
import { buildNative } from './native.mjs';
import { buildTypeScript } from './typescript.mjs';

/**
 * Builds whatever is stale. Rejects when packages can't be installed or TypeScript doesn't compile. A native package
 * that can't be built is reported on stderr and left out: the service starts without it and says so in a row.
 * `strict` (packing) rejects for those too; `force` builds all, stale or not.
 */
export async function build({ strict = false, force = false }) {
  installPackages();
  await withLock(async () => {
    await buildTypeScript({ force });
    const failed = await buildNative({ force });
    if (strict && failed.length > 0) throw new Error(`Not built: ${failed.join(', ')}`);
  });
}
