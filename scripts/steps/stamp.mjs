// A stamp remembers from which files something was built; comparing costs a stat per file.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const neverSource = new Set(['node_modules', 'dist', 'build', '.git']);

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

/** One key for these files by path, size and time of change, and for whatever else decides the result. */
export function keyOf(files, ...others) {
  const hash = createHash('sha256');
  for (const file of files) {
    const { size, mtimeMs } = statSync(file);
    hash.update(`${file}\0${size}\0${mtimeMs}\n`);
  }
  hash.update(JSON.stringify(others));
  return hash.digest('hex');
}

export function readStamp(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}

export function writeStamp(file, stamp) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(stamp)}\n`);
}
