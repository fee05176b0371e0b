// Devices with and without audio, and the drivers that open them.
import type { AudioHalf, DeviceIdentity, DiscoveredModel } from './discovered-model.ts';
import type { GraphReader } from './graph.ts';
import type { DriverJobs } from './jobs.ts';
import type { Convergent, Reading } from './values.ts';

export interface PortDescription {
  /** Unique within the device; the desk's id is `device:port`. */
  readonly id: string;
  readonly label: string;
  readonly direction: 'input' | 'output';
  /** From 1. */
  readonly channel: number;
  readonly connector: string;
  /** Of a socket of a control device: the channel of the port of its audio half that has the sound; default `channel`. */
  readonly audioChannel?: number;
}

/**
 * What gives a clock its time: a signal from outside (word clock, ADAT), a card, a network, or a timer of this computer.
 */
export type ClockGrade = 'external-locked' | 'device' | 'network' | 'internal';

export interface DeviceDescription {
  readonly id: string;
  readonly label: string;
  readonly model: string;
  readonly transport: string;
  readonly ports: readonly PortDescription[];
  /** Frames from the input connector to the block, and from the block to the output connector. */
  readonly inputLatencyFrames: number;
  readonly outputLatencyFrames: number;
  /**
   * Devices with one id are paced by one clock: beside another one such a device joins the mixer without resampling. '' for
   * an unknown clock. The clock of an audio server is `server:node` of its running driver.
   */
  readonly clockId: string;
  /** Of that clock, where the driver knows; absent: by the transport. */
  readonly clockGrade?: ClockGrade;
  /**
   * Why its clock is not the one that it should follow, while sound goes on by holdover (the grandmaster of the network is
   * gone); absent or '' while it is.
   */
  readonly clockFault?: string;
  readonly supportedRates: readonly number[];
  /** Why no sound comes from the open device now (it was unplugged, and is waited for); absent or '' while there is sound. */
  readonly away?: string;
  /** Of a device with sound: as in its model. */
  readonly identity?: DeviceIdentity;
  /** Of a control device: the device with the sound of its ports. Without it the ports have no sound at the desk. */
  readonly audioHalf?: AudioHalf;
}

/** Folders of the desk, as the processes of drivers see them. */
export interface DriverFolders {
  /** `<state>/media` and `<state>/recordings`. */
  readonly mediaFolder: string;
  readonly recordingsFolder: string;
  /** `<state>/plugins`: what a scan found (PluginIndex), and the states of plugins; '' in a render. */
  readonly pluginsFolder: string;
  /** `<state>/drivers/<name>`: what this driver keeps over restarts of the computer. The driver makes it; '' in a render. */
  readonly stateFolder: string;
  /**
   * The folder of the sockets of this desk's processes, of this user alone and gone with the login; '' in a render. The
   * mixer and the recorder find each other's shared memory there (rowdesk/record_ring.h, rowdesk/play_ring.h).
   */
  readonly runtimeFolder: string;
}

/** The argument of `open`. */
export interface DriverContext extends DriverFolders {
  /** Writes at most 100 lines in 10 s, then the count of the dropped ones. */
  readonly log: (level: 'debug' | 'info' | 'warn' | 'error', message: string) => void;
  /** The `config` of the driver's adapter, or of providers.config.json; default {}. */
  readonly config?: Readonly<Record<string, unknown>>;
  /** Reports values changed at the device, by hand: the desk adopts them. */
  readonly changedOnDevice: (values: readonly Reading[]) => void;
  /** The set of ports, latency or presence changed. */
  readonly changed: () => void;
  /** Raises a warning for the operator; an empty text clears the warning `id`. */
  readonly warn: (id: string, text: string) => void;
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
  /**
   * For a device whose clock other programs share: asks the clock for this rate (Hz), or with null for none; the device runs
   * at the rate that the clock has, whatever `start` says. Called before `start`, and while the device runs. A device
   * without this function runs at the rate of `start`.
   */
  force?(rate: number | null): void;
  /** The graph of an audio server; replaces the mixer's own graph. */
  readonly graph?: GraphReader;
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
    /** Of the audio thread, as gettid(2) has it: its policy is read from the kernel then, and set again when it is lost. 0: none runs. */
    readonly threadId?: number;
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
  readonly graph?: GraphReader;
  /**
   * The desk ends in order, and its sound too: takes back what others were told of it. At most a second is waited for it; `close`
   * follows. A process that ends otherwise (an update, a crash, `rowdesk drive` that plays on) is closed only.
   */
  soundEnds?(): Promise<void> | void;
  close(): void;
}

export interface AudioDriver {
  readonly kind: 'stagebox' | 'graph';
  /** The models present now; `config` is the newest one. */
  discover?(context: Pick<DriverContext, 'log' | 'config'>): readonly DiscoveredModel[];
  /** Throws Error with the remedy when a library or the device is missing: the driver is set aside with that reason. */
  open(model: DiscoveredModel, context: DriverContext): AudioDevice | Promise<AudioDevice>;
  /** The same device for a render, if the driver supports renders. */
  offline?(model: DiscoveredModel, context: DriverContext): OfflineDevice;
}

export interface ControlDriver {
  /** A `recorder`, a `network` and `plugins` have a target of the same name, and are no devices of the desk. */
  readonly kind: 'stagebox' | 'graph' | 'recorder' | 'network' | 'plugins';
  /** The models present now; `config` is the newest one. */
  discover?(context: Pick<DriverContext, 'log' | 'config'>): readonly DiscoveredModel[];
  open(model: DiscoveredModel, context: DriverContext): ControlDevice | Promise<ControlDevice>;
  readonly jobs?: DriverJobs;
  /** For a recorder: a device whose inputs are takes. */
  offline?(model: DiscoveredModel, context: DriverContext): OfflineDevice;
}
