// `rowdesk drivers build [NAME...]`: builds native packages again, the in-tree ones by folder name, others by the name
// of an npm package that can be found from the current folder. Exits 1 when one of them is not built.
import { withLock } from './steps/lock.mjs';
import { buildNative, nameOf, nativePackages, packageNamed } from './steps/native.mjs';
import { stateOf } from './steps/native-state.mjs';
import { say } from './steps/say.mjs';

const names = process.argv.slice(2);
const folders = names.length === 0 ? nativePackages() : names.map((name) => packageNamed(name));
const unknown = names.filter((_, index) => folders[index] === undefined);
for (const name of unknown) {
  say(`${name}: no such native package. Known here: ${nativePackages().map(nameOf).join(', ')}`);
}
const packages = folders.filter(Boolean);
const work = () => buildNative({ force: true, keepOlder: true, states: packages.map(stateOf) });
// The folder of an npm package is its own matter, and may be the only one that can be written.
const failed = await (packages.some((folder) => nativePackages().includes(folder)) ? withLock(work) : work());
if (failed.length + unknown.length > 0) process.exitCode = 1;
