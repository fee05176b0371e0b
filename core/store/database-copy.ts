// Copies the store's file in another process: the store's thread continues to write, and closing the file in this process
// would release SQLite's lock on it.
import { execFile } from 'node:child_process';
import { open } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Examine } from './store-examination.ts';
import type { StoreThread } from './store-thread.ts';

const run = promisify(execFile);
/** Bytes 18 and 19 of the header: 1 for a file without a log, 2 for one with it (sqlite.org/fileformat2.html, 1.3.3). */
const versionsAt = 18;
const withoutLog = Buffer.from([1, 1]);

/** The copied file is damaged; the message describes the damage. */
export class UnsoundCopy extends Error {}

export interface CopyNeeds {
  readonly thread: StoreThread;
  readonly examine: Examine;
  /** Copies an unchanging file into an existing empty one; default `cp`. */
  readonly copy?: (from: string, to: string) => Promise<unknown>;
}

/**
 * Copies the present state of the store. Writes meanwhile do not wait and are not in the copy. Rejects with the reason if
 * the copy can't be made or is damaged.
 */
export async function copyHeld(file: string, to: string, { thread, examine, copy = copied }: CopyNeeds): Promise<void> {
  await thread.ask('hold', {});
  const copying = copy(file, to);
  await copying.catch(() => {});
  const wasHeld = await thread.ask('release', {});
  await copying;
  if (!wasHeld) throw new Error('the store was opened again meanwhile');
  await leaveLogOut(to);
  const { problems } = await examine(to, [], 'whole');
  if (problems.length > 0) throw new UnsoundCopy(problems.join('; '));
}

const copied = (from: string, to: string) => run('cp', ['--', from, to]);

/** Marks the copy as a file without a write-ahead log, so that reading it creates none. */
async function leaveLogOut(file: string): Promise<void> {
  const header = await open(file, 'r+');
  try {
    await header.write(withoutLog, 0, withoutLog.length, versionsAt);
  } finally {
    await header.close();
  }
}
