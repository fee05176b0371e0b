// The files of a render bear another name until all of them are whole.
import { renameSync, rmSync } from 'node:fs';

export function partOf(file: string): string {
  return `${file}.part`;
}

export function completeParts(files: readonly string[]): void {
  for (const file of files) renameSync(partOf(file), file);
}

/** Never throws: what a disk does not let go, the next render of that name replaces. */
export function removeParts(files: readonly string[]): void {
  for (const file of files) {
    try {
      rmSync(partOf(file), { force: true });
    } catch {
      // The reason of the render is the one that counts.
    }
  }
}
