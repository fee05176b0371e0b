// The mixer, its analyses, and the driver that opens it.
import type { DriverContext, ProcessorHandle } from './device.ts';
import type { GraphNodeDescription, LinkEnds } from './graph.ts';
import type { DriverJobs } from './jobs.ts';
import type { MeterColumn } from './meters.ts';
import type { MixerFields } from './mixer-field.ts';
import type { ProcessorDescription } from './processor.ts';
import type { Convergent } from './values.ts';

/** Bands per octave of a spectrum. */
export type BandsPerOctave = 3 | 6 | 12 | 24;

/** The analyses to run; the caller chooses their numbers. Strips are paths, `/channel/input/1`. */
export interface AnalysisOrder {
  readonly spectra: readonly {
    readonly number: number;
    readonly path: string;
    readonly bandsPerOctave: BandsPerOctave;
    readonly intervalMs: number;
  }[];
  readonly alignments: readonly { readonly number: number; readonly path: string; readonly reference: string }[];
}

/** Results of the order since the last read. */
export interface AnalysisResults {
  readonly spectra: readonly {
    readonly number: number;
    /** Per band, dB; a full-scale sine reads 0 in its band, silence -144. */
    readonly levelsDb: Float32Array;
  }[];
  readonly alignments: readonly {
    readonly number: number;
    /** Delay of the strip against its reference: in whole frames, and in milliseconds to fractions of a frame. */
    readonly frames: number;
    readonly offsetMs: number;
    readonly confidencePercent: number;
    /**
     * The same in milliseconds behind all delays of both strips, where they leave the mixer or were sent on; null where one
     * of them is silent there, and in the first seconds after a change of a delay. Absent in a mixer without this measurement.
     */
    readonly offsetAfterDelayMs?: number | null;
    readonly confidenceAfterDelayPercent?: number;
  }[];
}

/** Ports of the device that drives the mixer: ids `device:port`, by channel; '' for a gap in the channels. */
export interface ConnectedPorts {
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
}

/**
 * The mixer as the audio process sees it. Field `ports` of `/patch/servers/{server}` is a list of `{ portId, devicePort,
 * nextPortId, active }`: an active port of an audio server is played at the channel of `devicePort`, and a right leg at that
 * of `nextPortId`. Values, links and answers have the id of the server's port.
 */
export interface Mixer extends Convergent {
  readonly processor: ProcessorHandle;
  /**
   * Assigns device ports to channels of the processor: the index is the channel. Called before `start` of a device and
   * whenever its ports change. The processor's `prepare` takes exactly as many inputs and outputs as the lists have.
   */
  connect(ports: ConnectedPorts): void;
  /**
   * The mixer's nodes in the graph, of kind `mixer`; the same while the mixer is open. A port is a leg of a strip:
   * `mixer:input-3` of a strip with one leg, `mixer:main-1-left` and `-right` of a strip with two, and their half,
   * `mixer:main-1-mono`, where it is played. A leg that takes a source is a sink and a source under one id.
   */
  nodes(): readonly GraphNodeDescription[];
  /**
   * The links that the audio thread plays now, from and to these ports, each once. No link to a port of another device.
   */
  links(ports: ConnectedPorts): readonly LinkEnds[];
  /** Names of fields: after a report of one of them core reads `links` again. */
  readonly linkFields: readonly string[];
  /** Opens (true, over fadeMs) or closes the outputs at once, as `mutedBy: startup` or `clock`. */
  open(open: boolean, fadeMs: number, reason: 'startup' | 'clock' | 'driver'): void;
  /** Strip paths in the order of the meters' rows. */
  readonly meterPaths: readonly string[];
  /** Legs of the strips of `meterPaths`, 1 or 2: the meters of an absent leg read 0. */
  readonly meterLegs: readonly number[];
  /** At most `mostMeterColumns`. A strip's row has the floats of each column, one column after the other. */
  readonly meterColumns: readonly MeterColumn[];
  /**
   * Meters since this reader's last read; `reader` 0 to 7. Fills `into` with the rows of all strips, and `clips` with
   * blocks at or over full scale since the strip's count was reset, by strip.
   */
  readMeters(reader: number, into: Float32Array, clips: Uint32Array): void;
  /**
   * Replaces the running analyses by these, off the audio thread; spectra at Pre-Fader, alignments at Top-Of-Ch
   * and behind the delays. An
   * analysis of an unknown strip, or beyond the mixer's bounds, has no result. All three members are absent in a mixer
   * without analysis.
   */
  analyse?(order: AnalysisOrder): void;
  readAnalysis?(): AnalysisResults;
  /** Mid-band frequencies of spectra, Hz, ascending. */
  bandFrequenciesHz?(bandsPerOctave: BandsPerOctave): readonly number[];
  /** Faults of strips, late calls; for warnings. */
  readonly state: () => {
    readonly appliedRevision: number;
    readonly framePosition: number;
    readonly lastCallbackMs: number;
    readonly isOpen: boolean;
    readonly faultyStrips: readonly string[];
    /** Strips with non-finite output, and the number of such faults since the mixer was opened. */
    readonly faults?: readonly { readonly path: string; readonly count: number }[];
    readonly dspLoadPercent: number;
    readonly dspLoadMaxPercent: number;
    readonly clock: 'running' | 'lost';
    /** Blocks at or over 0 dBFS of all strips since the last clear. Observed as `count` and `at` of `.../clip`. */
    readonly clips?: number;
    /** Changes whenever the cause of a strip's silence changes; the cause is observed as `mutedBy`. */
    readonly mutes?: number;
    /** Counts the changes of what the protection of strips against howling reports, observed as fields of `.../hrp/report`. */
    readonly howls?: number;
    /** The driver's first block had a null pointer: the mixer computes nothing until the driver prepares anew. */
    readonly hasNullPointers?: boolean;
    /** Strips whose longest path is longer than latency compensation can delay the others, each by how much, in ms. */
    readonly alignmentExcess?: readonly { readonly path: string; readonly ms: number }[];
    /** The mixer notifies `watchdog` now, by the progress of audio. Otherwise the audio process has to. */
    readonly notifiesWatchdog?: boolean;
  };
  close(): void;
}

/**
 * The watchdog of a service manager. It ends this process without `WATCHDOG=1` of sd_notify(3), a datagram to a Unix
 * socket, for `timeoutMs`.
 */
export interface Watchdog {
  /** A path, or an abstract name behind `@`. */
  readonly socket: string;
  readonly timeoutMs: number;
}

/** How many strips of each kind; the mixer's address space follows from it. */
export type StripCounts = Readonly<Record<string, number>>;

/** The argument of a mixer's `open`; `processors` and `fields` come from its manifest, bands are written out. */
export interface MixerContext extends DriverContext {
  readonly processors: readonly ProcessorDescription[];
  readonly fields: MixerFields;
  /**
   * While a device is to drive the mixer, a thread of its own (not JavaScript's) notifies the watchdog a few times
   * within `timeoutMs`, and only after progress of the audio thread. Absent without a watchdog.
   */
  readonly watchdog?: Watchdog;
}

export interface MixerDriver {
  readonly kind: 'mixer';
  readonly jobs?: DriverJobs;
  open(layout: StripCounts, context: MixerContext): Mixer;
}
