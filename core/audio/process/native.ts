// What Node lacks for a process with an audio thread; the C++ is in native/.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { packageRoot } from '../../base/package-root.ts';

export interface Native {
  /** Makes the crash page anew and maps it; fatal signals are noted in it. Throws Error. */
  mapCrashPage(path: string): ArrayBuffer;
  /** The number of a package in the crash page, 0 when it is full. */
  crashName(name: string): number;
  /** Native code below a folder (real path) is of this package: a fatal signal in it is noted with its name. */
  ownCode(name: string, folder: string): void;
  /** The index of this thread's slot in the crash page, -1 when it is full. */
  claimCrashSlot(label: string): number;
  /** Locks libraries and malloc's heap, again when more was loaded. '' or why they can't be locked, in words. */
  lockMemory(): string;
  /** '' or why the time of real-time threads can't be limited, in words. */
  limitRealTime(microseconds: number): string;
  /**
   * Locks a file until this process ends: its descriptor, or -1 when another process holds it. One that can't be written
   * is locked all the same, and its descriptor only reads. Throws Error where there is none and none can be made.
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
