// The lock of a driver process: held while it runs, and read to find where it answers, wherever XDG_RUNTIME_DIR pointed at
// its start. It is in the state folder, or in the runtime folder as long as the state folder can't be written.
import { readFileSync, rmSync, writeSync } from 'node:fs';
import type { ProcessFiles } from '../../system/runtime-folder.ts';

export interface LockContent {
  readonly processId: number;
  readonly socket: string;
  readonly crashPage: string;
}
type LockFiles = Pick<ProcessFiles, 'lock' | 'spareLock'>;

/** The room that a lock's content takes, ever the same: what was written once is written again on a full disk, too. */
const lockBytes = 512;

/** Says where the process answers; blank without content. Throws Error where it can't be written. */
export function writeLock(descriptor: number, content?: LockContent): void {
  const text = content === undefined ? '' : JSON.stringify(content);
  writeSync(descriptor, `${text.padEnd(lockBytes - 1)}\n`, 0);
}

/**
 * Takes the lock and says where the process answers. Answers its descriptor, undefined when another process holds it;
 * `lockFile` answers -1 then, and throws where there is no file and none can be made.
 */
export function takeLock(
  files: LockFiles,
  content: LockContent,
  lockFile: (path: string) => number,
): number | undefined {
  const lock = locked(files.lock, lockFile);
  if (lock === -1) return undefined;
  if (lock !== undefined && says(lock, content)) {
    rmSync(files.spareLock, { force: true });
    return lock;
  }
  const spare = lockFile(files.spareLock);
  if (spare === -1) return undefined;
  says(spare, content);
  return spare;
}

/** Undefined where the file isn't there and can't be made. */
function locked(file: string, lockFile: (path: string) => number): number | undefined {
  try {
    return lockFile(file);
  } catch {
    return undefined;
  }
}

/** False where it can't be written. */
function says(descriptor: number, content: LockContent): boolean {
  try {
    writeLock(descriptor, content);
    return true;
  } catch {
    return false;
  }
}

/** What the lock says; undefined while nobody holds it. The spare one counts only while its process lives. */
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
    // Blank: its process ended in order, or is just starting.
    return undefined;
  }
}
