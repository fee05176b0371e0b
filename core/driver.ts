// The public door for drivers: `import type { AudioDriver } from 'rowdesk/driver'`. Types and the manifest schema.
import { type Static, Type } from './base/typebox.ts';

/** The version of this door and of the C headers' `RD_ABI`. */
export const driverApi = 1;

export const driverKinds = ['mixer', 'stagebox', 'graph', 'plugins'] as const;
export type DriverKind = (typeof driverKinds)[number];

/** What a manifest says it can drive; the more that agrees with a model, the higher its score. */
export const DriverMatch = Type.Object(
  {
    transport: Type.String({ minLength: 1, maxLength: 32 }),
    id: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
    model: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  },
  { additionalProperties: false },
);
export type DriverMatch = Static<typeof DriverMatch>;

/** `rowdesk.driver` in a package.json: read before any code of the package runs. */
export const DriverManifest = Type.Object(
  {
    api: Type.Literal(driverApi),
    kind: Type.Enum([...driverKinds]),
    /** Loaded into the audio process; else it gets a process of its own. */
    audio: Type.Boolean(),
    matches: Type.Array(DriverMatch, { maxItems: 256 }),
    module: Type.String({ pattern: '^\\./', title: 'a path below the folder of the package, ./index.js' }),
    /** A mixer's built-in processors (ProcessorFile), read like the manifest: rows exist before any code runs. */
    processors: Type.Optional(
      Type.String({ pattern: '^\\./', title: 'a path below the folder of the package, ./processors.json' }),
    ),
    /** JSON Schema of what its `config` may hold; checked wherever one is given, its defaults filled in. */
    configSchema: Type.Optional(Type.Object({ type: Type.Literal('object') }, { additionalProperties: true })),
  },
  { additionalProperties: false },
);
export type DriverManifest = Static<typeof DriverManifest>;

const Strings = Type.Array(Type.String({ minLength: 1, maxLength: 32 }), { minItems: 1, maxItems: 16 });
const Numbers = Type.Array(Type.Number(), { minItems: 1, maxItems: 32 });

/** One value of a processor; in its rows it stands under its symbol. */
export const ProcessorParameter = Type.Object(
  {
    /** `{band}` in symbol and label stands for 1 to `bands` of the processor. */
    symbol: Type.String({ pattern: '^[a-z][A-Za-z0-9{}]{0,63}$' }),
    label: Type.String({ minLength: 1, maxLength: 64 }),
    unit: Type.String({ maxLength: 8 }),
    minimum: Type.Number(),
    maximum: Type.Number(),
    /** An index of `choices` for an enum; one per band where the symbol has `{band}`. */
    default: Type.Union([Type.Number(), Numbers]),
    scale: Type.Enum(['linear', 'log', 'enum', 'toggle']),
    /** The maximum by the choice of another parameter, each of its choices named: `{"band{band}Type": {"peak": 10, ...}}`. */
    maximumBy: Type.Optional(
      Type.Record(Type.String(), Type.Record(Type.String(), Type.Number()), { minProperties: 1, maxProperties: 1 }),
    ),
    step: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
    /** `value` is what a row shows and takes; its place in the list is what the mixer gets. */
    choices: Type.Optional(
      Type.Array(Type.Object({ value: Type.String(), label: Type.String() }, { additionalProperties: false })),
    ),
  },
  { additionalProperties: false },
);

/** A built-in processor: contract, OPTIONS, params/{symbol} and documentation come from this one table. */
export const ProcessorEntry = Type.Object(
  {
    /** What `plugin` of its row says, `builtin:gate`. */
    uri: Type.String({ pattern: '^builtin:[a-z0-9-]+$' }),
    /** Its place in the chain; processors of the same id are choices for that place, the first is the default. */
    processorId: Type.String({ pattern: '^[a-z][a-z0-9]{0,31}$' }),
    kind: Type.String({ minLength: 1, maxLength: 32 }),
    label: Type.String({ minLength: 1, maxLength: 64 }),
    stripKinds: Strings,
    tapPoint: Type.Enum(['Top-Of-Ch', 'Post-Trim', 'Pre-EQ', 'Post-EQ', 'Pre-Fader', 'Post-Fader']),
    sort: Type.Integer({ minimum: -1_000_000, maximum: 1_000_000 }),
    enabled: Type.Boolean(),
    bands: Type.Optional(Type.Integer({ minimum: 1, maximum: 32 })),
    /** Listens to a key (side chain): the row `key`. */
    keyed: Type.Optional(Type.Boolean()),
    /** How much later its output comes than its input, at any rate; the mixer compensates it. Without it none. */
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

/** A model that discovery found, with the address where it is. */
export interface DiscoveredModel {
  /** Stable: `virtual-32x16`, `usb-0582:01a6-serial`. Becomes the device's id. */
  readonly id: string;
  readonly transport: string;
  readonly modelId: string;
  readonly model: string;
  readonly label: string;
  readonly address: string;
}

export interface PortDescription {
  /** Within the device; the desk's id is `device:port`. */
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
  /** From the connector to the first frame of the block that brings it, and from a block to the connector. */
  readonly inputLatencyFrames: number;
  readonly outputLatencyFrames: number;
  readonly clockId: string;
  readonly supportedRates: readonly number[];
}

/** A wanted or observed value in the address space of HTTP. */
export interface Value {
  readonly path: string;
  readonly field: string;
  readonly value: unknown;
  /** Of a wanted level: it fades there over so many ms. What can't fade goes there at once. */
  readonly fadeMs?: number;
}
export interface ObservedValue extends Value {
  readonly state: 'applied' | 'unverified' | 'refused';
  readonly reason?: string;
}

/** What can be brought to agree with the desk. All functions run in the driver's process, on its JavaScript thread. */
export interface Convergent {
  /** The target's name: `mixer`, `clock`; of a device its kind and id, `stagebox:virtual-32x16`. */
  readonly target: string;
  /**
   * Takes these values as one block. What can't be applied is answered with its reason; the rest is applied.
   * A number of the revision is echoed by `observe` once the audio thread (or the device) has it.
   */
  want(revision: number, values: readonly Value[]): readonly ObservedValue[];
  /**
   * Everything it really has, read from the audio thread or the device, never from a copy kept in JavaScript. Asked in
   * every heartbeat: an object that was given before, in its place, says that nothing changed and costs nothing.
   */
  observe(): { readonly revision: number; readonly values: readonly ObservedValue[] };
  /**
   * What is not a value: clip reset, identify; of the mixer `latencies { rate }`, `paths[{ from, to, processingMs }]` by
   * ports. Throws Error with words for the client.
   */
  call?(method: string, args: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
  /** Methods of `call` that change no value: `observe` is not asked after them. After any other it is, at once. */
  readonly reads?: readonly string[];
}

/** What a driver gets when it is opened. */
export interface DriverContext {
  /** At most 100 lines in 10 s; of more only the count is written. */
  readonly log: (level: 'debug' | 'info' | 'warn' | 'error', message: string) => void;
  /** Its `config`, as its adapter has it, or providers.config.json; {} where nobody says anything. */
  readonly config?: Readonly<Record<string, unknown>>;
  /** `<state>/media` and `<state>/recordings`. */
  readonly mediaFolder: string;
  readonly recordingsFolder: string;
  /** Reports a control turned by hand: it is adopted by the desk. */
  readonly turned: (values: readonly ObservedValue[]) => void;
  /** The set of ports, latency or presence changed. */
  readonly changed: () => void;
  /** Something an operator should know; an empty text clears it. */
  readonly warn: (id: string, text: string) => void;
}

/** A port of a node. A source gives sound, a sink takes it; the mixer's legs may be both, under one id. */
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
  /** Frames between the port and the world outside the graph; null where nobody knows. */
  readonly latencyFrames: number | null;
}

export interface GraphNodeDescription {
  /** As `id` of a port, without the port's part. */
  readonly id: string;
  readonly label: string;
  /** `device`: it is there whatever runs; `stream`: of a programme, comes and goes with it. */
  readonly kind: 'mixer' | 'device' | 'stream';
  readonly ports: readonly GraphPortDescription[];
}

/** There is at most one from a port to another. */
export interface GraphLinkDescription {
  /** Ids of ports: a source and a sink. */
  readonly from: string;
  readonly to: string;
  /** `rowdesk`, or the name of whoever made it, `unknown` where that can't be found out any more. */
  readonly owner: string;
  /** Epoch milliseconds; where it was there before the driver looked, when it looked. */
  readonly sinceMs: number;
}

/** All of a graph as it is at this moment, read from what runs it: what is applied, never what was asked for. */
export interface GraphSnapshot {
  /** Why it can't be read now, in words: the server went. The rest is then empty. '' while it can. */
  readonly reason: string;
  /** Why nothing of it can be changed, in words; absent or '' where links can be made and ended. */
  readonly readOnly?: string;
  readonly nodes: readonly GraphNodeDescription[];
  readonly links: readonly GraphLinkDescription[];
  /** The node that drives, '' while nothing runs. Of several, that which drives the most nodes. */
  readonly driving: string;
  /** Hz, of the node that drives; 0 while nothing runs. */
  readonly rate: number;
  /** Frames per block; 0 while nothing runs. */
  readonly quantum: number;
  /** Hz that somebody asked for whatever else is wanted; null for nobody. It need not be what runs. */
  readonly forcedRate: number | null;
}

/**
 * What is linked to what: an audio server's, or the mixer's own. Level-triggered: DriverContext.changed says that
 * anything is different (a node came or went, a link, a rate), and `read` what all is now; nothing is lost when several
 * changes are told as one.
 *
 * Links are wanted as any other value: the graph that the mixer is in is the target `graph`, one beside it
 * `graph:<device>`. Both take `/patch` `links`, the list of `{ from, to }` that the desk wants beside what the mixer
 * itself plays and takes, and answer `call('disconnect', { links })`, which ends these links of others: then they are in no
 * snapshot any more. The first takes `/patchbay/exclusive` `wanted` too: `outputs`, nobody else is linked to what the desk
 * plays to; `all`, nor to what it hears. It observes what of that it holds, and ends links that are against it.
 */
export interface Graph {
  read(): GraphSnapshot;
}

/** An opaque `rd_processor*` (see rowdesk/audio.h), made by a mixer, handed to an audio device once. */
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
  /** Of an audio server: it takes the place of the graph that the mixer has without one. */
  readonly graph?: Graph;
  /** Stops and joins the thread; the processor is released. */
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
 * A device with audio and no clock: who holds it pumps it as fast as the machine can. The same input gives the same
 * output, bit by bit. Files are at paths of the caller's own.
 */
export interface OfflineDevice extends Convergent {
  readonly description: DeviceDescription;
  /** What a sound file holds. Throws Error in words. */
  look(file: string): { readonly channels: number; readonly rate: number; readonly frames: number };
  /** Before `prepare`: one channel (from 1) of a file, once, instead of what the input port (`in-1`) would give. */
  feed(port: string, file: string, channel: number): void;
  /** Before `prepare`: these output ports, one channel each, into a file, which is replaced; else a WAV of float32. */
  record(ports: readonly string[], file: string, format?: SoundFormat): void;
  /** Reads the files and prepares the processor: frame 0, with the values wanted so far. Rejects with words. */
  prepare(processor: ProcessorHandle, settings: StreamSettings): Promise<void>;
  /** When wanted values that take time (a file to decode) are ready for the next frame. */
  settled(): Promise<void>;
  /** Runs exactly so many frames. Throws Error in words. */
  run(frames: number): void;
  /** Completes the files and releases the processor. `peaks`: the largest magnitude per output port, linear. */
  finish(): { readonly frames: number; readonly peaks: Readonly<Record<string, number>> };
  /** Gives up: the processor is released, files stay as they are. */
  close(): void;
}

/** A device without audio (preamp control); runs in a process of its own. */
export interface ControlDevice extends Convergent {
  readonly description: DeviceDescription;
  /** Of a driver of kind `graph`: an audio server beside the mixer. */
  readonly graph?: Graph;
  close(): void;
}

/** Fractions of an octave that a spectrum has. */
export type BandsPerOctave = 3 | 6 | 12 | 24;

/** What is to be analysed, by numbers of the caller's own. Strips are paths, `/channel/input/1`. */
export interface AnalysisOrder {
  readonly spectra: readonly {
    readonly number: number;
    readonly path: string;
    readonly bandsPerOctave: BandsPerOctave;
    readonly intervalMs: number;
  }[];
  readonly alignments: readonly { readonly number: number; readonly path: string; readonly reference: string }[];
}

/** What came of an order since it was last read. */
export interface AnalysisResults {
  readonly spectra: readonly {
    readonly number: number;
    /** Per band, dB; a full-scale sine reads 0 in its band, silence -144. */
    readonly levelsDb: Float32Array;
  }[];
  readonly alignments: readonly {
    readonly number: number;
    /** How much later than its reference the strip is: in frames, and to fractions of one in milliseconds. */
    readonly frames: number;
    readonly offsetMs: number;
    readonly confidencePercent: number;
  }[];
}

/** The mixer as the audio process sees it. */
export interface Mixer extends Convergent {
  readonly processor: ProcessorHandle;
  /**
   * Which device port is which channel of the processor, and the latency of the device, given before `start` of a
   * device and whenever its ports change. Ids are `device:port`; the index is the channel. The processor's `prepare`
   * takes as many inputs and outputs as the lists are long.
   */
  connect(ports: { readonly inputs: readonly string[]; readonly outputs: readonly string[] }): void;
  /** Opens (true, over fadeMs) or closes the outputs at once, as `mutedBy: startup` or `clock`. */
  open(open: boolean, fadeMs: number, reason: 'startup' | 'clock' | 'driver'): void;
  /** Strip paths in the order of the meters' rows. */
  readonly meterPaths: readonly string[];
  /** Legs of the strips of `meterPaths`, 1 or 2: a leg that isn't there reads 0. */
  readonly meterLegs: readonly number[];
  /**
   * Meters since this reader's last read; `reader` 0 to 7. Per strip 8 floats: pre left, pre right, post left, post
   * right, rms left, rms right (linear), gate reduction dB, compressor reduction dB; then clip counts per strip.
   */
  readMeters(reader: number, into: Float32Array, clips: Uint32Array): void;
  /**
   * From now on these are analysed and nothing else, off the audio thread; spectra at Pre-Fader, alignments at
   * Top-Of-Ch. What names no strip, or is more than it can do, gives no result. A mixer without analysis has none of these.
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
    /** Strips that gave a value that isn't finite, and how often since the mixer is open. */
    readonly faults?: readonly { readonly path: string; readonly count: number }[];
    readonly dspLoadPercent: number;
    readonly dspLoadMaxPercent: number;
    readonly clock: 'running' | 'lost';
    /** Blocks at or over 0 dBFS since they were cleared, of all strips. Observed as `count` and `at` of `.../clip`. */
    readonly clips?: number;
    /** Another number whenever a strip is silenced by another thing than before, observed as its `mutedBy`. */
    readonly mutes?: number;
    /** The driver's first block had a null pointer: nothing of it is computed until it prepares anew. */
    readonly hasNullPointers?: boolean;
    /** Per main: by how much its longest path exceeds what the others can wait, 0 when all are aligned. */
    readonly alignmentExcessMs?: readonly number[];
    /** `watchdog` hears of it from its own thread now, by what the audio does. Else who opened it has to tell. */
    readonly tellsWatchdog?: boolean;
  };
  close(): void;
}

/**
 * A service manager that ends this process when it hears nothing of it for too long: `WATCHDOG=1` of sd_notify(3), a
 * datagram to a Unix socket.
 */
export interface Watchdog {
  /** A path, or an abstract name behind `@`. */
  readonly socket: string;
  readonly patienceMs: number;
}

/** How many strips of each kind; the mixer's address space follows from it. */
export type Layout = Readonly<Record<string, number>>;

/** What a mixer gets when it is opened: its own processors, read from its manifest and written out. */
export interface MixerContext extends DriverContext {
  readonly processors: readonly ProcessorDescription[];
  /**
   * While a device is to drive it, a mixer tells it a few times within its patience, from a thread beside JavaScript's,
   * and only when the audio thread has moved on since. Absent where nobody waits for it.
   */
  readonly watchdog?: Watchdog;
}
export interface MixerDriver {
  readonly kind: 'mixer';
  open(layout: Layout, context: MixerContext): Mixer;
}
export interface AudioDriver {
  readonly kind: 'stagebox' | 'graph';
  /** Models that are there now. */
  discover?(context: Pick<DriverContext, 'log'>): readonly DiscoveredModel[];
  /** Throws Error with a to-do list when its library or device is missing: it is then set aside with that reason. */
  open(model: DiscoveredModel, context: DriverContext): AudioDevice;
  /** The same device for a render, where the driver has that. */
  offline?(model: DiscoveredModel, context: DriverContext): OfflineDevice;
}
export interface ControlDriver {
  readonly kind: 'stagebox' | 'graph';
  discover?(context: Pick<DriverContext, 'log'>): readonly DiscoveredModel[];
  open(model: DiscoveredModel, context: DriverContext): ControlDevice | Promise<ControlDevice>;
}
/** What a driver's module exports as default. */
export type DriverModule = MixerDriver | AudioDriver | ControlDriver;
