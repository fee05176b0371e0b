// System calls that Node lacks, for a process with an audio thread; the C++ is in native/.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { builtFile } from '../../base/built-file.ts';
import { packageRoot } from '../../base/package-root.ts';
import type { ProcessorHandle } from '../../driver.ts';

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
  /** How the kernel schedules a thread of this process, by its number; null for one that is not there. */
  scheduling(thread: number): { readonly policy: string; readonly priority: number } | null;
  /** Returns the reason of a failure, else ''. */
  schedule(thread: number, policy: string, priority: number): string;
  /**
   * Locks a file until this process ends. Returns its descriptor, or -1 when another process holds the lock. The descriptor
   * of a file that can't be written is read-only. Throws Error for a missing file that can't be made.
   */
  lockFile(path: string): number;
  /** What stands between a mixer and its devices. Throws TypeError for what is no processor. */
  joinDevices(mixer: ProcessorHandle): NativeJoinedDevices;
  /** The channels of joined devices that may be resampled, all of them and both directions together. */
  readonly mostResampledChannels: number;
}

export interface JoinSettings {
  /** The highest channel of the device's ports, each 0 to 256. */
  readonly inputs: number;
  readonly outputs: number;
  /** The device has a clock of its own: its sound is resampled. */
  readonly resamples: boolean;
}

/** Adds the channels of other devices to those of the device that drives the mixer; native/joined. */
export interface NativeJoinedDevices {
  /** For the device that drives the mixer. */
  readonly processor: ProcessorHandle;
  /**
   * Appends the device's channels to the mixer's. Only while the driving device is stopped. Throws RangeError for a number
   * of channels, Error in words: libsamplerate is missing, and what to install.
   */
  join(settings: JoinSettings): NativeJoinedDevice;
  /** Forgets all joined devices. Only while the driving device and they are stopped; else it throws Error. */
  clear(): void;
}

export interface NativeJoinedDevice {
  /** For the driver of the joined device: `start(processor, ...)`. */
  readonly processor: ProcessorHandle;
  /** Read from both threads; maxima are since the last read. */
  figures(): JoinedFigures;
}

export interface JoinedFigures {
  /** stopped: one side does not run; filling: until the first block or after a step; running. */
  readonly state: 'stopped' | 'filling' | 'running';
  /** Frames of the mixer per frame of the device; nominal: the quotient of both rates. 0 while stopped. */
  readonly ratio: number;
  /** The device's clock against the driving one's, parts per million; 0 without resampling. */
  readonly deviationPpm: number;
  /** In the rings now, frames of the mixer. */
  readonly inputFillFrames: number;
  readonly outputFillFrames: number;
  /** That joining adds (ring, resampler), frames of the mixer. */
  readonly inputLatencyFrames: number;
  readonly outputLatencyFrames: number;
  /** Of the joined device's thread, microseconds per block of the device: mean and most. */
  readonly blockUs: number;
  readonly blockMaxUs: number;
  /** Times at which sound was missing in either direction, since the device joined. */
  readonly gaps: number;
}

/** Throws Error with what to do when the native part is not built. */
export function loadNative(): Native {
  const file = builtFile(join(packageRoot, 'core/audio/process/native'), 'driver_process.node');
  try {
    return createRequire(import.meta.url)(file) as Native;
  } catch (error) {
    const reason = (error as Error).message;
    throw new Error(
      `The native part of the audio process can't be loaded. To build it: rowdesk drivers build driver-process\n${reason}`,
    );
  }
}
