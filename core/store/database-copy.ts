// A copy of the store's file, made by a process of its own: the thread of the store goes on writing meanwhile, and to close
// the file in this process would let go of SQLite's lock on it.
import { execFile } from 'node:child_process';
import { open } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Examine } from './store-examination.ts';
import type { StoreThread } from './store-thread.ts';

const run = promisify(execFile);
/** Bytes 18 and 19 of the header: 1 for a file without a log, 2 for one with it (sqlite.org/fileformat2.html, 1.3.3). */
const versionsAt = 18;
const withoutLog = Buffer.from([1, 1]);

/** What was copied is damaged; the message says how. */
export class UnsoundCopy extends Error {}

export interface CopyNeeds {
  readonly thread: StoreThread;
  readonly examine: Examine;
  /** Copies a file that does not change into one that is there, and empty; `cp` unless given. */
  readonly copy?: (from: string, to: string) => Promise<unknown>;
}

/**
 * The store as it is now: what is written meanwhile does not wait for it, and is not in it. Rejects with why it can't be
 * made, also where the copy is not sound.
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

/** It has none: who looks into it makes none beside it. */
async function leaveLogOut(file: string): Promise<void> {
  const header = await open(file, 'r+');
  try {
    await header.write(withoutLog, 0, withoutLog.length, versionsAt);
  } finally {
    await header.close();
  }
}
