// The native half of jobs: work on whole takes, each in a process of its own.
import type { ProcessorHandle, SoundFormat } from 'rowdesk/driver';
import { loadNative } from './native.ts';

/** Where the sound of a take is. Positions and lengths in frames; `files`: one for each part, '' for silence. */
export interface NativeTake {
  readonly rate: number;
  readonly parts: readonly { readonly at: number; readonly frames: number }[];
  readonly tracks: readonly { readonly channels: number; readonly files: readonly string[] }[];
}

/** One track of a take into one file (src/jobs/track_export.h). Throws Error in words. */
export interface TrackExport {
  /** Goes on for at most so many frames of the take. `done`: of the take; `frames` and `peaks` (linear): of the file. */
  step(frames: number): {
    readonly isDone: boolean;
    readonly done: number;
    readonly frames: number;
    readonly peaks: readonly number[];
  };
}

export interface ExportOrder {
  /** With one track. */
  readonly take: NativeTake;
  readonly path: string;
  readonly format: SoundFormat;
  readonly rate: number;
  readonly ditherSeed: number;
  /** The samples of the take are whole numbers of the format already: they have no second dither. */
  readonly isExact: boolean;
  /** In frames of the file. */
  readonly markers: readonly { readonly at: number; readonly label: string }[];
  readonly facts: Readonly<Record<'description' | 'trackName' | 'originator' | 'date' | 'time', string>> & {
    readonly timeReference: number;
  };
  readonly reserveBytes: number;
}

/** A processor fed by a take (src/jobs/take_pump.h). Ports and channels from 0. Throws Error in words. */
export interface TakePump {
  feed(input: number, channel: number): void;
  prepare(processor: ProcessorHandle, take: NativeTake, blockFrames: number): void;
  record(path: string, outputs: readonly number[], format: SoundFormat, reserveBytes: number): void;
  run(frames: number): void;
  finish(): { readonly frames: number; readonly peaks: readonly number[] };
  abandon(): void;
}

export interface NativeJobs {
  readonly TrackExport: new (order: ExportOrder) => TrackExport;
  readonly TakePump: new (inputs: number, outputs: number) => TakePump;
}

/** Throws Error with the remedy when it is not built. */
export const loadJobs = (): NativeJobs => loadNative() as unknown as NativeJobs;
