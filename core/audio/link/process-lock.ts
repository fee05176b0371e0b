// The lock of a driver process, held while the process runs. Its content names the socket, which depends on XDG_RUNTIME_DIR at
// the start of the process. The lock is in the state folder; the spare one, in the runtime folder, replaces a lock that can't
// be written.
import { readFileSync, rmSync, writeSync } from 'node:fs';
import type { ProcessFiles } from '../../system/runtime-folder.ts';

export interface LockContent {
  readonly processId: number;
  readonly socket: string;
  readonly crashPage: string;
}
type LockFiles = Pick<ProcessFiles, 'lock' | 'spareLock'>;

/** Size of a lock's content, constant: a lock that was written once can be rewritten on a full disk. */
const lockBytes = 512;

/** Writes the content, blank for none. Throws Error when the file can't be written. */
export function writeLock(descriptor: number, content?: LockContent): void {
  const text = content === undefined ? '' : JSON.stringify(content);
  writeSync(descriptor, `${text.padEnd(lockBytes - 1)}\n`, 0);
}

/**
 * Takes the lock and writes its content. Returns the descriptor, undefined while another process holds the lock.
 * `lockFile` returns -1 for a held lock, and throws for a file that can't be made.
 */
export function takeLock(
  files: LockFiles,
  content: LockContent,
  lockFile: (path: string) => number,
): number | undefined {
  const lock = locked(files.lock, lockFile);
  if (lock === -1) return undefined;
  if (lock !== undefined && isWritten(lock, content)) {
    rmSync(files.spareLock, { force: true });
    return lock;
  }
  const spare = lockFile(files.spareLock);
  if (spare === -1) return undefined;
  isWritten(spare, content);
  return spare;
}

/** Undefined for a file that can't be made. */
function locked(file: string, lockFile: (path: string) => number): number | undefined {
  try {
    return lockFile(file);
  } catch {
    return undefined;
  }
}

/** False when the lock can't be written. */
function isWritten(descriptor: number, content: LockContent): boolean {
  try {
    writeLock(descriptor, content);
    return true;
  } catch {
    return false;
  }
}

/** The content of the lock, undefined for a free one. A spare lock counts only while its process runs. */
export function readLock({ lock, spareLock }: LockFiles): LockContent | undefined {
  const spare = contentOf(spareLock);
  return spare !== undefined && isAlive(spare.processId) ? spare : contentOf(lock);
}

export function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function contentOf(file: string): LockContent | undefined {
  try {
    const { processId, socket, crashPage } = JSON.parse(readFileSync(file, 'utf8'));
    return { processId: Number(processId), socket: String(socket), crashPage: String(crashPage) };
  } catch {
    // A blank lock: its process ended in order, or is starting.
    return undefined;
  }
}
