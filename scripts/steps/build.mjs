// The order of a build: packages from npm, then code and native packages side by side, then the mixer's processors and the
// pages. Each step looks first whether it is needed.
import { shipCode } from './code.mjs';
import { isFirst } from './first.mjs';
import { installPackages } from './install.mjs';
import { withLock } from './lock.mjs';
import { buildNative, nameOf, nativePackages } from './native.mjs';
import { renewed, stateOf } from './native-state.mjs';
import { buildPages } from './pages.mjs';
import { gatherProcessors } from './processors.mjs';
import { say } from './say.mjs';
import { buildTypeScript } from './typescript.mjs';

/**
 * Builds whatever is stale, with all types checked. Rejects when packages can't be installed or TypeScript doesn't compile. A
 * native package that can't be built is reported on stderr and left out: the service starts without it and says so in a row.
 * `strict` (packing) rejects for those too; `force` builds all, stale or not.
 */
export async function build({ strict = false, force = false }) {
  await withLock(async () => {
    await installPackages();
    const failed = await bothOf(buildTypeScript({ force }), buildNative({ force }), { force });
    if (strict && failed.length > 0) throw new Error(`Not built: ${failed.join(', ')}`);
  });
}

/**
 * Builds what the first sound needs of whatever is stale, and checks no types. Rejects as `build` does. Resolves to the names of
 * the native packages that are left; `mixer+` is what is left of one that gives its sound already.
 */
export async function buildFirst() {
  return await withLock(async () => {
    await installPackages();
    const code = shipCode({ force: false, begins: () => say('Bundling the code (some 5 s) ...') });
    const states = nativePackages().map(stateOf);
    const first = states.filter(({ folder }) => isFirst(folder));
    await bothOf(code, buildNative({ states: first, first: true }), { isChecked: false });
    const later = states.filter((state) => !first.includes(state) && (state.is !== 'built' || state.hasFailed));
    const parts = first.map(renewed).filter(({ is, hasFailed }) => is === 'first' && !hasFailed);
    return [...later.map(({ folder }) => nameOf(folder)), ...parts.map(({ folder }) => `${nameOf(folder)}+`)];
  });
}

/** Resolves to what `native` does, once the pages are built too. */
async function bothOf(code, native, pages) {
  const [shipped, built] = await Promise.allSettled([code, native]);
  gatherProcessors();
  if (shipped.status === 'fulfilled') await buildPages(pages);
  for (const part of [shipped, built]) if (part.status === 'rejected') throw part.reason;
  return built.value;
}
