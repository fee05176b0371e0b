// The native half, loaded once. What it says and takes is numbers; mixer.ts gives them their names.
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { AnalysisResults, MeterColumn } from 'rowdesk/driver';
import { builtFile } from '../../lib/built/js/built-file.ts';
import type { NativeHowlReport } from './howl-report.ts';
import type { NativeCaptures } from './native-captures.ts';
import type { NativeHardware } from './native-hardware.ts';
import type { NativeInserts } from './native-inserts.ts';

export type ValueType =
  | 'number'
  | 'boolean'
  | 'source'
  | 'panicScope'
  | 'choice'
  | 'indices'
  | 'strip'
  | 'strips'
  | 'ports'
  | 'outputs'
  | 'plugin';

/** One line of the table from (path, field) to the mixer's parameters. */
export interface Address {
  readonly slot: number;
  /** How many it takes, one after the other. */
  readonly slots: number;
  readonly path: string;
  readonly field: string;
  readonly type: ValueType;
  readonly minimum: number;
  readonly maximum: number;
  readonly choices: readonly string[];
  /** A bit for each of `kinds` that a StripRef may name. */
  readonly kinds: number;
}

export interface NativeMixer extends NativeCaptures, NativeHardware, NativeInserts {
  addresses(): readonly Address[];
  /** Those with sound, in the order of the meters. */
  strips(): readonly { readonly path: string; readonly legs: number; readonly feedsOutputs: boolean }[];
  /** False: the ring to the audio thread is full; `flush` later sends it. */
  apply(revision: number, slots: Uint32Array, values: Float64Array, fadesMs: Float32Array): boolean;
  flush(): boolean;
  /**
   * Records these tracks from the next `apply` or `flush` on: strip (from 0), tap, role of each; none for an empty list.
   * Returns the number of the list, the same for the same list. Throws Error in words where their memory can't be had:
   * recording then goes on as before.
   */
  record(tracks: Uint32Array): number;
  /** The number of the list that the audio thread has, 0 before the first, and why it is not recorded, '' where it is. */
  recorded(): { readonly number: number; readonly fault: string };
  /** The play ring with so many channels, 0 for none. One that has them stays. Throws Error in words, and all stays. */
  makePlayRing(channels: number): void;
  /**
   * Which channels of the play ring are heard, from 0; left and right for each of `strips()`: -1 nothing, -2 its own source.
   * Empty: all hear their own. Sent with the next `apply` or `flush`.
   */
  play(number: number, channels: Int32Array): void;
  /**
   * The number of the choice that the audio thread plays from the newest ring, -1 on the way to one, and why there is no
   * ring after a change of rate, '' otherwise.
   */
  played(): { readonly played: number; readonly fault: string };
  /** Channels of the device that is to drive: its `prepare` is held to them. */
  describe(inputs: number, outputs: number): void;
  /** Left and right channel for each source number, and the channel for each sink number; -1 for none. */
  connect(sources: Int32Array, sinks: Int32Array): void;
  open(open: boolean, fadeMs: number, reason: string): void;
  /** Fills values by slot, and bits of `reasons` for each strip and, last, for all outputs. Returns the revision. */
  observe(values: Float64Array, closed: Uint32Array): number;
  readMeters(reader: number, into: Float32Array, clips: Uint32Array): void;
  /** Blocks at or over 0 dBFS since the strip's count was reset, by strip. */
  readClips(clips: Uint32Array): void;
  resetClips(strip: number): void;
  /** Ports by number of sink, -n for the n-th output of what drives: silent until another list comes. */
  hold(sinks: Float64Array): void;
  /** Sources by number: strips that hear one are closed, for `phantom` or `stagebox`, until another list for that comes. */
  holdSources(sources: Float64Array, reason: string): void;
  /** True once the audio thread closes every strip that hears one of them. */
  holdsSources(): boolean;
  /** The highest sample of each input since this reader's last read (0 to 3), linear; its first begins it. Returns how many. */
  readInputPeaks(reader: number, into: Float32Array): number;
  /** Frames of the processors of each strip. */
  latencies(): Uint32Array;
  /** Fills the delay of the speakers of each of `strips()`, ms, as it is heard. */
  speakerDelays(delaysMs: Float64Array): void;
  /** Which strip goes where, in the order of buses: from, to, 1 where it is behind the processors, frames that it waits. */
  routes(): Uint32Array;
  /** spectra: number, strip, bands per octave and interval in ms of each; alignments: number, strip and reference. */
  analyse(spectra: Float64Array, alignments: Float64Array): void;
  readAnalysis(): AnalysisResults;
  /**
   * Protects a strip, from 0, against howling. mode: 0 off, 1 detect, 2 suppress. settings: sensitivity in %, most notches,
   * depth of the deepest in dB, seconds until one is lifted (0: never), then frequency in Hz, Q and gain in dB of each fixed
   * notch. Fixed notches are on their way to the sound when it returns.
   */
  protect(strip: number, mode: number, settings: Float64Array): void;
  /** Takes the live notches of a strip off. */
  resetHowl(strip: number): void;
  /** Counts the changes of any howlReport. */
  howlChanges(): number;
  howlReport(strip: number): NativeHowlReport;
  /** By strip: how often it was silenced for a value that isn't finite, since it is there. */
  faults(): Uint32Array;
  state(): {
    readonly appliedRevision: number;
    readonly framePosition: number;
    readonly lastCallbackMs: number;
    readonly dspLoadPercent: number;
    readonly dspLoadMaxPercent: number;
    readonly clock: 'running' | 'lost';
    readonly instructionSet: string;
    /** Strips whose longest path is longer than the others can wait, each by how much. */
    readonly alignmentExcess: readonly { readonly path: string; readonly ms: number }[];
    readonly howls: number;
    readonly notifiesWatchdog: boolean;
  };
  processor(): object;
  close(): void;
}

/** A built-in processor as the native half takes it. */
export interface ProcessorInput {
  readonly uri: string;
  readonly processorId: string;
  readonly stripKinds: readonly string[];
  readonly tapPoint: string;
  readonly sort: number;
  readonly isEnabled: boolean;
  readonly isKeyed: boolean;
  readonly meters: readonly string[];
  readonly parameters: readonly {
    readonly symbol: string;
    readonly type: 'number' | 'boolean' | 'choice';
    readonly minimum: number;
    readonly maximum: number;
    readonly initial: number;
    readonly choices: readonly string[];
  }[];
}

/** A field that is no processor's as the native half takes it; members that its type does not use are empty. */
export interface FieldInput {
  /** Template of its row. */
  readonly row: string;
  readonly field: string;
  readonly type: ValueType;
  readonly minimum: number;
  readonly maximum: number;
  readonly choices: readonly string[];
  /** Kinds of strips that a StripRef may name. */
  readonly refKinds: readonly string[];
  /** Kinds of strips that have the field. */
  readonly stripKinds: readonly string[];
  readonly maxItems: number;
  /** What its slots begin with, by kind of strip. */
  readonly initials: Float64Array;
  /** The path of the strip that it begins with, '' for none. */
  readonly initialStrip: string;
}

export interface Native {
  /**
   * counts in the order of `kinds`; instructionSet '' takes the widest that runs here, rampMs 0 the times of the law,
   * watchdogSocket '': no watchdog, runtimeFolder '': no memory that others share.
   * Throws Error in words.
   */
  readonly NativeMixer: new (
    counts: Uint32Array,
    instructionSet: string,
    processors: readonly ProcessorInput[],
    fields: readonly FieldInput[],
    rampMs: number,
    watchdogSocket: string,
    watchdogPatienceMs: number,
    runtimeFolder: string,
  ) => NativeMixer;
  readonly instructionSets: readonly string[];
  readonly kinds: readonly string[];
  readonly reasons: readonly string[];
  readonly meterColumns: readonly MeterColumn[];
  /** Mid-band frequencies in Hz; 3, 6, 12 or 24. */
  bandFrequencies(bandsPerOctave: number): readonly number[];
}

const home = new URL('..', import.meta.url);
const builds = () => [builtFile(home, 'mixer.node'), fileURLToPath(new URL('build/Debug/mixer.node', home))];

let loaded: Native | undefined;

/** Throws Error with what was tried, why it failed, and what to run. */
export function loadNative(): Native {
  if (loaded) return loaded;
  const require = createRequire(import.meta.url);
  const failures: string[] = [];
  for (const build of builds()) {
    try {
      loaded = require(build) as Native;
      return loaded;
    } catch (error) {
      failures.push(`  ${build}: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`);
    }
  }
  throw new Error(
    [
      `The mixer's native build can't be loaded on ${process.platform}-${process.arch}, Node.js ${process.version}.`,
      'Tried:',
      ...failures,
      'What to do: sudo apt-get install python3 make g++ (12 or newer), then rowdesk drivers build mixer',
    ].join('\n'),
  );
}
