// How far a native package is built from its present sources. Reading its sources takes longest, and is done once.
import { readFileSync, statSync } from 'node:fs';
import { isInTree, sharedInTree, targetsOf, treeFile } from './native-tree.mjs';
import { root } from './places.mjs';
import { filesUnder, keyOf, readStamp, writeStamp } from './stamp.mjs';
import { targetArch } from './toolchain.mjs';

const headers = `${root}/hardware-drivers/include`;
const stampFile = (folder) => `${folder}/build/.built`;
/** Of what the package brings for a processor (packaging/steps/staged.mjs): it counts where the sources are those it was built from. */
export const prebuiltFolder = (folder, arch = targetArch()) => `${folder}/prebuilt/${process.platform}-${arch}`;
export const prebuiltStamp = 'built.json';

/**
 * The state of a package: `is` says how far the last build went with these sources, `built`, `first` (what the first sound needs)
 * or `stale` (none of them), and `hasFailed` that this build failed.
 */
export function stateOf(folder) {
  const state = { folder, key: keyFor(folder) };
  if (isInTree(folder)) {
    const [all, first] = [false, true].map((isFirst) => targetsOf(folder, isFirst));
    state.targets = { all, first };
    state.hasFirst = JSON.stringify(first) !== JSON.stringify(all);
  }
  return renewed(state);
}

/** The same package after a build of it: its sources are the same. */
export function renewed(state) {
  const { key: broughtFrom, outputs: brought = [] } = readStamp(`${prebuiltFolder(state.folder)}/${prebuiltStamp}`);
  const isThere = ([file, size]) => statSync(`${root}/${file}`, { throwIfNoEntry: false })?.size === size;
  if (broughtFrom === state.key && brought.every(isThere)) return { ...state, is: 'built', hasFailed: false };
  const { key: builtFrom, outputs = [], failed = false } = readStamp(stampFile(state.folder));
  const known = { [state.key]: 'built', ...(state.hasFirst && { [keyOfFirst(state)]: 'first' }) };
  const is = (outputs.every(isThere) && known[builtFrom]) || 'stale';
  return { ...state, is, hasFailed: failed && is !== 'stale' };
}

/** Remembers what became of a build: the outputs by path and size. Without `result` the next build tries again. */
export function remember(state, isFirst, result) {
  const key = isFirst && state.hasFirst ? keyOfFirst(state) : state.key;
  writeStamp(stampFile(state.folder), result ? { key, ...result } : {});
}

const keyOfFirst = ({ key }) => `${key} first`;

/** The content of all that a package is built from, and what for. */
export function keyFor(folder, arch = targetArch()) {
  const isOutput = (path) => /\.(d\.ts|ts|js)$/.test(path);
  const shared = isInTree(folder) ? sharedInTree : sharedBy(folder);
  const sources = [folder, ...shared].flatMap((each) => filesUnder(each, (path) => !isOutput(path)));
  return keyOf([...sources, ...filesUnder(headers), ...(isInTree(folder) ? [treeFile] : [])], arch, process.platform);
}

/** The folders beside a package whose sources it compiles too, or headers it lists: `../shared/x.cc` in its binding.gyp. */
function sharedBy(folder) {
  const named = readFileSync(`${folder}/binding.gyp`, 'utf8').matchAll(/"\.\.\/([\w-]+)\/[^"]+\.(?:cc?|h)"/g);
  return [...new Set([...named].map(([, name]) => `${folder}/../${name}`))];
}
