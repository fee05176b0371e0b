// The native part as TypeScript sees it (src/addon.cc), and loading it.
import { createRequire } from 'node:module';
import type { ProcessorHandle, SoundFormat } from 'rowdesk/driver';
import { builtFile } from '../../lib/built/js/built-file.ts';
import type { CycleFigures } from '../../lib/cycles/js/figures.ts';
import type { InputSettings, OutputSettings } from './settings.ts';

/** One channel of a file, decoded and at the running rate. Opaque. */
export type Clip = object;

export interface RecordingStatus {
  /** The file that was asked for; `file` is the one that is written, as nothing is ever overwritten. */
  readonly ordered: string;
  readonly outputs: readonly number[];
  readonly file: string;
  readonly frames: number;
  /** Frames that came too fast for the disk. */
  readonly lost: number;
  /** Monotonic milliseconds when the block of the first frame was begun; 0 before. */
  readonly begunMs: number;
  /** Why it stopped, '' while all is well. */
  readonly fault: string;
  readonly closed: boolean;
}

export interface NativeRecorder {
  state(): RecordingStatus;
  /** Only while no audio thread can put frames into it; otherwise a setup without it ends it. */
  end(): void;
}

export interface NativeSetup {
  readonly revision: number;
  readonly enabled: boolean;
  readonly label: string;
  readonly inputs: readonly (InputSettings & { readonly clip: Clip | null })[];
  readonly outputs: readonly OutputSettings[];
  readonly recorder: NativeRecorder | null;
}

/** What the audio thread has. An input's `file` is '' while it has no clip; it counts what its converter clipped. */
export interface AppliedSetup {
  readonly revision: number;
  readonly enabled: boolean;
  readonly label: string;
  readonly inputs: readonly (InputSettings & { readonly clippedSamples: number })[];
  readonly outputs: readonly OutputSettings[];
  readonly recording: RecordingStatus | null;
}

export interface NativeFigures extends Omit<CycleFigures, 'rate' | 'quantum'> {
  /** Blocks that began after the next one was due. */
  readonly lateBlocks: number;
}

export interface NativeStagebox {
  /** Taken by the audio thread at its next block; at once while none runs. */
  send(setup: NativeSetup): void;
  applied(): AppliedSetup;
  /** With the timer clock. freewheel: the file with the count of frames that tests have run ahead of their time. */
  start(processor: ProcessorHandle, rateHz: number, blockFrames: number, freewheel?: string): void;
  stop(): void;
  figures(): NativeFigures;
  /** Without a clock: prepare, record, run, then finish or abandon. */
  prepare(processor: ProcessorHandle, rateHz: number, blockFrames: number): void;
  record(path: string, outputs: readonly number[], format: SoundFormat): void;
  run(frames: number): void;
  finish(): { readonly frames: number; readonly peaks: readonly number[] };
  abandon(): void;
}

export interface SoundFileInfo {
  readonly channels: number;
  readonly rateHz: number;
  readonly frames: number;
}

export interface Native {
  readonly Stagebox: new (inputs: number, outputs: number) => NativeStagebox;
  readonly Recorder: new (
    order: {
      readonly folder: string;
      readonly file: string;
      readonly outputs: readonly number[];
      readonly rateHz: number;
      readonly mostDataBytes?: number;
    },
    changed: () => void,
  ) => NativeRecorder;
  /** On a thread of its own. With an empty folder `name` is a path. Rejects with words. */
  decode(order: {
    readonly folder: string;
    readonly name: string;
    readonly channel: number;
    readonly rateHz: number;
    readonly loops: boolean;
  }): Promise<Clip>;
  /** What a file's header says. Throws words. */
  lookAt(folder: string, name: string): SoundFileInfo;
}

let loaded: Native | undefined;

/** Throws Error with what to do. */
export function loadNative(): Native {
  const file = builtFile(new URL('..', import.meta.url), 'virtual.node');
  try {
    loaded ??= createRequire(import.meta.url)(file) as Native;
    return loaded;
  } catch (error) {
    throw new Error(
      [
        'the virtual stagebox has no native part that can be loaded:',
        `  tried ${file}: ${(error as Error).message.split('\n')[0]}`,
        '  to build it: rowdesk drivers build virtual (needs g++, make and python3)',
      ].join('\n'),
    );
  }
}
