import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Whole or not at all: a process may start meanwhile. */
export function writeWhole(file, text) {
  mkdirSync(dirname(file), { recursive: true });
  const fresh = join(dirname(file), '.fresh');
  writeFileSync(fresh, text);
  renameSync(fresh, file);
}
