// A stamp remembers from which files something was built, by their content: a fresh copy of a tree is not stale. Comparing
// costs a stat per file, as hashes are kept for files that did not change since.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { dist, root } from './places.mjs';

const neverSource = new Set(['node_modules', 'dist', 'build', 'prebuilt', '.git']);
const hashesFile = `${dist}/.hashes`;
/** A file that was written so shortly before it was read may be written once more within the same tick of its clock. */
const ticksMs = 50;
const mostHashes = 20_000;

/** All files under a folder that `wanted` accepts, sorted; build output and packages are never among them. */
export function filesUnder(folder, wanted = () => true) {
  const found = [];
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!neverSource.has(entry.name)) found.push(...filesUnder(path, wanted));
    } else if (wanted(path)) found.push(path);
  }
  return found.sort();
}

function entriesOf(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}

/** One key for these files by path and content, and for whatever else decides the result. */
export function keyOf(files, ...others) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${relative(root, file)}\0${hashOfFile(file)}\n`);
  hash.update(JSON.stringify(others));
  keepHashes();
  return hash.digest('hex');
}

/** Path below the root -> `[size, time of change, inode, hash]`. */
let hashes;
let hasNew = false;

function hashOfFile(file) {
  hashes ??= readStamp(hashesFile);
  const name = relative(root, file);
  const { size, mtimeMs, ino } = statSync(file);
  const [ofSize, ofTime, ofInode, kept] = hashes[name] ?? [];
  if (ofSize === size && ofTime === mtimeMs && ofInode === ino) return kept;
  const found = createHash('sha256').update(readFileSync(file)).digest('base64');
  if (Date.now() - mtimeMs > ticksMs) {
    hashes[name] = [size, mtimeMs, ino, found];
    hasNew = true;
  } else delete hashes[name];
  return found;
}

function keepHashes() {
  if (!hasNew) return;
  hasNew = false;
  // Files that are gone leave theirs behind: now and then it begins anew.
  const kept = Object.keys(hashes).length > mostHashes ? {} : hashes;
  try {
    writeStamp(hashesFile, kept);
  } catch {
    // Without the file it only takes longer the next time.
  }
}

export function readStamp(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}

/** Whole or not at all. */
export function writeStamp(file, stamp) {
  mkdirSync(dirname(file), { recursive: true });
  const fresh = `${file}.${process.pid}`;
  writeFileSync(fresh, `${JSON.stringify(stamp)}\n`);
  renameSync(fresh, file);
}
