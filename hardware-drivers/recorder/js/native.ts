// The native half, loaded once.
import { createRequire } from 'node:module';
import { builtFile } from '../../lib/built/js/built-file.ts';
import type { NativePlayer } from './native-player.ts';

/** What the mixer gives: the tracks of its ring, in order. */
export interface Ring {
  /** Hz */
  readonly rate: number;
  readonly channels: number;
  readonly tracks: readonly { readonly path: string; readonly role: 'track' | 'programme'; readonly channels: 1 | 2 }[];
}

export interface WrittenPart {
  readonly number: number;
  /** CLOCK_MONOTONIC of the first frame. */
  readonly atMs: number;
  readonly frames: number;
  /** Between the part before and this one. */
  readonly gapFrames: number;
  /** Tracks without a file in this part, from 0. */
  readonly missing: readonly number[];
}

/** The take under way, or the last one. */
export interface WrittenTake {
  /** All files are closed. */
  readonly isComplete: boolean;
  /** Why it ended by itself, or what failed; '' for nothing. */
  readonly fault: string;
  /** Sound that was heard is not in the files. */
  readonly hasFailed: boolean;
  /** Up to what is heard now, from the start of the take. */
  readonly frames: number;
  /** 0 to 1 */
  readonly bufferFill: number;
  readonly dropouts: number;
  readonly dropoutFrames: number;
  readonly parts: readonly WrittenPart[];
}

export interface RecorderState {
  readonly ring: Ring | null;
  /** A take can begin. */
  readonly isReady: boolean;
  /** Of the ring and of the recorder. */
  readonly neededBytes: number;
  /** How long the ring holds what is not read; 0 without a ring. */
  readonly ringS: number;
  /** Why there is a ring and it can't be recorded; '' for nothing. */
  readonly fault: string;
  readonly take: WrittenTake | null;
}

export interface TakeOrder {
  readonly folder: string;
  readonly takeId: string;
  /** Those of the ring. */
  readonly tracks: readonly {
    readonly path: string;
    readonly stem: string;
    readonly peaks: string;
    readonly name: string;
  }[];
  readonly rate: number;
  readonly fileFormat: string;
  readonly bitDepth: number;
  /** 0: no limit. */
  readonly splitS: number;
  /** 1 for a new take; one that goes on has the frames before, and when these ended (CLOCK_MONOTONIC). */
  readonly firstPart: number;
  readonly framesBefore: number;
  readonly endedMs: number;
  /** Where the ring of the mixer has the frame that follows. */
  readonly ring: RingPlace | null;
}

export interface RingPlace {
  /** Of the ring, decimal. */
  readonly epoch: string;
  readonly frame: number;
  /** The files have what is missing right before the frame. */
  readonly isBehindGap: boolean;
}

/** Threads that follow the ring of the mixer and write the files of a take. */
export interface NativeRecorder {
  setPreRoll(seconds: number): void;
  /** Throws Error in words. */
  start(order: TakeOrder): void;
  split(): void;
  /** The take ends at the frame heard now; `state` says when it is complete. */
  stop(): void;
  /** A marker at a frame from the start of the take, for its files. */
  mark(at: number, label: string): void;
  /** The frame heard now, from the start of the take. */
  position(): number;
  state(): RecorderState;
  /** The first thousand of the take. */
  dropouts(): readonly { readonly at: number; readonly frames: number; readonly reason: string }[];
  /** Waits until the take is complete; false when that takes longer. */
  wait(timeoutMs: number): boolean;
  close(): void;
}

export interface NativeRecorderClass {
  new (runtimeFolder: string): NativeRecorder;
  /** The name of a sound file. */
  partFile(stem: string, part: number, fileFormat: string): string;
  /** Mends the files of a part; resolves to the frames of each track, 0 when the part had no sound and is gone. */
  mend(part: {
    readonly tracks: readonly { readonly file: string; readonly peaks: string; readonly channels: number }[];
    readonly rate: number;
    readonly at: number;
    /** Of the take, in frames. */
    readonly markers: readonly { readonly at: number; readonly label: string }[];
  }): Promise<{ readonly frames: number; readonly missing: readonly number[]; readonly faults: readonly string[] }>;
}

export interface Native {
  readonly NativeRecorder: NativeRecorderClass;
  readonly NativePlayer: new (runtimeFolder: string) => NativePlayer;
}

let native: Native | undefined;

/** Throws Error with the remedy when it is not built. */
export function loadNative(): Native {
  const file = builtFile(new URL('..', import.meta.url), 'recorder.node');
  try {
    native ??= createRequire(import.meta.url)(file) as Native;
    return native;
  } catch (error) {
    throw new Error(`the recorder is not built (run: rowdesk drivers build recorder): ${(error as Error).message}`);
  }
}
