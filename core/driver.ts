// The public API of drivers: `import type { AudioDriver } from 'rowdesk/driver'`. Types and the schema of the manifest.
import { type Static, Type } from './base/typebox.ts';

/** The version of this API and of the C headers' `RD_ABI`. */
export const driverApi = 1;

export const driverKinds = ['mixer', 'stagebox', 'graph', 'plugins'] as const;
export type DriverKind = (typeof driverKinds)[number];

/** Models that a driver can open. Each member that matches a model raises the driver's score for it. */
export const DriverMatch = Type.Object(
  {
    transport: Type.String({ minLength: 1, maxLength: 32 }),
    id: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
    model: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  },
  { additionalProperties: false },
);
export type DriverMatch = Static<typeof DriverMatch>;

/** `rowdesk.driver` in a package.json. Core reads it before any code of the package runs. */
export const DriverManifest = Type.Object(
  {
    api: Type.Literal(driverApi),
    kind: Type.Enum([...driverKinds]),
    /** True: the audio process loads the driver. False: the driver has a process of its own. */
    audio: Type.Boolean(),
    matches: Type.Array(DriverMatch, { maxItems: 256 }),
    module: Type.String({ pattern: '^\\./', title: 'a path below the folder of the package, ./index.js' }),
    /** A mixer's built-in processors (ProcessorFile), read with the manifest: their rows exist before any code runs. */
    processors: Type.Optional(
      Type.String({ pattern: '^\\./', title: 'a path below the folder of the package, ./processors.json' }),
    ),
    /** JSON Schema of `config`. Core validates each `config` against it, and fills in its defaults. */
    configSchema: Type.Optional(Type.Object({ type: Type.Literal('object') }, { additionalProperties: true })),
  },
  { additionalProperties: false },
);
export type DriverManifest = Static<typeof DriverManifest>;

const Strings = Type.Array(Type.String({ minLength: 1, maxLength: 32 }), { minItems: 1, maxItems: 16 });
const Numbers = Type.Array(Type.Number(), { minItems: 1, maxItems: 32 });

/** A parameter of a processor. Its symbol is the name of its field in the processor's rows. */
export const ProcessorParameter = Type.Object(
  {
    /** `{band}` in symbol and label stands for 1 to `bands` of the processor. */
    symbol: Type.String({ pattern: '^[a-z][A-Za-z0-9{}]{0,63}$' }),
    label: Type.String({ minLength: 1, maxLength: 64 }),
    unit: Type.String({ maxLength: 8 }),
    minimum: Type.Number(),
    maximum: Type.Number(),
    /** For an enum an index of `choices`; a list, one per band, where the symbol has `{band}`. */
    default: Type.Union([Type.Number(), Numbers]),
    scale: Type.Enum(['linear', 'log', 'enum', 'toggle']),
    /** The maximum by the choice of another parameter, each of its choices named: `{"band{band}Type": {"peak": 10, ...}}`. */
    maximumBy: Type.Optional(
      Type.Record(Type.String(), Type.Record(Type.String(), Type.Number()), { minProperties: 1, maxProperties: 1 }),
    ),
    step: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
    /** Rows show and take `value`; the mixer gets its index in the list. */
    choices: Type.Optional(
      Type.Array(Type.Object({ value: Type.String(), label: Type.String() }, { additionalProperties: false })),
    ),
  },
  { additionalProperties: false },
);

/** A built-in processor: the one source of its contract, OPTIONS, params/{symbol} and documentation. */
export const ProcessorEntry = Type.Object(
  {
    /** The value of `plugin` in its row, `builtin:gate`. */
    uri: Type.String({ pattern: '^builtin:[a-z0-9-]+$' }),
    /** The slot in the chain. Processors of one id are the choices for that slot, the first is the default. */
    processorId: Type.String({ pattern: '^[a-z][a-z0-9]{0,31}$' }),
    kind: Type.String({ minLength: 1, maxLength: 32 }),
    label: Type.String({ minLength: 1, maxLength: 64 }),
    stripKinds: Strings,
    tapPoint: Type.Enum(['Top-Of-Ch', 'Post-Trim', 'Pre-EQ', 'Post-EQ', 'Pre-Fader', 'Post-Fader']),
    sort: Type.Integer({ minimum: -1_000_000, maximum: 1_000_000 }),
    enabled: Type.Boolean(),
    bands: Type.Optional(Type.Integer({ minimum: 1, maximum: 32 })),
    /** The processor has a key input (side chain): the row `key`. */
    keyed: Type.Optional(Type.Boolean()),
    /** Delay from input to output in frames, at any rate; default 0. The mixer compensates the delay. */
    latencyFrames: Type.Optional(Type.Integer({ minimum: 0 })),
    parameters: Type.Array(ProcessorParameter, { maxItems: 64 }),
  },
  { additionalProperties: false },
);
export const ProcessorFile = Type.Object({ processors: Type.Array(ProcessorEntry) }, { additionalProperties: false });

/** A parameter with its bands written out and one default. */
export interface ParameterDescription extends Omit<Static<typeof ProcessorParameter>, 'default'> {
  readonly default: number;
}
/** A processor with its parameters written out. */
export interface ProcessorDescription extends Omit<Static<typeof ProcessorEntry>, 'parameters'> {
  readonly parameters: readonly ParameterDescription[];
}

/** A discovered device, with its model and its address. */
export interface DiscoveredModel {
  /** Stable, the id of the opened device: `virtual-32x16`, `usb-0582:01a6-serial`. */
  readonly id: string;
  readonly transport: string;
  readonly modelId: string;
  readonly model: string;
  readonly label: string;
  readonly address: string;
}

export interface PortDescription {
  /** Unique within the device; the desk's id is `device:port`. */
  readonly id: string;
  readonly label: string;
  readonly direction: 'input' | 'output';
  /** From 1. */
  readonly channel: number;
  readonly connector: string;
}

export interface DeviceDescription {
  readonly id: string;
  readonly label: string;
  readonly model: string;
  readonly transport: string;
  readonly ports: readonly PortDescription[];
  /** Frames from the input connector to the block, and from the block to the output connector. */
  readonly inputLatencyFrames: number;
  readonly outputLatencyFrames: number;
  readonly clockId: string;
  readonly supportedRates: readonly number[];
}

/** A desired or observed value; `path` and `field` as over HTTP. */
export interface Value {
  readonly path: string;
  readonly field: string;
  readonly value: unknown;
  /** Duration of the fade to a desired level, in ms. A value that can't fade changes at once. */
  readonly fadeMs?: number;
}
export interface ObservedValue extends Value {
  readonly state: 'applied' | 'unverified' | 'refused';
  readonly reason?: string;
}

/** A target of reconciliation. All functions run in the driver's process, on its JavaScript thread. */
export interface Convergent {
  /** The target's name: `mixer`, `clock`; for a device kind and id, `stagebox:virtual-32x16`. */
  readonly target: string;
  /**
   * Applies these desired values as one block. Returns each value that can't be applied, with its reason; the rest is
   * applied. `observe` returns this revision once the audio thread (or the device) has the values.
   */
  apply(revision: number, values: readonly Value[]): readonly ObservedValue[];
  /**
   * All values of the target, read from the audio thread or the device, never from a copy in JavaScript. Core calls
   * this at every heartbeat. The same object at the same index as before means an unchanged value, and is not compared.
   */
  observe(): { readonly revision: number; readonly values: readonly ObservedValue[] };
  /**
   * Actions: clip reset, identify; for the mixer `latencies { rate }`, which returns `paths`, a list of `{ from, to,
   * processingMs }` by ports. Throws Error with a message for the client.
   */
  call?(method: string, args: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
  /** Methods of `call` that change no value. After any other method core calls `observe` at once. */
  readonly reads?: readonly string[];
}

/** The argument of `open`. */
export interface DriverContext {
  /** Writes at most 100 lines in 10 s, then the count of the dropped ones. */
  readonly log: (level: 'debug' | 'info' | 'warn' | 'error', message: string) => void;
  /** The `config` of the driver's adapter, or of providers.config.json; default {}. */
  readonly config?: Readonly<Record<string, unknown>>;
  /** `<state>/media` and `<state>/recordings`. */
  readonly mediaFolder: string;
  readonly recordingsFolder: string;
  /** Reports values changed at the device, by hand: the desk adopts them. */
  readonly changedOnDevice: (values: readonly ObservedValue[]) => void;
  /** The set of ports, latency or presence changed. */
  readonly changed: () => void;
  /** Raises a warning for the operator; an empty text clears the warning `id`. */
  readonly warn: (id: string, text: string) => void;
}

/** A port of a node. A source emits sound, a sink receives it; a leg of the mixer may be both, under one id. */
export interface GraphPortDescription {
  /**
   * `node:port`, the port's part without a colon: stable over restarts of everything, never a server's number. Made of
   * A-Z, a-z, 0-9 and `._~:-`, the first of them a letter or digit, at most 127 characters.
   */
  readonly id: string;
  readonly label: string;
  readonly direction: 'source' | 'sink';
  /** From 1, among the node's ports of this direction. */
  readonly channel: number;
  /** Frames between the port and the world outside the graph; null if unknown. */
  readonly latencyFrames: number | null;
}

export interface GraphNodeDescription {
  /** The `id` of its ports without the port's part. */
  readonly id: string;
  readonly label: string;
  /** `device`: hardware, independent of programmes; `stream`: a programme's, present while the programme is. */
  readonly kind: 'mixer' | 'device' | 'stream';
  readonly ports: readonly GraphPortDescription[];
}

/** Ids of two ports, a source and a sink. At most one link exists from a port to another. */
export interface LinkEnds {
  readonly from: string;
  readonly to: string;
}
export interface GraphLinkDescription extends LinkEnds {
  /** `rowdesk`, the name of the client that made the link, or `unknown`. */
  readonly owner: string;
  /** Creation, epoch milliseconds; for a link older than the driver's first look, the time of that look. */
  readonly sinceMs: number;
}

/** The whole observed state of a graph at this moment, read from its server: applied values, never requested ones. */
export interface GraphSnapshot {
  /** Why the graph can't be read now (the server is gone), the rest is then empty; '' while it can. */
  readonly reason: string;
  /** Why links can't be changed, for a read-only graph; absent or '' otherwise. */
  readonly readOnly?: string;
  readonly nodes: readonly GraphNodeDescription[];
  readonly links: readonly GraphLinkDescription[];
  /** The node that drives the clock, '' while nothing runs. Of several, the driver of the most nodes. */
  readonly driving: string;
  /** Hz, of the driving node; 0 while nothing runs. */
  readonly rate: number;
  /** Frames per block; 0 while nothing runs. */
  readonly quantum: number;
  /** Rate that a client forced, Hz; null without one. It may differ from `rate`. */
  readonly forcedRate: number | null;
}

/**
 * A graph of audio links: an audio server's, or the mixer's own. Level-triggered: DriverContext.changed announces a
 * change (of nodes, links or rate), and `read` returns the whole state; one announcement may stand for several changes.
 *
 * Targets. The mixer's graph is `graph`; any other is `graph:<device>`. Desired links arrive as field `links` (list of
 * `{ from, to }`, in addition to the mixer's own). `call('disconnect', { links })` removes links made by other clients;
 * the next snapshot no longer contains them. `graph` also applies field `wanted`: `outputs` reserves the desk's outputs,
 * `all` its sources too, `none` nothing. It ends links of other clients there, and observes the level that it enforces.
 * Each field has one row, and is reported under the path that it arrived with.
 */
export interface Graph {
  read(): GraphSnapshot;
}

/** An opaque `rd_processor*` (see rowdesk/audio.h), made by a mixer, passed to an audio device once. */
export type ProcessorHandle = object;

export interface StreamSettings {
  /** Hz */
  readonly rate: number;
  /** Frames per block, 1 to 4096. */
  readonly blockFrames: number;
}

/** A device with audio: it owns the thread and the clock, and calls the processor once per block. */
export interface AudioDevice extends Convergent {
  readonly description: DeviceDescription;
  /** Prepares the processor and starts the thread. Throws Error when the rate is not supported. */
  start(processor: ProcessorHandle, settings: StreamSettings): void;
  /** The graph of an audio server; replaces the mixer's own graph. */
  readonly graph?: Graph;
  /** Stops and joins the thread, and releases the processor. */
  stop(): void;
  /** Read from the running thread. Durations in microseconds. */
  figures(): {
    readonly rate: number;
    readonly quantum: number;
    readonly xruns: number;
    readonly lastXrunMs: number;
    readonly blockUs: number;
    readonly blockMaxUs: number;
    readonly wakeupJitterUs: number;
    readonly policy: string;
    readonly priority: number;
  };
  close(): void;
}

/** A file of a render. A `wav` over 4 GiB becomes an RF64; whole numbers are dithered (TPDF); flac has no float32. */
export interface SoundFormat {
  readonly container: 'wav' | 'rf64' | 'flac';
  readonly encoding: 'int16' | 'int24' | 'float32';
}

/**
 * A device with audio and without a clock: its owner runs it as fast as the machine can. The same input gives the same
 * output, bit by bit. The caller chooses the paths of files.
 */
export interface OfflineDevice extends Convergent {
  readonly description: DeviceDescription;
  /** The format of a sound file. Throws Error with a message for the user. */
  look(file: string): { readonly channels: number; readonly rate: number; readonly frames: number };
  /** Before `prepare`: one channel (from 1) of a file, once, replaces the source of the input port (`in-1`). */
  feed(port: string, file: string, channel: number): void;
  /** Before `prepare`: records these output ports, one channel each, and replaces the file. Default: WAV of float32. */
  record(ports: readonly string[], file: string, format?: SoundFormat): void;
  /** Reads the files and prepares the processor: frame 0, with the desired values. Rejects with a message. */
  prepare(processor: ProcessorHandle, settings: StreamSettings): Promise<void>;
  /** Resolves when slow desired values (a file to decode) are ready for the next frame. */
  settled(): Promise<void>;
  /** Runs exactly this many frames. Throws Error with a message for the user. */
  run(frames: number): void;
  /** Completes the files and releases the processor. `peaks`: the largest magnitude per output port, linear. */
  finish(): { readonly frames: number; readonly peaks: Readonly<Record<string, number>> };
  /** Aborts: releases the processor, leaves files as they are. */
  close(): void;
}

/** A device without audio (preamp control), in a process of its own. */
export interface ControlDevice extends Convergent {
  readonly description: DeviceDescription;
  /** For a driver of kind `graph`: the graph of an audio server beside the mixer. */
  readonly graph?: Graph;
  close(): void;
}

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
  }[];
}

/** Ports of the device that drives the mixer: ids `device:port`, by channel; '' for a gap in the channels. */
export interface ConnectedPorts {
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
}

/** The mixer as the audio process sees it. */
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
  /**
   * Meters since this reader's last read; `reader` 0 to 7. Per strip 8 floats: pre left, pre right, post left, post
   * right, rms left, rms right (linear), gate reduction dB, compressor reduction dB; then clip counts per strip.
   */
  readMeters(reader: number, into: Float32Array, clips: Uint32Array): void;
  /**
   * Replaces the running analyses by these, off the audio thread; spectra at Pre-Fader, alignments at Top-Of-Ch. An
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
    /** The driver's first block had a null pointer: the mixer computes nothing until the driver prepares anew. */
    readonly hasNullPointers?: boolean;
    /** Per main: the excess of its longest path over the largest compensation, in ms; 0 when all paths are aligned. */
    readonly alignmentExcessMs?: readonly number[];
    /** The mixer notifies `watchdog` now, by the progress of audio. Otherwise the audio process has to. */
    readonly tellsWatchdog?: boolean;
  };
  close(): void;
}

/**
 * The watchdog of a service manager. It ends this process without `WATCHDOG=1` of sd_notify(3), a datagram to a Unix
 * socket, for `patienceMs`.
 */
export interface Watchdog {
  /** A path, or an abstract name behind `@`. */
  readonly socket: string;
  readonly patienceMs: number;
}

/** How many strips of each kind; the mixer's address space follows from it. */
export type Layout = Readonly<Record<string, number>>;

/** The argument of a mixer's `open`; `processors` come from its manifest, with bands written out. */
export interface MixerContext extends DriverContext {
  readonly processors: readonly ProcessorDescription[];
  /**
   * While a device is to drive the mixer, a thread of its own (not JavaScript's) notifies the watchdog a few times
   * within `patienceMs`, and only after progress of the audio thread. Absent without a watchdog.
   */
  readonly watchdog?: Watchdog;
}
export interface MixerDriver {
  readonly kind: 'mixer';
  open(layout: Layout, context: MixerContext): Mixer;
}
export interface AudioDriver {
  readonly kind: 'stagebox' | 'graph';
  /** The models present now. */
  discover?(context: Pick<DriverContext, 'log'>): readonly DiscoveredModel[];
  /** Throws Error with the remedy when a library or the device is missing: the driver is set aside with that reason. */
  open(model: DiscoveredModel, context: DriverContext): AudioDevice;
  /** The same device for a render, if the driver supports renders. */
  offline?(model: DiscoveredModel, context: DriverContext): OfflineDevice;
}
export interface ControlDriver {
  readonly kind: 'stagebox' | 'graph';
  discover?(context: Pick<DriverContext, 'log'>): readonly DiscoveredModel[];
  open(model: DiscoveredModel, context: DriverContext): ControlDevice | Promise<ControlDevice>;
}
/** The default export of a driver's module. */
export type DriverModule = MixerDriver | AudioDriver | ControlDriver;
