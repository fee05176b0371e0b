// The native half, loaded once.
import { createRequire } from 'node:module';

/** Threads that follow the ring of the mixer and write the files of a take. */
export type NativeRecorder = object;

/** A thread that reads the files of a take and fills the ring to the mixer. */
export type NativePlayer = object;

export interface Native {
  readonly NativeRecorder: new (runtimeFolder: string) => NativeRecorder;
  readonly NativePlayer: new (runtimeFolder: string) => NativePlayer;
}

let native: Native | undefined;

/** Throws Error with the remedy when it is not built. */
export function loadNative(): Native {
  try {
    native ??= createRequire(import.meta.url)('../build/Release/recorder.node') as Native;
    return native;
  } catch (error) {
    throw new Error(`the recorder is not built (run: rowdesk drivers build recorder): ${(error as Error).message}`);
  }
}
