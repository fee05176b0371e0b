// The files of a render, and of a backup, bear another name until all of them are whole. It has the number of the process: one of
// the same name that runs beside it, or that a killed command has left, writes, removes and completes its own.
import { readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { isAlive } from '../link/process-lock.ts';

const partOfProcess = (file: string, processId: number) => `${file}.${processId}.part`;

export function partOf(file: string): string {
  return partOfProcess(file, process.pid);
}

export function completeParts(files: readonly string[]): void {
  for (const file of files) renameSync(partOf(file), file);
}

/** Never throws: what a disk does not let go, a later render of that name removes. */
export function removeParts(files: readonly string[]): void {
  for (const file of files) removeNow(partOf(file));
}

/** Removes what processes that have ended have left of these files. Never throws. */
export function removeLeftParts(files: readonly string[]): void {
  for (const file of files) {
    for (const processId of partsOf(file)) if (!isAlive(processId)) removeNow(partOfProcess(file, processId));
  }
}

/** The processes that have made parts of a file. */
function partsOf(file: string): readonly number[] {
  const before = `${basename(file)}.`;
  try {
    return readdirSync(dirname(file)).flatMap((name) => {
      const [, processId] = (name.startsWith(before) && /^(\d{1,10})\.part$/.exec(name.slice(before.length))) || [];
      return processId === undefined ? [] : [Number(processId)];
    });
  } catch {
    // The render says that the folder can not be used.
    return [];
  }
}

function removeNow(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // The reason of the render is the one that counts.
  }
}
