// System calls that Node lacks, for a process with an audio thread; the C++ is in native/.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { packageRoot } from '../../base/package-root.ts';

export interface Native {
  /** Makes a new crash page, maps it, and notes fatal signals in it. Throws Error. */
  mapCrashPage(path: string): ArrayBuffer;
  /** The number of a package in the crash page, 0 when it is full. */
  crashName(name: string): number;
  /** Native code below a folder (real path) belongs to this package: a fatal signal there is noted with the package's name. */
  ownCode(name: string, folder: string): void;
  /** The index of this thread's slot in the crash page, -1 when it is full. */
  claimCrashSlot(label: string): number;
  /** Locks the memory of libraries and of malloc's heap, again after further loading. Returns the reason of a failure, else ''. */
  lockMemory(): string;
  /** Limits the time that real-time threads run without a pause. Returns the reason of a failure, else ''. */
  limitRealTime(microseconds: number): string;
  /**
   * Locks a file until this process ends. Returns its descriptor, or -1 when another process holds the lock. The descriptor
   * of a file that can't be written is read-only. Throws Error for a missing file that can't be made.
   */
  lockFile(path: string): number;
}

/** Throws Error with what to do when the native part is not built. */
export function loadNative(): Native {
  const file = join(packageRoot, 'core/audio/process/native/build/Release/driver_process.node');
  try {
    return createRequire(import.meta.url)(file) as Native;
  } catch (error) {
    const reason = (error as Error).message;
    throw new Error(`The native part of the audio process can't be loaded. To build it: npm run build\n${reason}`);
  }
}
